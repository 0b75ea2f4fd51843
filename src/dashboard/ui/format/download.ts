/** How long a file must stay readable after the click: some browsers begin to save it only then. Milliseconds. */
const untilSaved = 60_000

/** Saves a file made in this page where the browser puts downloads. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), untilSaved)
}

const textTypes: Record<string, string> = { csv: 'text/csv', json: 'application/json' }

/** Saves a text; the end of the name says of what kind it is. */
export const downloadText = (name: string, text: string): void =>
  download(name, new Blob([text], { type: `${textTypes[name.split('.').at(-1)!] ?? 'text/plain'};charset=utf-8` }))

/** "roomkeeper-settings-20260304T133140Z": what a file is of, and when. @param at milliseconds */
export const datedName = (what: string, at = Date.now()): string =>
  `roomkeeper-${what}-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Longest part of a file name that comes from people, in characters of up to 4 bytes: file systems stop at 255 bytes. */
const longest = 40

/** A name from outside as a part of a file name: letters and digits of any language with hyphens between them. '' where there are none. */
export const inFileName = (name: string): string =>
  Array.from(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, longest)
    .join('')
    .replaceAll(/^-|-$/g, '')
