import { changedSettings, chatUpdate, type Settings, type SettingsWrite, type SoundName } from '#contract/settings-derive.ts'
import { bundledBehaviours, type BehaviourName, type Behaviours, type ServiceProfile } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundsAtRisk, type ConfirmedWrite } from './sounds.ts'

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

interface Options {
  /** null: our own service. Asked each time, because it grows. */
  profile: () => ServiceProfile | null
  nameOf: SoundName
  learn: (write: ConfirmedWrite) => void
}

/** What a profile says about an update. */
export const soundsOf = ({ profile, nameOf, learn }: Options): KnownSounds => ({
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
