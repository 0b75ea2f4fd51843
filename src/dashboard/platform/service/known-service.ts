import { type BehaviourName, type Behaviours, type ServiceProfile } from '#contract/service-profile.ts'
import { type Session } from '#contract/session.ts'
import { allowsEverywhere } from '#contract/gateway/grant.ts'
import { setting, type Settings, type SettingValue, type SoundName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession } from '#dashboard/platform/session/session.ts'
import { type KnownSounds, afterWrite, atRiskIn, behaviourIn, type ConfirmedWrite, soundsOf } from '#engine/saving/sounds.ts'
import { type Catalogue, catalogueQuery, soundName } from './catalogue.ts'
import { changeProfile, readProfile, withProfile } from './service-profile.ts'

/** What the page has learned about its service beyond the API document. */

/** Returns how the service behaves; undefined if that is unknown or was contradicted later. */
export const behaviour = <K extends BehaviourName>({ remote }: Pick<Catalogue, 'remote'>, name: K): Behaviours[K] | undefined =>
  behaviourIn(remote?.profile ?? null, name)

/** Whether the service is known to trim this text. */
export function isTrimmedByService(catalogue: Catalogue, name: SettingName, value: SettingValue): boolean {
  if (typeof value !== 'string' || value === value.trim()) return false
  return behaviour(catalogue, setting(name).control.kind === 'words' ? 'wordFilterEnds' : 'textEnds') === 'removed'
}

const setCachedProfile = (profile: ServiceProfile) =>
  void queryClient.setQueryData(catalogueQuery.queryKey, (catalogue) => catalogue && withProfile(catalogue, profile))

/** Loads what other users have learned in the meantime. Rejects with a Failure. */
export async function refreshProfile(): Promise<void> {
  setCachedProfile(await readProfile(await knownSession()))
}

/** Changes the stored profile, then the one of this page. Rejects with a Failure; then nothing is changed. */
export async function saveProfile(next: (profile: ServiceProfile) => ServiceProfile): Promise<void> {
  setCachedProfile(await changeProfile(await knownSession(), next))
}

/** Adds an observation to the profile of this page immediately and tries to store it. An observation that cannot be stored is made again later. */
export function addObservation(next: (profile: ServiceProfile) => ServiceProfile): void {
  const profile = queryClient.getQueryData(catalogueQuery.queryKey)?.remote?.profile
  if (!profile) return
  const grown = next(profile)
  if (JSON.stringify(grown) === JSON.stringify(profile)) return
  setCachedProfile(grown)
  void knownSession()
    .then((session) => (session.signedIn && mayStore(session) ? changeProfile(session, next) : undefined))
    .catch(() => {})
}

/** What is stored decides how the settings of every chat are saved, so the gateway accepts it from nobody else. */
const mayStore = ({ team }: Session & { signedIn: true }) => allowsEverywhere(team?.person ?? null, 'settings.write')

export const nowInSeconds = () => Math.floor(Date.now() / 1000)

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
