import { readPair } from '../ranges/notation.ts'
import { pasted, type Pasted } from './pasted.ts'

/** The form in which `toJson` of exports.ts writes. */
export const jsonVersion = 1

/** Our own export, an answer of the API, or a list of ranges or texts. null for a text that is no JSON. */
export function readJson(text: string): Pasted[] | null {
  if (!/^\s*(?:\{|\[\s*[[{"\]])/.test(text)) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failed(text, 'This begins like JSON, but a part of it is missing or wrong.')
  }
  const list = listIn(json)
  return typeof list === 'string' ? failed(text, list) : list.map((item, index) => readItem(item, index + 1))
}

const failed = (text: string, error: string) => [pasted({ line: 1, comment: '' }, text.trim(), { error })]

/** The list, or a sentence that says why there is none. */
function listIn(json: unknown): unknown[] | string {
  if (Array.isArray(json)) return json
  const file = json as Record<string, unknown>
  if (Object.hasOwn(file, 'roomkeeper') && file['roomkeeper'] !== jsonVersion)
    return 'This was written by another version of Roomkeeper, in a form that this one does not know.'
  return [file['bannedIps'], file['data']].find((list) => Array.isArray(list)) ?? 'This is JSON, but holds no list of banned addresses.'
}

function readItem(item: unknown, number: number): Pasted {
  const { firstIp, lastIp, note, reviewOn } = typeof item === 'string' ? { firstIp: item } : ((item ?? {}) as Record<string, unknown>)
  const place = { line: number, comment: typeof note === 'string' ? note : '', ...(isDate(reviewOn) && { reviewOn }) }
  if (typeof firstIp !== 'string' || (typeof lastIp !== 'string' && lastIp !== undefined && lastIp !== null))
    return pasted(place, JSON.stringify(item), { error: 'An entry needs "firstIp" and may have "lastIp", both as text.' })
  const last = lastIp ?? ''
  return pasted(place, last === '' || last === firstIp ? firstIp : `${firstIp}-${last}`, readPair(firstIp, last))
}

/** YYYY-MM-DD, a day that exists. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
