import { changedSettings, chatUpdate, type Settings, type SettingsWrite, type SoundName } from '#contract/settings-derive.ts'
import type { Behaviours } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, soundName, type Catalogue } from './catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { afterWrite, behaviour, notice } from './service-profile.ts'
import { soundsAtRisk, type ConfirmedWrite } from './sounds.ts'

/** What is known of how the service takes an update, growing with every write. */
export interface KnownSounds {
  nameOf: SoundName
  /** Of these settings, as an update sends them, the sounds that it leaves out and the service may reset. */
  atRisk: (settings: Settings) => SettingName[]
  /** The body of an update. @param fresh as just read */
  bodyOf: (fresh: Settings, changes: Partial<Settings>) => Partial<SettingsWrite>
  learn: (write: ConfirmedWrite) => void
}

/** Sounds that saving these settings leaves out and may thereby change. A service that keeps what is left out changes none. */
export const atRisk = (catalogue: Catalogue, settings: Settings): SettingName[] =>
  catalogue.remote && behaviour(catalogue, 'omittedSettings') !== 'kept'
    ? soundsAtRisk(catalogue.remote.profile.sounds, settings, soundName(catalogue))
    : []

/**
 * All settings that can be sent, unless the service is known to keep those that are left out: then the changes alone.
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

/** What the page knows now, for a question that has to be asked before anything is sent. */
export const catalogueNow = () => queryClient.getQueryData(catalogueQuery.queryKey)

/** Takes what a confirmed write shows of the service into its profile. */
export const learnFromWrite = (write: ConfirmedWrite) => notice((profile) => afterWrite(profile, write))

export async function knownSounds(): Promise<KnownSounds> {
  const loaded = await queryClient.ensureQueryData(catalogueQuery)
  const catalogue = () => catalogueNow() ?? loaded
  const nameOf: SoundName = (sound) => soundName(catalogue())(sound)
  return {
    nameOf,
    atRisk: (settings) => atRisk(catalogue(), settings),
    bodyOf: (fresh, changes) =>
      updateBody(fresh, changes, nameOf, {
        omittedSettings: behaviour(catalogue(), 'omittedSettings'),
        updateWithoutName: behaviour(catalogue(), 'updateWithoutName'),
      }),
    learn: learnFromWrite,
  }
}
