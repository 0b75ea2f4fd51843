import { isFormulaLike } from '#dashboard/ui/format/csv.ts'

/** Tables as spreadsheets copy and paste them: tabs between cells, quotes around those that hold a tab, a line end or a quote. */

/** A text that a spreadsheet might run gets an apostrophe in front, as in our CSV files; `readTable` takes it off again. */
export const writeTable = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(cell).join('\t')).join('\n')

function cell(value: string): string {
  const text = isFormulaLike(value) || isGuarded(value) ? `'${value}` : value
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text that reads as if it had an apostrophe in front to guard it. */
const isGuarded = (text: string): boolean => text.startsWith("'") && (isFormulaLike(text.slice(1)) || isGuarded(text.slice(1)))

export interface TableCell {
  text: string
  /** An apostrophe said that it is a text, not a formula. */
  isText: boolean
}

/** Reads what was pasted. The line end of the last row ends it; every other line is a row, also an empty one. */
export function readTable(pasted: string): TableCell[][] {
  const rows: TableCell[][] = [[]]
  const end = /(?:\r\n|\r|\n)$/.exec(pasted)?.index ?? pasted.length
  let at = 0
  for (;;) {
    let text: string
    if (pasted[at] === '"') [text, at] = readQuoted(pasted, at)
    else {
      const from = at
      while (at < end && pasted[at] !== '\t' && pasted[at] !== '\n' && pasted[at] !== '\r') at++
      text = pasted.slice(from, at)
    }
    const guarded = isGuarded(text)
    rows.at(-1)!.push({ text: guarded ? text.slice(1) : text, isText: guarded })
    if (at >= end) return rows
    if (pasted[at] === '\t') at++
    else {
      at += pasted[at] === '\r' && pasted[at + 1] === '\n' ? 2 : 1
      rows.push([])
    }
  }
}

/** A cell in quotes, and where it ends. A quote that nothing closes is part of the text, as spreadsheets read it. */
function readQuoted(pasted: string, start: number): [text: string, end: number] {
  let at = start + 1
  for (;;) {
    const quote = pasted.indexOf('"', at)
    if (quote < 0) break
    if (pasted[quote + 1] === '"') at = quote + 2
    else {
      const after = pasted[quote + 1]
      if (after !== undefined && after !== '\t' && after !== '\n' && after !== '\r') break
      return [pasted.slice(start + 1, quote).replaceAll('""', '"'), quote + 1]
    }
  }
  const rest = /[\t\r\n]/.exec(pasted.slice(start))
  const end = rest ? start + rest.index : pasted.length
  return [pasted.slice(start, end), end]
}
