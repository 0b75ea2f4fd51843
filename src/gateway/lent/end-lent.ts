import type { GatewayAction } from '#contract/gateway/audit-actions.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { type Lent, type LentKind, mayLend } from '#contract/gateway/lent.ts'
import type { Target } from '#contract/recorded-change.ts'
import { rowsWith, update } from '#db/rows.ts'
import { actingPerson, type Actor, actorOf } from '../audit/actor.ts'
import { recordDone } from '../audit/record-done.ts'
import type { Trx } from '../database/database.ts'
import { turnOffHours } from '../hours/plan-hours.ts'
import { stopChannel } from '../notifications/channels.ts'
import type { Notify } from '../notifications/notify.ts'
import type { SignedInRequest, HandlerOptions } from '../pipeline/handler.ts'
import { brakeAndNotify } from '../rules/work/brakes.ts'
import { readNow } from '../worker/lease.ts'
import { findLent } from './find-lent.ts'
import { grantsOfLenders } from './require-lender.ts'

/** Ends what people lent and may lend no longer, in the transaction in which they lose the right. */

export interface TeamEnding {
  workspace: string
  /** Who took the right, for the audit log. */
  actor: Actor
  /** Milliseconds of the clock of this process. */
  nowMs: number
}

interface Ending extends TeamEnding {
  /** Milliseconds of the clock of the database. */
  now: number
  notify: Notify
}

type Ended = Pick<Lent, 'kind' | 'id' | 'name' | 'reach'>

interface Kind<Context> {
  /** As what it is recorded. */
  action: GatewayAction
  target: (id: string) => Target
  end: (trx: Trx, lent: Ended, ending: Context) => Promise<void>
}

const revoke =
  (table: 'invitation' | 'scoped_token'): Kind<TeamEnding>['end'] =>
  async (trx, { id }, { nowMs }) => {
    await update(trx, table, { id }, { revoked: Math.floor(nowMs / 1000) })
  }

/** What also ends when team access is turned off (access/team-keys.ts). */
export const endOfTeam: Record<'invitation' | 'token', Kind<TeamEnding>> = {
  invitation: { action: 'invitationRevoke', target: (invitationId) => ({ invitationId }), end: revoke('invitation') },
  token: { action: 'scopedTokenRevoke', target: (tokenId) => ({ tokenId }), end: revoke('scoped_token') },
}

const kinds: Record<LentKind, Kind<Ending>> = {
  ...endOfTeam,
  rule: {
    action: 'ruleSetState',
    target: (ruleId) => ({ ruleId }),
    // In shadow too: a rule in shadow reads chats and stores their messages.
    end: async (trx, { id, name, reach }, { workspace, now, notify, actor }) => {
      const rule = { id, name, chatIds: reach === 'all' ? [] : reach }
      await brakeAndNotify(trx, { workspace, now, notify, by: actingPerson(actor) }, rule, 'lender')
    },
  },
  hours: {
    action: 'hoursEnded',
    target: (chatId) => ({ chatId: Number(chatId) }),
    end: async (trx, { id }, { workspace, actor, nowMs }) => {
      await turnOffHours(trx, { workspace, chatId: Number(id), by: actor.who.kind === 'person' ? (actor.who.id ?? null) : null, nowMs })
    },
  },
  channel: {
    action: 'notificationEventSet',
    target: (channelId) => ({ channelId }),
    end: (trx, { id }, { workspace }) => stopChannel(trx, workspace, id),
  },
}

export async function recordEnded(
  trx: Trx,
  { workspace, actor, nowMs }: TeamEnding,
  { kind, id, name }: Ended,
  cause: Cause,
): Promise<void> {
  const { action, target } = kinds[kind]
  const chatId = kind === 'hours' ? Number(id) : null
  await recordDone(trx, { workspace, at: nowMs, actor, action, chatId, subject: name, target: target(id), cause })
}

/** Ends what nobody lends any more, and resolves to it. Call it after people, roles or tokens were changed. */
async function endLent(trx: Trx, ending: Ending): Promise<Lent[]> {
  const { workspace } = ending
  const all = await findLent(trx, workspace)
  if (all.length === 0) return []
  const ended: Lent[] = []
  const grants = await grantsOfLenders(trx, workspace)
  for (const lent of all) {
    if (mayLend(grants.get(lent.lenderId) ?? null, lent)) continue
    await kinds[lent.kind].end(trx, lent, ending)
    ended.push(lent)
    await recordEnded(trx, ending, lent, { kind: 'person', id: lent.lenderId, title: await nameOf(trx, lent.lenderId) })
  }
  return ended
}

/** The same for the request of an Owner who takes the right. */
export async function endLentFor(
  { leaseNow, nowMs, notify }: Pick<HandlerOptions, 'leaseNow' | 'nowMs' | 'notify'>,
  trx: Trx,
  { c, session, workspace }: SignedInRequest,
): Promise<Lent[]> {
  const now = await readNow(trx, leaseNow)
  return endLent(trx, { workspace, actor: actorOf(c, session), nowMs: nowMs(), now, notify })
}

/** Of a person or a scoped token. */
async function nameOf(trx: Trx, lenderId: string): Promise<string> {
  const person = await rowsWith(trx, 'person', { id: lenderId }).select('name').executeTakeFirst()
  const token = person ? null : await rowsWith(trx, 'scoped_token', { id: lenderId }).select('label').executeTakeFirst()
  return person?.name ?? token?.label ?? ''
}
