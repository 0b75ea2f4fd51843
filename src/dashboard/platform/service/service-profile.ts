import { setting, type SettingValue } from '#contract/settings-derive.ts'
import {
  type BehaviourName,
  type Behaviours,
  type ServiceProfile,
  nothingLearned,
  profileChangedCode,
  StoredProfile,
} from '#contract/service-profile.ts'
import { behaviourIn, namesByNumber } from '#engine/saving/sounds.ts'
import type { SettingName } from '#contract/settings.ts'
import { type Session, gatewayPaths } from '#contract/session.ts'
import { allowsEverywhere } from '#contract/gateway/grant.ts'
import { catalogueQuery, type Catalogue } from './catalogue.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession, storageScope } from '#dashboard/platform/session/session.ts'
import { Failure } from '#contract/client.ts'
import { gatewayRequest } from '#dashboard/platform/session/gateway.ts'

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

/**
 * The profile of a service (contract/service-profile.ts). The gateway stores it by the address of the service and the signed-in account, for everyone who
 * uses it with this account.
 */

const readStored = () => gatewayRequest(gatewayPaths.profile, 'GET', null, StoredProfile, storageScope())

/** Returns the stored profile. Rejects with a Failure. */
async function readProfile(session: Session): Promise<ServiceProfile> {
  if (!session.signedIn) return nothingLearned
  return (await readStored()).profile ?? nothingLearned
}

/** How many conflicting writes of other pages are tolerated. */
const maxAttempts = 10

/** Updates the newest stored profile by compare-and-swap and resolves to the result. @param next may be called more than once */
async function changeProfile(session: Session, next: (profile: ServiceProfile) => ServiceProfile): Promise<ServiceProfile> {
  if (!session.signedIn) return next(nothingLearned)
  for (let attempt = 1; ; attempt++) {
    const { profile, revision } = await readStored()
    const changed = { profile: next(profile ?? nothingLearned), revision }
    try {
      return (await gatewayRequest(gatewayPaths.profile, 'PUT', changed, StoredProfile, storageScope())).profile ?? changed.profile
    } catch (error) {
      if (!(error instanceof Failure && error.code === profileChangedCode) || attempt === maxAttempts) throw error
    }
  }
}

/**
 * Returns the catalogue of a remote service. A profile that cannot be read counts as empty: everything still works, but more confirmations are
 * needed.
 */
export async function withKnownProfile(file: Catalogue, declared: Remote['declared'], session: Session): Promise<Catalogue> {
  const profile = await readProfile(session).catch(() => nothingLearned)
  const suggested = file.sounds.flatMap(({ id, ...names }) => (id === null ? [] : [{ id, ...names }]))
  return withProfile({ ...file, remote: { declared, suggested, profile } }, profile)
}

type Remote = NonNullable<Catalogue['remote']>

/** Returns the catalogue with everything that is known about the service. */
function withProfile(catalogue: Catalogue, profile: ServiceProfile): Catalogue {
  if (!catalogue.remote) return catalogue
  const { declared, suggested } = catalogue.remote
  const labelled = (name: string) => [...declared, ...suggested].find((sound) => sound.name === name)?.label ?? name
  const numbered = [...namesByNumber(declared, profile.sounds)].toSorted(([one], [other]) => one - other)
  const names = new Set(numbered.map(([, name]) => name))
  const others = [...new Set([...declared, ...suggested].map(({ name }) => name))].filter((name) => !names.has(name))
  return {
    ...catalogue,
    sounds: [
      ...numbered.map(([id, name]) => ({ id, name, label: labelled(name) })),
      ...others.map((name) => ({ id: null, name, label: labelled(name) })),
    ],
    remote: { declared, suggested, profile },
  }
}
