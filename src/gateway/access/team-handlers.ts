import { randomUUID } from 'node:crypto'
import { serviceName } from '#contract/provider-names.ts'
import { type RoleChanges, isRight, right } from '#contract/gateway/rights.ts'
import type { team } from '#contract/gateway/people.ts'
import { Refusal, invalid } from '#http/refusal.ts'
import { equal, insert, update } from '#db/rows.ts'
import { readAccount } from '../forward/upstream-account.ts'
import { changedMeanwhile, freshTokenNeeded, otherAccount, teamAlreadyOn, teamNotOn } from '../refusals.ts'
import { parseToken } from '../server/request-body.ts'
import { limitAttempts } from '../server/attempt-limiter.ts'
import type { RequestContext } from '../server/request-context.ts'
import { writeSessionCookie } from '../session/cookie.ts'
import { type ActiveSession, tokenExpiryOf } from '../session/sessions.ts'
import type { Trx } from '../database/database.ts'
import { replaceStandingToken } from '../worker/standing.ts'
import { actorOf } from '../audit/actor.ts'
import { othersIn, requireFreeName } from './grants.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { endLentFor } from '../lent/end-lent.ts'
import { lastingToken } from '../session/describe-session.ts'
import { readTeam } from './read-team.ts'
import { activePeople } from './team-of-session.ts'
import { turnOffTeam } from './team-keys.ts'

/** Team access: on, off, the sealed token and the roles. */
export function teamHandlers(options: HandlerOptions): GatewayHandlers<typeof team> {
  const { database, keys, sessions, describeSession, confirmLimiter, log, now, nowMs } = options

  /** A token that belongs to the account of the session, as the service says. */
  async function checkedToken(c: RequestContext, { hash, account }: ActiveSession, typed: string): Promise<string> {
    const token = parseToken(typed)
    const { id } = await limitAttempts(c, confirmLimiter, hash, () => readAccount(options, token)).catch(ontoField)
    if (id !== account.id) throw otherAccount()
    const ends = tokenExpiryOf(token)
    if (ends !== null && ends <= now()) throw invalid({ token: ['has expired'] })
    return token
  }

  const sealed = (workspace: string, token: string) => ({
    sealed_token: keys.seal('workspace-token', workspace, token),
    token_end: token.slice(-4),
    token_checked: now(),
    token_rejected: 0,
  })

  /**
   * A new Owner. Whoever has the token turns team access on again under a name of their own, and people of before sign in as before: a name is no proof of
   * being somebody. An Owner of that name who never had a passkey or a company sign-in can only have come with the token, and stays the same person.
   */
  async function firstOwner(trx: Trx, workspace: string, name: string): Promise<string> {
    const known = await activePeople(trx, workspace)
      .where(equal({ role: 'owner', name }))
      .where((is) => is.not(is.exists(is.selectFrom('passkey').select('id').whereRef('person_id', '=', 'person.id'))))
      .where((is) => is.not(is.exists(is.selectFrom('company_identity').select('subject').whereRef('person_id', '=', 'person.id'))))
      .select('id')
      .executeTakeFirst()
    if (known) return known.id
    requireFreeName(await othersIn(trx, workspace), name)
    const id = randomUUID()
    const grant = { role: 'owner' as const, chats: '"all"', limits: '{}', email: '', invited_by: '' }
    const fresh = { joined: now(), last_seen: now(), used_recovery_code: 0, waiting_until: 0, removed: null, revision: 1 }
    await insert(trx, 'person', { id, workspace, name, ...grant, ...fresh })
    return id
  }

  /** @param title what people who may not read the account know it by */
  const turnOn = (session: ActiveSession, token: string, name: string, title: string) =>
    database.serializable(async (trx) => {
      const { account, workspace } = session
      const on = {
        account_name: title,
        account_email: account.email,
        since: now(),
        turned_on_by: name,
        ...sealed(workspace, token),
      }
      const insert = trx
        .insertInto('team')
        .values({ workspace, account_id: account.id, roles: '{}', roles_revision: 0, ...on })
        .onConflict((conflict) => conflict.column('workspace').doUpdateSet(on).where('team.since', 'is', null))
      const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw teamAlreadyOn()
      return firstOwner(trx, workspace, name)
    })

  return {
    teamRead: async ({ workspace }) => ({ status: true, data: await readTeam(database.query, workspace, now()) }),

    teamTurnOn: async ({ c, session, body }) => {
      if (session.team) throw teamAlreadyOn()
      // Entering the token is the confirmation.
      if (body.token === undefined && session.freshUntil <= now()) throw freshTokenNeeded()
      const token = body.token === undefined ? await lastingToken(options, c, session) : await checkedToken(c, session, body.token)
      const { company, name } = await readAccount(options, token)
      const personId = await turnOn(session, token, body.name.trim(), company || name)
      const id = await sessions.giveTo(session, personId)
      writeSessionCookie(c, id, session, now())
      log.info({ event: 'team-on', account: session.account.id, person: personId }, 'team access turned on')
      return describeSession(c, await sessions.find(id, true))
    },

    teamTurnOff: async ({ c, session, workspace }) => {
      await database.serializable(async (trx) => {
        if (!(await turnOffTeam(trx, { workspace, actor: actorOf(c, session), nowMs: nowMs() }))) throw teamNotOn()
      })
      log.info({ event: 'team-off', account: session.account.id }, 'team access turned off')
      return { status: true }
    },

    teamTokenReplace: async ({ c, session, workspace, body }) => {
      if (!session.team) throw teamNotOn()
      const token = await checkedToken(c, session, body.token)
      const { numUpdatedRows } = await database.query
        .updateTable('team')
        .set(sealed(workspace, token))
        .where('workspace', '=', workspace)
        .where('since', 'is not', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw teamNotOn()
      await replaceStandingToken(options, workspace, token)
      log.info({ event: 'team-token', account: session.account.id }, 'the token of the team was replaced')
      return { status: true }
    },

    rolesUpdate: async ({ c, session, workspace, body: { roles, revision } }) => {
      refuseOwnersOnly(roles)
      const ended = await database.serializable(async (trx) => {
        const changed = { roles: JSON.stringify(roles), roles_revision: revision + 1 }
        if (!(await update(trx, 'team', { workspace, roles_revision: revision }, changed)))
          throw changedMeanwhile('The permissions of the roles')
        return endLentFor(options, trx, { c, session, workspace })
      })
      return { status: true, data: await readTeam(database.query, workspace, now()), ended }
    },
  }
}

/** A token that was typed for the team is a field of a form. The code of a rejected token would say that the session has ended. */
function ontoField(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'token_refused') throw error
  const said = error.serviceMessage?.replace(/\.$/, '')
  throw invalid({ token: [said ? `is rejected by ${serviceName()}: “${said}”` : `is rejected by ${serviceName()}`] })
}

/** They could be stored without effect, but whoever saves them would believe that they had one. */
function refuseOwnersOnly(changes: RoleChanges): void {
  for (const [role, change] of Object.entries(changes))
    for (const name of Object.keys(change?.rights ?? {}))
      if (isRight(name) && right(name).ownersOnly) throw invalid({ [`${role}.${name}`]: ['is a permission of Owners only'] })
}
