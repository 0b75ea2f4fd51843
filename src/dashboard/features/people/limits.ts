import type { LimitChanges, Limits } from '#contract/gateway/rights.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/** The two limits, as they are typed and as they are shown. */

export const limitNames = ['deletionsPerHour', 'widestBan'] as const satisfies (keyof Limits)[]
export type LimitName = (typeof limitNames)[number]

export const limits = {
  deletionsPerHour: { label: 'Deletions an hour', right: 'messages.delete', max: 1_000_000 },
  widestBan: { label: 'Widest ban', right: 'bans.write', max: 32 },
} as const

/** "500", "/24", "no limit" */
export const limitInWords = (name: LimitName, value: number | null): string =>
  value === null ? 'no limit' : name === 'widestBan' ? `/${value}` : count(value)

/** The addresses of the widest range: a prefix of 24 bits leaves 8. */
export const addressesOf = (prefix: number): number => 2 ** (32 - prefix)

const smallest: Record<LimitName, number> = { deletionsPerHour: 0, widestBan: 8 }

/** What is typed, as a limit; '' is no limit. undefined where it is not valid. */
export function parseLimit(name: LimitName, typed: string): number | null | undefined {
  const text = typed.trim().toLowerCase().replaceAll(/[\s,]/g, '')
  if (text === '' || text === 'nolimit') return null
  const digits = name === 'widestBan' ? text.replace(/^\//, '') : text
  const value = /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN
  return value >= smallest[name] && value <= limits[name].max ? value : undefined
}

export const limitProblem = (name: LimitName): string =>
  name === 'widestBan' ? 'Enter a prefix from /8 to /32' : `Enter a number from 0 to ${count(limits.deletionsPerHour.max)}`

/** The text of a field for a limit of a role: '' is no limit. */
export const limitText = (name: LimitName, value: number | null): string =>
  value === null ? '' : name === 'widestBan' ? `/${value}` : String(value)

/**
 * The limits of one person, as the texts of a form: '' as the role has it, `none` for no limit, `=200` for one of their own. What is typed after `=`
 * need not be valid yet.
 */
export const ownLimitText = (own: number | null | undefined): string => (own === undefined ? '' : own === null ? 'none' : `=${own}`)

/** undefined: as the role. @throws RangeError for what the form did not accept */
export function ownLimit(name: LimitName, text: string): number | null | undefined {
  if (text === '') return undefined
  if (text === 'none') return null
  const value = ownNumber(name, text)
  if (value === undefined) throw new RangeError(`${text} is not a limit`)
  return value
}

export const isOwnLimitValid = (name: LimitName, text: string): boolean =>
  text === '' || text === 'none' || ownNumber(name, text) !== undefined

/** A number of one's own; undefined where it is missing or not valid. */
export const ownNumber = (name: LimitName, text: string): number | undefined => parseLimit(name, text.replace(/^=/, '')) ?? undefined

export function ownLimits(texts: Record<LimitName, string>): LimitChanges {
  const changes: LimitChanges = {}
  for (const name of limitNames) {
    const value = ownLimit(name, texts[name])
    if (value !== undefined) changes[name] = value
  }
  return changes
}
