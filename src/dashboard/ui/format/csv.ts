/**
 * Tables as CSV (RFC 4180): comma, CRLF, quotes where needed. Texts come from strangers, and spreadsheets run what looks like a formula, so such a
 * text gets an apostrophe in front: they show it as the text that it is.
 */

type Cell = string | number | null

/** One line with its end. Numbers stay numbers; null and what is no number is an empty cell. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/**
 * A whole file. It begins with a byte order mark: without one Excel takes UTF-8 for the local character set, and other programs skip it. A file that
 * is written piece by piece begins with `csv(head, [])` and goes on with `csvRow`.
 */
export const csv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${csvRow(head)}${rows.map(csvRow).join('')}`

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = isFormulaLike(value) ? `'${value}` : value
  // Semicolons and tabs part cells in some countries and after pasting.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Whether a spreadsheet might run it: the first character that is no white space, control, quote or apostrophe is one of = + - @, in whatever width.
 * A tab or a line end at the very beginning is enough, because some drop it together with the guard.
 */
export function isFormulaLike(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true
  const first = /[^\s\p{C}\p{Z}"'`‘’“”«»]/u.exec(text)?.[0] ?? ''
  return /^[=+\-@\u2212]/.test(first.normalize('NFKC'))
}
