import { randomUUID } from 'node:crypto'
import { confirmScope } from '#contract/session.ts'
import { drift, type DriftPutBack } from '#contract/gateway/drift.ts'
import { insertNew, remove, rowsWith, update } from '#db/rows.ts'
import { freshTokenNeeded, noRight, notFound, standingOff, tooManyIgnored } from '../refusals.ts'
import { countRows } from '../session/read-page.ts'
import { isConfirmed } from '../session/sessions.ts'
import { standingOf } from '../worker/budget.ts'
import { planAction } from '../worker/planner.ts'
import { actorOf } from '../audit/actor.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import type { FindingRow } from './findings.ts'
import { isReversible, putBack, type PutBackResult } from './put-back.ts'
import { mayDecide, readDrift } from './read-drift.ts'
import { driftCheck } from './task.ts'

/** Drift watch: reading what was found, and deciding on it. */

/** In an account. All of them are listed. */
export const maxIgnoredSettings = 1000

export function driftHandlers(options: HandlerOptions): GatewayHandlers<typeof drift> {
  const { database, nowMs, now, serviceClient, knownSounds } = options
  const { query } = database
  const readerOf = ({ session, workspace }: SignedInRequest) => ({ workspace, member: session.member, now: nowMs() })
  const ok = { status: true }

  /** The open ones among these that the person may decide on. Throws where one is outside their rights; one that is decided already is left out. */
  async function openOnes({ session, workspace }: SignedInRequest, ids: readonly string[]): Promise<FindingRow[]> {
    const rows = await rowsWith(query, 'drift_finding', { workspace, id: [...ids] })
      .selectAll()
      .execute()
    if (!rows.every((row) => mayDecide(session.member, row, 'read'))) throw notFound('This change')
    if (!rows.every((row) => mayDecide(session.member, row, 'write'))) throw noRight()
    return rows.filter(({ state }) => state === 'open')
  }

  async function decide({ c, session }: SignedInRequest, rows: readonly FindingRow[], state: 'put-back' | 'accepted'): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const decision = { state, decided_at: nowMs(), decided_by: actorOf(c, session).who.name }
    await update(query, 'drift_finding', { id: ids, state: 'open' }, decision)
  }

  function requireConfirmed({ session }: SignedInRequest, rows: readonly FindingRow[]): void {
    const isEmail = rows.some(({ resource, field }) => resource === 'account' && field === 'email')
    const scope = confirmScope('driftPutBack', drift.driftPutBack.path)
    // As where the profile is saved (forward/step-up.ts).
    if (isEmail && !isConfirmed(session, scope, now())) throw freshTokenNeeded()
  }

  async function putBackOne(request: SignedInRequest, row: FindingRow, overwrites: boolean): Promise<PutBackResult> {
    const { c, session, workspace } = request
    if (!isReversible(row)) return { outcome: 'failed', now: null, message: 'This can’t be put back.' }
    const cause = { kind: 'drift', id: row.id, title: 'Put back' } as const
    const call = serviceClient({ workspace, token: session.token, actor: actorOf(c, session), cause })
    const sounds = await knownSounds(session.account.id)
    return putBack(row, { call, sounds, overwrites, limits: session.member?.limits ?? null })
  }

  return {
    driftRead: async (request) => ({ status: true, data: await readDrift(query, readerOf(request)) }),

    driftCheck: async ({ workspace }) => {
      if ((await standingOf(query, workspace)).standing === 'off') throw standingOff()
      await planAction(query, driftCheck(workspace, nowMs()))
      return ok
    },

    driftAccept: async (request) => {
      await decide(request, await openOnes(request, request.body.ids), 'accepted')
      return ok
    },

    driftPutBack: async (request) => {
      const { ids, overwrites } = request.body
      const rows = await openOnes(request, ids)
      requireConfirmed(request, rows)
      const results: DriftPutBack[] = []
      for (const row of rows) {
        const result = await putBackOne(request, row, overwrites)
        if (result.outcome === 'done') await decide(request, [row], 'put-back')
        results.push({ id: row.id, ...result })
      }
      return { status: true, data: results }
    },

    driftIgnore: async (request) => {
      const { id, scope } = request.body
      const [row] = await openOnes(request, [id])
      if (!row) throw notFound('This change')
      const { workspace, session, c } = request
      const { resource, field } = row
      const isAll = scope === 'all' || row.chat_id === 0
      // In all chats: only who may change it in all of them.
      if (isAll && session.member && row.chat_id !== 0 && session.member.chats !== 'all') throw noRight()
      const chat = isAll ? { chat_id: 0, chat_name: '' } : { chat_id: row.chat_id, chat_name: row.chat_name }
      const by = actorOf(c, session).who.name
      await database.transaction(async (trx) => {
        const ignored = rowsWith(trx, 'drift_ignored', { workspace }).select('id')
        if ((await countRows(trx, ignored)) >= maxIgnoredSettings) throw tooManyIgnored(maxIgnoredSettings)
        await insertNew(trx, 'drift_ignored', { id: randomUUID(), workspace, resource, field, ...chat, at: nowMs(), by })
        const open = trx
          .updateTable('drift_finding')
          .set({ state: 'over', decided_at: nowMs(), decided_by: by })
          .where('workspace', '=', workspace)
        const same = open.where('state', '=', 'open').where('resource', '=', resource).where('field', '=', field)
        await (isAll ? same : same.where('chat_id', '=', row.chat_id)).execute()
      })
      return ok
    },

    driftUnignore: async ({ params, session, workspace }) => {
      const row = await rowsWith(query, 'drift_ignored', { workspace, id: params.ignoredId }).selectAll().executeTakeFirst()
      if (!row || !mayDecide(session.member, row, 'read')) throw notFound('This setting')
      if (!mayDecide(session.member, row, 'write') || (row.chat_id === 0 && session.member && session.member.chats !== 'all'))
        throw noRight()
      await remove(query, 'drift_ignored', { id: row.id })
      return ok
    },
  }
}
