/** CSV as RFC 4180 has it, and nothing besides: throws where the text is not exactly so. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? /^"((?:[^"]|"")*)"/.exec(text.slice(at)) : /^([^",\r\n]*)/.exec(text.slice(at))
    if (!cell) throw new Error(`No end of a quoted cell at ${at}`)
    row.push(cell[1]!.replaceAll('""', '"'))
    at += cell[0].length
    if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else if (text[at] === ',') at++
    else throw new Error(`Neither comma nor line end at ${at}`)
  }
  if (row.length > 0) throw new Error('The last line has no end')
  return rows
}

/** Whether a spreadsheet might run what it reads from a cell. */
export const isLive = (written: string): boolean =>
  !/^-?[\d.]+$/.test(written) && /^(?:[\t\r\n]|[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠])/u.test(written)
