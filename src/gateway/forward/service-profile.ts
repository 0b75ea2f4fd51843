import { Hono } from 'hono'
import { ProfileDraft, ServiceProfile, type StoredProfile, maxProfileBytes, nothingLearned } from '#contract/service-profile.ts'
import { byteLength } from '#contract/values.ts'
import { insertNew, rowsWith, update } from '#db/rows.ts'
import { afterWrite, namesByNumber, type KnownSounds, soundsOf } from '#engine/saving/sounds.ts'
import type { SoundName } from '#contract/settings-derive.ts'
import { profileChanged, profileTooLarge } from '../refusals.ts'
import { jsonBody } from '../server/request-body.ts'
import type { Bindings, RequestContext } from '../server/request-context.ts'
import { requireRight } from '../pipeline/admit.ts'
import { type SessionRouteOptions, requireSession } from '../session/require-session.ts'
import type { Query } from '../database/database.ts'
import { auditSession } from '../audit/record-done.ts'
import type { Upstream } from './upstream.ts'

export type ProfileStore = ReturnType<typeof createProfileStore>

/** What accounts have learned about remote services: one profile per service address and account. */
export function createProfileStore(query: Query) {
  return {
    read: async (address: string, accountId: number): Promise<StoredProfile> => {
      const row = await rowsWith(query, 'service_profile', { address, account_id: accountId }).selectAll().executeTakeFirst()
      if (!row) return { profile: null, revision: 0 }
      // A profile from a later release may not parse. It counts as missing, and can be learned again.
      const profile = ServiceProfile.safeParse(JSON.parse(row.profile))
      return { profile: profile.data ?? null, revision: row.revision }
    },
    /** Compare-and-swap: resolves to null, and stores nothing, unless `revision` is the latest. */
    write: async (address: string, accountId: number, profile: ServiceProfile, revision: number): Promise<StoredProfile | null> => {
      const key = { address, account_id: accountId }
      const next = { revision: revision + 1, profile: JSON.stringify(profile) }
      // One statement each, so that only one of two simultaneous writes succeeds.
      const isStored = await (revision === 0
        ? insertNew(query, 'service_profile', { ...key, ...next })
        : update(query, 'service_profile', { ...key, revision }, next))
      return isStored ? { profile, revision: next.revision } : null
    },
  }
}

interface ProfileOptions extends Pick<SessionRouteOptions, 'sessions' | 'identity' | 'log' | 'audit'> {
  profiles: ProfileStore
  /** The base URL of the service. */
  address: string
}

/** The routes under `/bff/service-profile`. */
export function profileRoutes({ sessions, profiles, identity, address, log, audit }: ProfileOptions): Hono<Bindings> {
  const sessionFrom = (c: RequestContext) => requireSession(c, { sessions, identity })

  return new Hono<Bindings>()
    .get('/', async (c) => {
      const { account } = await sessionFrom(c)
      return c.json(await profiles.read(address, account.id))
    })
    .put('/', async (c) => {
      const session = await sessionFrom(c)
      const { member, account } = session
      // Learning writes settings, and what it finds decides how those of every chat are saved.
      requireRight(member, 'settings.write', 'all chats')
      const accountId = account.id
      if (byteLength(await c.req.text()) > maxProfileBytes) throw profileTooLarge(maxProfileBytes)
      const { profile, revision } = await jsonBody(c, ProfileDraft)
      const stored = await auditSession(audit, c, session, 'profileWrite', async () => {
        const written = await profiles.write(address, accountId, profile, revision)
        if (!written) throw profileChanged()
        return written
      })
      log.info({ event: 'service-profile', account: accountId, revision: stored.revision }, 'service profile written')
      return c.json(stored)
    })
}

interface Options {
  upstream: Upstream
  profiles: ProfileStore
  /** The names of sounds in the built-in service. */
  soundName: SoundName
  /** The sounds that the operator declared for the remote service. */
  declared: readonly { id: number; name: string }[]
  /** Unix seconds. */
  now: () => number
}

/** What the gateway has learned about how the service handles updates, like the page (platform/service/known-service.ts). */
export function createKnownSounds({ upstream, profiles, soundName, declared, now }: Options) {
  return async (accountId: number): Promise<KnownSounds> => {
    if (upstream.kind === 'bundled') return soundsOf({ profile: () => null, nameOf: soundName, learn: () => {} })
    const stored = await profiles.read(upstream.address, accountId)
    let profile = stored.profile ?? nothingLearned
    return soundsOf({
      profile: () => profile,
      nameOf: (sound) => namesByNumber(declared, profile.sounds).get(sound),
      // If it cannot be stored, it is learned again later.
      learn: (write) => {
        const grown = afterWrite(profile, write, now())
        if (JSON.stringify(grown) === JSON.stringify(profile)) return
        profile = grown
        void profiles.write(upstream.address, accountId, grown, stored.revision).catch(() => null)
      },
    })
  }
}
