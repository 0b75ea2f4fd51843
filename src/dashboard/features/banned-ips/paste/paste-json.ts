import { columnOf, readColumns, type Column } from './words.ts'
import { pasted, type Pasted } from './pasted.ts'
import { parseJson } from '#contract/values.ts'

/** The format version that `toJson` of exports.ts writes. */
export const jsonVersion = 1

/** Our own export, an answer of the API, a list of entries or texts, or an object on each line. null for a text that is not JSON. */
export function readJson(text: string): Pasted[] | null {
  if (!/^\s*(?:\{|\[\s*[[{"\]])/.test(text)) return null
  const json = parseJson(text)
  if (json === undefined) return readJsonLines(text) ?? failed(text, 'This looks like JSON, but it is incomplete or invalid.')
  const list = listIn(json)
  return typeof list === 'string' ? failed(text, list) : list.map((item, index) => readItem(item, index + 1))
}

/** null unless every line is JSON. */
function readJsonLines(text: string): Pasted[] | null {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({ json: line.trim() === '' ? null : parseJson(line), number: index + 1 }))
  if (lines.some(({ json }) => json === undefined)) return null
  return lines.flatMap(({ json, number }) => (json === null ? [] : [readItem(json, number)]))
}

const failed = (text: string, error: string) => [pasted({ line: 1, comment: '' }, text.trim(), { error })]

function listIn(json: unknown): unknown[] | string {
  if (Array.isArray(json)) return json
  const file = json as Record<string, unknown>
  if (Object.hasOwn(file, 'roomkeeper') && file['roomkeeper'] !== jsonVersion)
    return 'This file was written by a different version of Roomkeeper, in a format that this version cannot read.'
  const list = [file['bannedIps'], file['data']].find((one) => Array.isArray(one))
  if (list) return list
  // A file of one line.
  return Object.keys(file).some((key) => columnOf(key) === 'first') ? [file] : 'This JSON contains no list of banned addresses.'
}

function readItem(item: unknown, number: number): Pasted {
  const row: Record<Column, string> = { first: '', last: '', mask: '', note: '', reviewOn: '', action: '' }
  let isReadable = typeof item === 'string' || (typeof item === 'object' && item !== null && !Array.isArray(item))
  for (const [key, value] of Object.entries(typeof item === 'string' ? { firstIp: item } : (item ?? {}))) {
    const column = columnOf(key)
    if (column === null || value === null || value === undefined) continue
    if (typeof value === 'string') row[column] ||= value
    else if (column === 'first' || column === 'last' || column === 'mask') isReadable = false
  }
  if (!isReadable || row.first === '')
    return pasted({ line: number, comment: row.note }, JSON.stringify(item), {
      error: 'An entry needs an address, such as "firstIp" and "lastIp", as text.',
    })
  const { first, last } = row
  return readColumns(row, number, last === '' || last === first ? first : `${first}-${last}`)
}
