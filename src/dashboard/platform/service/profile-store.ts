import { Failure } from '#contract/client.ts'
import { nothingLearned, profileChangedCode, StoredProfile, type ServiceProfile } from '#contract/service-profile.ts'
import { gatewayPaths, type Session } from '#contract/session.ts'
import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import type { Catalogue } from './catalogue.ts'
import { ask } from '#dashboard/platform/session/gateway.ts'
import { canKeepSession, storageScope } from '#dashboard/platform/session/session.ts'
import { namesByNumber } from './sounds.ts'

/**
 * Where the profile of a service is kept (contract/service-profile.ts), by its address and the signed-in account: by the gateway, for everybody who uses
 * it with this account; in this browser where the page is hosted without a gateway.
 */

/** The gateway keeps more than the session. */
const hasGateway = canKeepSession
const inBrowser = browserStore<ServiceProfile>('service-profile')
const keyOf = ({ account }: Session & { signedIn: true }): BrowserKey => [account.id]

const readStored = () => ask(gatewayPaths.profile, 'GET', null, StoredProfile, storageScope())

/** As it is kept now. Rejects with a Failure, or where this browser keeps nothing. */
export async function readProfile(session: Session): Promise<ServiceProfile> {
  if (!session.signedIn) return nothingLearned
  return (hasGateway ? (await readStored()).profile : await inBrowser.get(keyOf(session))) ?? nothingLearned
}

/** So many other pages may come between. */
const maxRounds = 10

/** Changes what is kept, starting from the newest. Resolves to it. @param next may be called more than once */
export async function changeProfile(session: Session, next: (profile: ServiceProfile) => ServiceProfile): Promise<ServiceProfile> {
  if (!session.signedIn) return next(nothingLearned)
  if (!hasGateway) return (await inBrowser.change(keyOf(session), (kept) => next(kept ?? nothingLearned))) ?? nothingLearned
  for (let round = 1; ; round++) {
    const { profile, revision } = await readStored()
    const changed = { profile: next(profile ?? nothingLearned), revision }
    try {
      return (await ask(gatewayPaths.profile, 'PUT', changed, StoredProfile, storageScope())).profile ?? changed.profile
    } catch (error) {
      if (!(error instanceof Failure && error.code === profileChangedCode) || round === maxRounds) throw error
    }
  }
}

/** The catalogue of a service that is not ours. What cannot be read is not known: everything works without it, with more questions. */
export async function withKnownProfile(file: Catalogue, declared: Remote['declared'], session: Session): Promise<Catalogue> {
  const profile = await readProfile(session).catch(() => nothingLearned)
  const suggested = file.sounds.flatMap(({ id, ...names }) => (id === null ? [] : [{ id, ...names }]))
  return withProfile({ ...file, remote: { declared, suggested, profile } }, profile)
}

type Remote = NonNullable<Catalogue['remote']>

/** The catalogue with what is known of the service. */
export function withProfile(catalogue: Catalogue, profile: ServiceProfile): Catalogue {
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
