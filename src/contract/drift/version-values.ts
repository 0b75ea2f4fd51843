import type { Value } from '../recorded-change.ts'
import { isSettingName, type Settings, type SettingValue } from '../settings-derive.ts'

/** What a chat's settings were at a version, from the versions that were seen as a whole and from the changes between them. */

/** A version of which only the changes are known. */
export interface KnownChange {
  at: number
  changes: readonly { name: string; before?: Value | undefined; after?: Value | undefined }[]
}

/** A version of which all values are known. */
export interface Snapshot {
  at: number
  values: Readonly<Partial<Settings>>
}

type Values = Partial<Record<string, SettingValue>>

/**
 * The settings right after `at`. From the newest snapshot that is not later, the changes since are made; where there is none, the changes are taken
 * back, newest first, from the oldest snapshot or, without one, from the values of now, which are not known here and left out.
 * @param changes every known change, oldest first
 * @param snapshots oldest first
 */
export function valuesAt(at: number, changes: readonly KnownChange[], snapshots: readonly Snapshot[]): Values {
  const earlier = snapshots.findLast((snapshot) => snapshot.at <= at)
  if (earlier) {
    const since = changes.filter((change) => change.at > earlier.at && change.at <= at)
    return merged(
      earlier.values,
      since.map((change) => side(change, 'after')),
    )
  }
  const later = snapshots[0]
  const until = changes.filter((change) => change.at > at && (!later || change.at <= later.at))
  return merged(later?.values ?? {}, until.map((change) => side(change, 'before')).toReversed())
}

/** Later ones win. */
const merged = (first: Values, others: Values[]): Values => Object.assign({}, first, ...others) as Values

const side = ({ changes }: KnownChange, which: 'before' | 'after'): Values =>
  Object.fromEntries(
    changes.flatMap((change) => {
      const value = change[which]
      return isSettingName(change.name) && value !== undefined && value !== null ? [[change.name, value]] : []
    }),
  )
