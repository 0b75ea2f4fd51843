import { changedSettings, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { BehaviourName, ServiceProfile } from '#contract/service-profile.ts'
import { withWrite, type ConfirmedWrite } from './sounds.ts'

/** Marks a learned behaviour as contradicted: nothing relies on it until it is learned again. @param at Unix seconds */
export function contradicted(profile: ServiceProfile, name: BehaviourName, at: number): ServiceProfile {
  const learned = profile.behaviours[name]
  if (!learned || learned.contradicted !== undefined) return profile
  return { ...profile, behaviours: { ...profile.behaviours, [name]: { ...learned, contradicted: at } } }
}

/** Adds what a confirmed write shows: about sounds, and whether the service keeps omitted settings. @param at Unix seconds */
export function afterWrite(profile: ServiceProfile, write: ConfirmedWrite, at: number): ServiceProfile {
  const grown = { ...profile, sounds: withWrite(profile.sounds, write) }
  return profile.behaviours.omittedSettings?.value === 'kept' && changedUnsent(write).length > 0
    ? contradicted(grown, 'omittedSettings', at)
    : grown
}

/** Settings that were not sent but changed. Another person may have changed them at the same moment. */
const changedUnsent = ({ before, sent, after }: ConfirmedWrite) => (before ? changedSettings(before, pickUnsent(after, sent)) : [])

const pickUnsent = (after: Settings, sent: object): Partial<Settings> =>
  Object.fromEntries(settingNames.filter((name) => !(name in sent)).map((name) => [name, after[name]]))
