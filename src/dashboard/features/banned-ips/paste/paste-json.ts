import { readPair } from '../ranges/notation.ts'
import { pasted, type Pasted } from './pasted.ts'

/** The format version that `toJson` of exports.ts writes. */
export const jsonVersion = 1

/** Our own export, an answer of the API, or a list of ranges or texts. null for a text that is not JSON. */
export function readJson(text: string): Pasted[] | null {
  if (!/^\s*(?:\{|\[\s*[[{"\]])/.test(text)) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failed(text, 'This looks like JSON, but it is incomplete or invalid.')
  }
  const list = listIn(json)
  return typeof list === 'string' ? failed(text, list) : list.map((item, index) => readItem(item, index + 1))
}

const failed = (text: string, error: string) => [pasted({ line: 1, comment: '' }, text.trim(), { error })]

/** The list, or the reason why there is none. */
function listIn(json: unknown): unknown[] | string {
  if (Array.isArray(json)) return json
  const file = json as Record<string, unknown>
  if (Object.hasOwn(file, 'roomkeeper') && file['roomkeeper'] !== jsonVersion)
    return 'This file was written by a different version of Roomkeeper, in a format that this version cannot read.'
  return [file['bannedIps'], file['data']].find((list) => Array.isArray(list)) ?? 'This JSON contains no list of banned addresses.'
}

function readItem(item: unknown, number: number): Pasted {
  const { firstIp, lastIp, note, reviewOn } = typeof item === 'string' ? { firstIp: item } : ((item ?? {}) as Record<string, unknown>)
  const position = { line: number, comment: typeof note === 'string' ? note : '', ...(isDate(reviewOn) && { reviewOn }) }
  if (typeof firstIp !== 'string' || (typeof lastIp !== 'string' && lastIp !== undefined && lastIp !== null))
    return pasted(position, JSON.stringify(item), { error: 'An entry needs "firstIp" and may have "lastIp", both as text.' })
  const last = lastIp ?? ''
  return pasted(position, last === '' || last === firstIp ? firstIp : `${firstIp}-${last}`, readPair(firstIp, last))
}

/** YYYY-MM-DD, an existing day. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
