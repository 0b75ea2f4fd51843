import { changedSettings, setting, settingNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import { bundledBehaviours, type BehaviourName, type Behaviours, type ServiceProfile } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, type Catalogue } from './catalogue.ts'
import { changeProfile, readProfile, withProfile } from './profile-store.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession } from '#dashboard/platform/session/session.ts'
import { withWrite, type ConfirmedWrite } from './sounds.ts'

/** What the page knows of its service beyond the API document, and how that grows. */

/** How the service behaves; undefined where nobody knows, and where something else was seen since. */
export function behaviour<K extends BehaviourName>({ remote }: Pick<Catalogue, 'remote'>, name: K): Behaviours[K] | undefined {
  if (!remote) return bundledBehaviours[name]
  const learned = remote.profile.behaviours[name]
  return learned?.contradicted === undefined ? learned?.value : undefined
}

/** Whether the service is known to remove the spaces at the ends of this text. */
export function losesSpaces(catalogue: Catalogue, name: SettingName, value: SettingValue): boolean {
  if (typeof value !== 'string' || value === value.trim()) return false
  return behaviour(catalogue, setting(name).control.kind === 'words' ? 'wordFilterEnds' : 'textEnds') === 'removed'
}

const takeOver = (profile: ServiceProfile) =>
  void queryClient.setQueryData(catalogueQuery.queryKey, (catalogue) => catalogue && withProfile(catalogue, profile))

/** Reads what others have learned meanwhile. Rejects with a Failure. */
export async function refreshProfile(): Promise<void> {
  takeOver(await readProfile(await knownSession()))
}

/** Changes the profile where it is kept, and here. Rejects with a Failure; then nothing is changed. */
export async function saveProfile(next: (profile: ServiceProfile) => ServiceProfile): Promise<void> {
  takeOver(await changeProfile(await knownSession(), next))
}

/** Takes something that was seen into the profile of this page at once. It is kept as well as it can be: what is lost will be seen again. */
export function notice(next: (profile: ServiceProfile) => ServiceProfile): void {
  const profile = queryClient.getQueryData(catalogueQuery.queryKey)?.remote?.profile
  if (!profile) return
  const grown = next(profile)
  if (JSON.stringify(grown) === JSON.stringify(profile)) return
  takeOver(grown)
  void knownSession()
    .then((session) => changeProfile(session, next))
    .catch(() => {})
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** The profile with something else seen than what was learned: nothing relies on it until it is learned again. */
export function contradicted(profile: ServiceProfile, name: BehaviourName): ServiceProfile {
  const learned = profile.behaviours[name]
  if (!learned || learned.contradicted !== undefined) return profile
  return { ...profile, behaviours: { ...profile.behaviours, [name]: { ...learned, contradicted: nowInSeconds() } } }
}

/** The profile with what one more confirmed write shows: of sounds, and whether the service keeps what is left out. */
export function afterWrite(profile: ServiceProfile, write: ConfirmedWrite): ServiceProfile {
  const grown = { ...profile, sounds: withWrite(profile.sounds, write) }
  return profile.behaviours.omittedSettings?.value === 'kept' && changedUnsent(write).length > 0
    ? contradicted(grown, 'omittedSettings')
    : grown
}

/** Settings that were not sent and are others now; somebody else may have changed them at the same moment. */
const changedUnsent = ({ before, sent, after }: ConfirmedWrite) => (before ? changedSettings(before, pickUnsent(after, sent)) : [])

const pickUnsent = (after: Settings, sent: object): Partial<Settings> =>
  Object.fromEntries(settingNames.filter((name) => !(name in sent)).map((name) => [name, after[name]]))
