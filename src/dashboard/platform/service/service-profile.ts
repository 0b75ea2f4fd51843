import type { CatalogueFile } from '#contract/catalogue-file.ts'
import { Failure } from '#contract/client.ts'
import { type ServiceProfile, nothingLearned, profileChangedCode, StoredProfile } from '#contract/service-profile.ts'
import { type Session, gatewayPaths } from '#contract/session.ts'
import { gatewayRequest } from '#dashboard/platform/session/gateway.ts'
import { storageScope } from '#dashboard/platform/session/session-state.ts'
import { namesByNumber, type Sound } from '#engine/saving/sounds.ts'

/**
 * The profile of a service (contract/service-profile.ts). The gateway stores it by the address of the service and the signed-in account, for everyone who
 * uses it with this account.
 */

/** The sources of the sounds of a remote service, and its profile. */
export interface Remote {
  declared: CatalogueFile['sounds']
  suggested: CatalogueFile['sounds']
  profile: ServiceProfile
}

/** The part of the catalogue that the profile determines. */
interface KnownSounds {
  sounds: Sound[]
  remote?: Remote
}

const readStored = () => gatewayRequest(gatewayPaths.profile, 'GET', null, StoredProfile, storageScope())

/** Returns the stored profile. Rejects with a Failure. */
export async function readProfile(session: Session): Promise<ServiceProfile> {
  if (!session.signedIn) return nothingLearned
  return (await readStored()).profile ?? nothingLearned
}

/** How many conflicting writes of other pages are tolerated. */
const maxAttempts = 10

/** Updates the newest stored profile by compare-and-swap and resolves to the result. @param next may be called more than once */
export async function changeProfile(session: Session, next: (profile: ServiceProfile) => ServiceProfile): Promise<ServiceProfile> {
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
export async function withKnownProfile<C extends KnownSounds>(file: C, declared: Remote['declared'], session: Session): Promise<C> {
  const profile = await readProfile(session).catch(() => nothingLearned)
  const suggested = file.sounds.flatMap(({ id, ...names }) => (id === null ? [] : [{ id, ...names }]))
  return withProfile({ ...file, remote: { declared, suggested, profile } }, profile)
}

/** Returns the catalogue with everything that is known about the service. */
export function withProfile<C extends KnownSounds>(catalogue: C, profile: ServiceProfile): C {
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
