import { readPair } from '../ranges/notation.ts'
import { isDate } from './paste-json.ts'
import { pasted, type Pasted } from './pasted.ts'

/** CSV whose header names `firstIp` and optionally `lastIp`, `note` and `reviewOn`. null for a text without such a header. */
export function readCsv(text: string): Pasted[] | null {
  const [head = ''] = /\S[^\r\n]*/.exec(text) ?? []
  const delimiter = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ','
  const names = head.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase())
  if (!names.includes('firstip') || !names.every((name) => /^[a-z_ ]*$/.test(name))) return null
  const records = recordsOf(text, delimiter)
  const headAt = records.findIndex((record) => !isBlank(record))
  return records.slice(headAt + 1).flatMap((record) => (isBlank(record) ? [] : [readRecord(record, names, delimiter)]))
}

const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field.trim() === '')

function readRecord({ line, fields, isCut }: CsvRecord, names: string[], delimiter: string): Pasted {
  const field = (name: string) => withoutGuard(fields[names.indexOf(name)] ?? '').trim()
  const reviewOn = field('reviewon')
  const position = { line, comment: field('note'), ...(isDate(reviewOn) && { reviewOn }) }
  const text = fields.join(delimiter)
  if (isCut) return pasted(position, text, { error: 'The quotation mark that opens here is not closed.' })
  return pasted(position, text, readPair(field('firstip'), field('lastip')))
}

/** Spreadsheets treat a cell that begins with one of these as a formula, so exports put an apostrophe before it. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

interface CsvRecord {
  /** Where it begins, from 1. */
  line: number
  fields: string[]
  /** Whether the text ends inside quotation marks. */
  isCut: boolean
}

/** The records of RFC 4180. A quotation mark has its meaning only at the start of a field. */
function recordsOf(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  // A field in quotation marks or not, and what ends it.
  const pattern = new RegExp(`(?:"([^"]*(?:""[^"]*)*)("?)|)([^${delimiter}\\r\\n]*)(${delimiter}|\\r\\n|\\r|\\n|$)`, 'y')
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
