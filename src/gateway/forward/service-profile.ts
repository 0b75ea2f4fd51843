import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { maxProfileBytes, ProfileDraft, ServiceProfile, type StoredProfile } from '#contract/service-profile.ts'
import { byteLength } from '#contract/values.ts'
import { jsonBody } from '../server/json-body.ts'
import { readCookie } from '../session/cookie.ts'
import { requireMatchingAccount, type Identity } from '../session/identity.ts'
import type { Bindings, RequestContext } from '../server/request-context.ts'
import { noSession, profileChanged, profileTooLarge } from '../refusals.ts'
import type { SessionTables } from '../session/tables.ts'
import type { Sessions } from '../session/sessions.ts'

/** The profiles of services that are not ours, each by the address of the service and the account that learned it. */
export interface ProfileStore {
  read: (address: string, accountId: number) => Promise<StoredProfile>
  /** Resolves to null where `revision` is not the newest: nothing is stored then. */
  write: (address: string, accountId: number, profile: ServiceProfile, revision: number) => Promise<StoredProfile | null>
}

export function createProfileStore(query: Kysely<SessionTables>): ProfileStore {
  return {
    read: async (address, accountId) => {
      const row = await query
        .selectFrom('service_profile')
        .selectAll()
        .where('address', '=', address)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!row) return { profile: null, revision: 0 }
      // What a later release wrote is not understood here: as good as nothing, and it can be learned again.
      const profile = ServiceProfile.safeParse(JSON.parse(row.profile))
      return { profile: profile.data ?? null, revision: row.revision }
    },
    write: async (address, accountId, profile, revision) => {
      const row = { address, account_id: accountId, revision: revision + 1, profile: JSON.stringify(profile) }
      // One statement each, so that of two pages that write at once only one succeeds.
      const stored = await (revision === 0 ? insertNew(row) : updateFrom(row, revision))
      return stored === 1n ? { profile, revision: revision + 1 } : null
    },
  }

  async function insertNew(row: SessionTables['service_profile']) {
    const insert = query
      .insertInto('service_profile')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
    return (await insert.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows
  }

  async function updateFrom({ address, account_id, ...changes }: SessionTables['service_profile'], revision: number) {
    const update = query
      .updateTable('service_profile')
      .set(changes)
      .where('address', '=', address)
      .where('account_id', '=', account_id)
      .where('revision', '=', revision)
    return (await update.executeTakeFirstOrThrow()).numUpdatedRows
  }
}

interface ProfileOptions {
  sessions: Sessions
  profiles: ProfileStore
  identity: Identity
  /** The base address of the service. */
  address: string
  log: Logger
}

/** The routes under `/bff/service-profile`. */
export function profileRoutes({ sessions, profiles, identity, address, log }: ProfileOptions): Hono<Bindings> {
  async function accountFrom(c: RequestContext): Promise<number> {
    const session = await sessions.find(readCookie(c), true)
    if (!session) throw noSession()
    requireMatchingAccount(c, identity(session.account.id))
    return session.account.id
  }

  return new Hono<Bindings>()
    .get('/', async (c) => c.json(await profiles.read(address, await accountFrom(c))))
    .put('/', async (c) => {
      const accountId = await accountFrom(c)
      if (byteLength(await c.req.text()) > maxProfileBytes) throw profileTooLarge(maxProfileBytes)
      const { profile, revision } = await jsonBody(c, ProfileDraft)
      const stored = await profiles.write(address, accountId, profile, revision)
      if (!stored) throw profileChanged()
      log.info({ event: 'service-profile', account: accountId, revision: stored.revision }, 'service profile written')
      return c.json(stored)
    })
}
