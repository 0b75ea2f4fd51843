import type { Settings, SoundName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { type KnownSounds, atRiskIn, soundsOf, type ConfirmedWrite, afterWrite } from '#engine/saving/sounds.ts'
import { type Catalogue, catalogueQuery, soundName } from './catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { addObservation, nowInSeconds } from './service-profile.ts'

/** Returns the sounds that saving these settings leaves out and may therefore change. A service that keeps omitted settings changes none. */
export const atRisk = (catalogue: Catalogue, settings: Settings): SettingName[] =>
  atRiskIn(catalogue.remote?.profile ?? null, settings, soundName(catalogue))

/** The cached catalogue, for a question that must be asked before anything is sent. */
export const cachedCatalogue = () => queryClient.getQueryData(catalogueQuery.queryKey)

/** Adds what a confirmed write shows about the service to its profile. */
export const learnFromWrite = (write: ConfirmedWrite) => addObservation((profile) => afterWrite(profile, write, nowInSeconds()))

export async function knownSounds(): Promise<KnownSounds> {
  const loaded = await queryClient.ensureQueryData(catalogueQuery)
  const catalogue = () => cachedCatalogue() ?? loaded
  const nameOf: SoundName = (sound) => soundName(catalogue())(sound)
  return soundsOf({ profile: () => catalogue().remote?.profile ?? null, nameOf, learn: learnFromWrite })
}
