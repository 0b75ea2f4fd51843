/** The text of a file: UTF-8, UTF-16 as spreadsheets save it, or else Windows-1252. */
export function decodeText(file: ArrayBuffer): string {
  const bytes = new Uint8Array(file)
  const encoding = utf16In(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the mark at the beginning, or by the zeros beside the first characters. */
function utf16In([one, two]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0) ? 'utf-16be' : null
}
