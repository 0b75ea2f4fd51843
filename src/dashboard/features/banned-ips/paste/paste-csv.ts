import { columnOf, readColumns, type Column } from './words.ts'
import { pasted, type Pasted } from './pasted.ts'

/**
 * A table whose header names a column of addresses, such as `firstIp` or `Start IP`; a first line such as `sep=;`, which spreadsheets write, names what
 * separates the columns. null for a text without such a header.
 */
export function readCsv(text: string): Pasted[] | null {
  const [, named] = /^\s*"?sep=(.)"?[ \t]*(?:[\r\n]|$)/i.exec(text) ?? []
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const head = lines[named === undefined ? 0 : 1] ?? ''
  const delimiter = named ?? [',', ';', '\t', '|'].find((sign) => head.includes(sign)) ?? ','
  const columns = head.split(delimiter).map((name) => columnOf(name.replaceAll('"', '')))
  // An address in the first line: it is no header.
  if (!columns.includes('first') || /\d\.\d/.test(head)) return null
  const records = recordsOf(text, delimiter).filter((record) => !isBlank(record))
  return records.slice(named === undefined ? 1 : 2).map((record) => readRecord(record, columns, delimiter))
}

const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field.trim() === '')

function readRecord({ line, fields, isCut }: CsvRecord, columns: (Column | null)[], delimiter: string): Pasted {
  // A column that appears twice counts where it appears first.
  const field = (column: Column) => withoutGuard(fields[columns.indexOf(column)] ?? '').trim()
  const text = fields.join(delimiter)
  if (isCut) return pasted({ line, comment: field('note') }, text, { error: 'The quotation mark that opens here is not closed.' })
  const row = { first: field('first'), last: field('last'), mask: field('mask'), note: field('note') }
  return readColumns({ ...row, reviewOn: field('reviewOn'), action: field('action') }, line, text)
}

/** Spreadsheets treat a cell that begins with one of these as a formula, so exports put an apostrophe before it. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

interface CsvRecord {
  line: number
  fields: string[]
  /** Whether the text ends inside quotation marks. */
  isCut: boolean
}

/** The records of RFC 4180. A quotation mark has its meaning only at the start of a field. */
function recordsOf(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
  // A field in quotation marks or not, and what ends it.
  const pattern = new RegExp(`(?:"([^"]*(?:""[^"]*)*)("?)|)([^${sign}\\r\\n]*)(${sign}|\\r\\n|\\r|\\n|$)`, 'y')
  let line = 1
  let record: CsvRecord | undefined
  while (pattern.lastIndex < text.length) {
    const [all, inside, closing, outside = '', end] = pattern.exec(text)!
    if (!record) records.push((record = { line, fields: [], isCut: false }))
    record.fields.push(inside === undefined ? outside : inside.replaceAll('""', '"') + outside)
    record.isCut ||= closing === ''
    line += all.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end !== delimiter) record = undefined
  }
  return records
}
