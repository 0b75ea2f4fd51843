import { readPair, readMasked, type Reading } from '../ranges/notation.ts'
import { pasted, type Pasted } from './pasted.ts'

/** What the words beside an address mean in firewall rules, configurations and block lists, and what the columns of a table and the keys of JSON mean. */

const allowing =
  'allow allowed allowlist accept accepted permit permitted pass nomatch ignoreip ignore whitelist whitelisted trust trusted safe exempt return bypass unban unblock'
const denying = 'deny denied denyip block blocked blocklist drop dropped reject rejected refuse tarpit ban banned banip blacklist blackhole'
/** They say where a rule stands or what it is about, and nothing about the address. */
const neutral =
  'from in input ip ip4 ipv4 inet host src saddr source sourceip address addr on log quick proto protocol port tcp udp add insert append ufw rule family element access-list standard extended remote_ip remoteip set create name table route'
const negating = 'not except unless without !='

type Meaning = 'allow' | 'deny' | 'neutral' | 'not'
const meanings = new Map<string, Meaning>(
  Object.entries({ allow: allowing, deny: denying, neutral, not: negating }).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [word, meaning as Meaning] as const),
  ),
)

/** null for a word that is not known. */
export const meaningOf = (word: string): Meaning | null => meanings.get(word.toLowerCase()) ?? null

const names = {
  first:
    'firstip first start startip ipstart startaddress begin from fromip ipfrom low ip ips ipaddress ipaddr address addr cidr network prefix subnet range iprange source src srcip sourceip remoteip clientip host value indicator',
  last: 'lastip last end endip ipend endaddress to toip ipto high',
  mask: 'mask netmask subnetmask wildcard',
  note: 'note notes comment comments reason description remark label',
  reviewOn: 'reviewon review reviewdate',
  action: 'action policy rule verdict decision disposition type list',
} as const
export type Column = keyof typeof names

const columnsByName = new Map(
  Object.entries(names).flatMap(([column, all]) => all.split(' ').map((name) => [name, column as Column] as const)),
)

/** The meaning of a heading or a key such as `Start IP`, `start_ip` or `ipStart`; null for any other. */
export const columnOf = (name: string): Column | null => columnsByName.get(name.toLowerCase().replaceAll(/[^a-z\d]/g, '')) ?? null

/** An entry of a table or of JSON, by what its columns mean. An absent column is ''. */
export function readColumns(row: Record<Column, string>, line: number, text: string): Pasted {
  const date = row.reviewOn === '' ? null : readDate(row.reviewOn)
  const position = { line, comment: row.note, ...(date !== null && { reviewOn: date }) }
  return pasted(position, text, readingOf(row, date))
}

function readingOf({ first, last, mask, reviewOn, action }: Record<Column, string>, date: string | null): Reading {
  if (meaningOf(action) === 'allow') return { error: 'This entry allows an address. It bans no one.' }
  const reading = mask === '' ? readPair(first, last) : readMasked(first, mask)
  if ('range' in reading && reviewOn !== '' && date === null)
    return { error: `The review date “${reviewOn.slice(0, 40)}” is unclear. Write it as YYYY-MM-DD.` }
  return reading
}

/**
 * The day that a cell names, as YYYY-MM-DD; null where it names none, or could be one of two days: spreadsheets rewrite dates in the order of their
 * language. Dots are written after the day; with slashes the order is clear only where one number is no month.
 */
function readDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  if (year) return existing(year, month!, day!)
  const [, one, sign, other, last] = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?: .*)?$/.exec(text) ?? []
  if (!one || !other || !last) return null
  if (sign === '.' || Number(one) > 12) return existing(last, other, one)
  return Number(other) > 12 || one === other ? existing(last, one, other) : null
}

function existing(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}
