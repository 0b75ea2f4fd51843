import { changedSettings, chatUpdate, type Settings, type SettingsWrite, type SoundName } from '#contract/settings-derive.ts'
import type { Behaviours } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, soundName, type Catalogue } from './catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { afterWrite, behaviour, addObservation } from './service-profile.ts'
import { soundsAtRisk, type ConfirmedWrite } from './sounds.ts'

/** What the page knows about how the service handles an update. Every write can add to it. */
export interface KnownSounds {
  nameOf: SoundName
  /** Returns the sounds that an update with these settings leaves out and the service may reset. */
  soundsAtRiskIn: (settings: Settings) => SettingName[]
  /** Builds the body of an update. @param fresh the settings as just read */
  bodyOf: (fresh: Settings, changes: Partial<Settings>) => Partial<SettingsWrite>
  learn: (write: ConfirmedWrite) => void
}

/** Returns the sounds that saving these settings leaves out and may therefore change. A service that keeps omitted settings changes none. */
export const atRisk = (catalogue: Catalogue, settings: Settings): SettingName[] =>
  catalogue.remote && behaviour(catalogue, 'omittedSettings') !== 'kept'
    ? soundsAtRisk(catalogue.remote.profile.sounds, settings, soundName(catalogue))
    : []

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

/** The cached catalogue, for a question that must be asked before anything is sent. */
export const cachedCatalogue = () => queryClient.getQueryData(catalogueQuery.queryKey)

/** Adds what a confirmed write shows about the service to its profile. */
export const learnFromWrite = (write: ConfirmedWrite) => addObservation((profile) => afterWrite(profile, write))

export async function knownSounds(): Promise<KnownSounds> {
  const loaded = await queryClient.ensureQueryData(catalogueQuery)
  const catalogue = () => cachedCatalogue() ?? loaded
  const nameOf: SoundName = (sound) => soundName(catalogue())(sound)
  return {
    nameOf,
    soundsAtRiskIn: (settings) => atRisk(catalogue(), settings),
    bodyOf: (fresh, changes) =>
      updateBody(fresh, changes, nameOf, {
        omittedSettings: behaviour(catalogue(), 'omittedSettings'),
        updateWithoutName: behaviour(catalogue(), 'updateWithoutName'),
      }),
    learn: learnFromWrite,
  }
}
