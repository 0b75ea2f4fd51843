let made = 0

/** Formatters that were made are made anew: their time zone is another. */
export const forgetFormats = (): void => void made++

/**
 * In words of British English and the time zone of this browser. Created on first use: the first formatter of a page takes a slow device 70 ms, and the
 * first page shows its rows without any.
 */
export function formatter(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  let of = made
  return () => {
    if (of !== made) format = undefined
    of = made
    return (format ??= new Intl.DateTimeFormat('en-GB', options))
  }
}
