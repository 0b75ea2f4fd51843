import {
  type Settings,
  type SettingsWrite,
  type SoundName,
  changedSettings,
  settingNames,
  soundSettings,
  chatUpdate,
} from '#contract/settings-derive.ts'
import {
  type BehaviourName,
  type ServiceProfile,
  type SoundEvidence,
  bundledBehaviours,
  type Behaviours,
} from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'

/**
 * The sounds of a remote service. The API document writes sounds by name, reads them by number and does not document the mapping (docs/assumptions.md
 * row 4), so a number has no name until the service has shown it or its operator has declared it.
 */

export interface Sound {
  /** null: only the name is known, as a suggestion. */
  id: number | null
  name: string
  label: string
}

/** A write that the service confirmed, with the settings before and after. */
export interface ConfirmedWrite {
  /** As read, with sounds by number; null if the write created the chat. */
  before: Settings | null
  sent: Partial<SettingsWrite>
  /** As read, with sounds by number. */
  after: Settings
}

/**
 * Adds one write to the evidence. A number that did not change proves nothing about the name that was written, because the service may have ignored
 * it. A number that this write also assigned to an omitted sound proves nothing either: it is the value that the service resets to.
 */
export function withWrite(evidence: SoundEvidence, { before, sent, after }: ConfirmedWrite): SoundEvidence {
  const readBack: SoundEvidence['readBack'] = []
  const kept: SoundEvidence['kept'] = []
  const resetTo = new Set<string | number>()
  for (const setting of soundSettings) {
    const [was, is, written] = [before?.[setting], after[setting], sent[setting]]
    if (written !== undefined) {
      if (typeof is === 'number' && is !== was) readBack.push([written, is])
    } else if (typeof was === 'number') {
      if (is === was) kept.push([setting, was])
      else resetTo.add(is)
    }
  }
  return {
    readBack: withoutRepeats([...evidence.readBack, ...readBack.filter(([, number]) => !resetTo.has(number))]),
    kept: withoutRepeats([...evidence.kept, ...kept]),
    resets: evidence.resets || resetTo.size > 0,
  }
}

const withoutRepeats = <T extends [string, number]>(pairs: T[]): T[] =>
  pairs.filter(([text, number], index) => pairs.findIndex((other) => other[0] === text && other[1] === number) === index)

/**
 * Returns the confirmed names of numbers. If two names were read back as one number, or one name as two numbers, all of them are discarded, unless
 * the operator's declaration decides between them. A declaration is discarded if the service has only ever shown something else.
 */
export function namesByNumber(declared: readonly { id: number; name: string }[], { readBack }: SoundEvidence): Map<number, string> {
  const contradicts = (name: string, number: number) => (other: readonly [string, number]) => (other[0] === name) !== (other[1] === number)
  const stated = declared.map(({ id, name }) => [name, id] as const)
  const isShown = (name: string, number: number) => readBack.some((other) => other[0] === name && other[1] === number)
  const confirmed = [
    ...stated.filter(([name, number]) => isShown(name, number) || !readBack.some(contradicts(name, number))),
    ...readBack.filter(([name, number]) => ![...stated, ...readBack].some(contradicts(name, number))),
  ]
  return new Map(confirmed.map(([name, number]) => [number, name]))
}

/**
 * Returns the sounds that an update leaves out and that the service may therefore reset: it has not been seen to keep this number in this setting,
 * nor two different numbers in any one setting, which a reset to a fixed value would not do.
 */
export function soundsAtRisk({ kept, resets }: SoundEvidence, fresh: Settings, nameOf: SoundName): SettingName[] {
  const keepsAny = kept.some(([setting, number]) => kept.some((other) => other[0] === setting && other[1] !== number))
  return soundSettings.filter((setting) => {
    const value = fresh[setting]
    if (typeof value !== 'number' || nameOf(value) !== undefined) return false
    return resets || !(keepsAny || kept.some((other) => other[0] === setting && other[1] === value))
  })
}

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

/** What is known about how the service handles an update. Every write can add to it. */
export interface KnownSounds {
  nameOf: SoundName
  /** Returns the sounds that an update with these settings leaves out and the service may reset. */
  soundsAtRiskIn: (settings: Settings) => SettingName[]
  /** Whether the service may change settings that an update leaves out. */
  mayChangeOmitted: () => boolean
  /** Builds the body of an update. @param fresh the settings as just read */
  bodyOf: (fresh: Settings, changes: Partial<Settings>) => Partial<SettingsWrite>
  learn: (write: ConfirmedWrite) => void
}

/** How the service behaves; undefined if that is unknown or was contradicted later. @param profile null: our own service */
export function behaviourIn<K extends BehaviourName>(profile: ServiceProfile | null, name: K): Behaviours[K] | undefined {
  if (!profile) return bundledBehaviours[name]
  const learned = profile.behaviours[name]
  return learned?.contradicted === undefined ? learned?.value : undefined
}

const mayChangeOmitted = (profile: ServiceProfile | null): profile is ServiceProfile =>
  profile !== null && behaviourIn(profile, 'omittedSettings') !== 'kept'

/** Returns the sounds that saving these settings leaves out and may therefore change. A service that keeps omitted settings changes none. */
export const atRiskIn = (profile: ServiceProfile | null, settings: Settings, nameOf: SoundName): SettingName[] =>
  mayChangeOmitted(profile) ? soundsAtRisk(profile.sounds, settings, nameOf) : []

/**
 * Returns all settings that can be sent, or only the changes if the service is known to keep omitted settings.
 * @param known how the service behaves
 */
export function updateBody(
  fresh: Settings,
  changes: Partial<Settings>,
  nameOf: SoundName,
  known: { [K in 'omittedSettings' | 'updateWithoutName']?: Behaviours[K] | undefined },
): Partial<SettingsWrite> {
  const whole = chatUpdate(fresh, changes, nameOf)
  if (known.omittedSettings !== 'kept') return whole
  const names = new Set<string>(changedSettings(fresh, changes))
  if (known.updateWithoutName !== 'accepted') names.add('name')
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name)))
}

/**
 * What a profile says about an update.
 * @param profile null: our own service. Asked each time, because it grows.
 */
export const soundsOf = ({
  profile,
  nameOf,
  learn,
}: Pick<KnownSounds, 'nameOf' | 'learn'> & { profile: () => ServiceProfile | null }): KnownSounds => ({
  nameOf,
  soundsAtRiskIn: (settings) => atRiskIn(profile(), settings, nameOf),
  mayChangeOmitted: () => mayChangeOmitted(profile()),
  bodyOf: (fresh, changes) =>
    updateBody(fresh, changes, nameOf, {
      omittedSettings: behaviourIn(profile(), 'omittedSettings'),
      updateWithoutName: behaviourIn(profile(), 'updateWithoutName'),
    }),
  learn,
})
