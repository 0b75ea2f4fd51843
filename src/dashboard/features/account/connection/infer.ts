import { documentedDefault, setting, settingNames, soundSettings, type Settings } from '#contract/settings-derive.ts'
import type { Behaviours } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'

/** What the answers of a service show. undefined wherever they do not show it for certain. */

const isSound = (name: SettingName) => soundSettings.some((sound) => sound === name)

/** What stands for "nothing" where a service empties what is left out. */
function isEmptied(name: SettingName, value: unknown): boolean {
  const { kind } = setting(name).control
  if (kind === 'switch') return value === false
  if (kind === 'seconds' || kind === 'choice') return value === 0 || value === documentedDefault(name)
  return value === ''
}

/**
 * What an update that named only `sent` made of all other settings. The reading before has settings that are not the default, and switches that are on by
 * default and on: without both, the three cannot be told apart.
 */
export function omittedFrom(before: Settings, sent: readonly SettingName[], after: Settings): Behaviours['omittedSettings'] | undefined {
  const omitted = settingNames.filter((name) => !sent.includes(name))
  if (omitted.every((name) => after[name] === before[name])) return 'kept'
  // The defaults of sounds, of the name and of the language are the service's own.
  const plain = omitted.filter((name) => !isSound(name) && name !== 'name' && name !== 'langId' && documentedDefault(name) !== null)
  const isReset = plain.every((name) => after[name] === documentedDefault(name))
  const areEmptied = plain.every((name) => isEmptied(name, after[name]))
  if (isReset === areEmptied) return undefined
  return isReset ? 'reset' : 'emptied'
}

/** What became of the spaces around a text. */
export function endsFrom(sent: string, kept: string): Behaviours['textEnds'] | undefined {
  if (kept === sent) return 'kept'
  return kept === sent.trim() ? 'removed' : undefined
}

export interface Listed {
  firstIp: string
  lastIp: string
}
const isIn = (list: readonly Listed[], firstIp: string, lastIp: string) =>
  list.filter((range) => range.firstIp === firstIp && range.lastIp === lastIp).length

/** @param list after the ban of two ranges that overlap was accepted */
export function overlapFrom(list: readonly Listed[], one: Listed, other: Listed): Behaviours['overlappingBans'] | undefined {
  if (isIn(list, one.firstIp, one.lastIp) > 0 && isIn(list, other.firstIp, other.lastIp) > 0) return 'kept'
  return isIn(list, one.firstIp, other.lastIp) === 1 ? 'merged' : undefined
}

/** @param list after the same ban was accepted twice */
export function repeatFrom(list: readonly Listed[], { firstIp, lastIp }: Listed): Behaviours['sameBanTwice'] | undefined {
  const copies = isIn(list, firstIp, lastIp)
  if (copies === 0) return undefined
  return copies === 1 ? 'merged' : 'kept'
}

/**
 * @param list after an address inside a range was unbanned
 * @param before, behind what remains of the range beside the address
 * @param isRefused what the service answered
 */
export function unbanFrom(
  list: readonly Listed[],
  whole: Listed,
  [before, behind]: readonly [Listed, Listed],
  isRefused: boolean,
): Behaviours['unbanPart'] | undefined {
  if (isIn(list, whole.firstIp, whole.lastIp) > 0) return isRefused ? 'refused' : 'ignored'
  const parts = isIn(list, before.firstIp, before.lastIp) + isIn(list, behind.firstIp, behind.lastIp)
  if (parts === 2) return 'split'
  return parts === 0 && !list.some(({ firstIp }) => firstIp === whole.firstIp) ? 'whole' : undefined
}

/** @param posted numbers of messages, in the order in which they are listed; they were posted in rising order */
export function orderFrom(posted: readonly number[]): Behaviours['messageOrder'] | undefined {
  if (posted.length < 2) return undefined
  const rises = posted.slice(1).map((number, index) => number > posted[index]!)
  if (rises.every(Boolean)) return 'oldest first'
  return rises.some(Boolean) ? undefined : 'newest first'
}
