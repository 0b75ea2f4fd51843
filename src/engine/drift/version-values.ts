import type { Value } from '#contract/recorded-change.ts'
import { isSettingName, type SettingValue } from '#contract/settings-derive.ts'

/** What a chat's settings were at a version, from a version that was seen as a whole and the changes in between. */

export interface KnownChange {
  name: string
  before?: Value | undefined
  after?: Value | undefined
}

type Values = Partial<Record<string, SettingValue>>

/**
 * Many changes as one: of each field what was there before the first, and after the last.
 * @param sum what the earlier ones did
 */
export function combine(sum: Map<string, KnownChange>, later: readonly KnownChange[]): void {
  for (const { name, before, after } of later) {
    const earlier = sum.get(name)
    sum.set(name, { name, before: earlier?.before ?? before, after: after ?? earlier?.after })
  }
}

/** Settings after changes were made (`after`) or taken back (`before`). What is not known stays as it is. */
export function withChanges(values: Readonly<Values>, changes: Iterable<KnownChange>, side: 'before' | 'after'): Values {
  const changed = { ...values }
  for (const change of changes) {
    const value = change[side]
    if (isSettingName(change.name) && value !== undefined && value !== null) changed[change.name] = value
  }
  return changed
}
