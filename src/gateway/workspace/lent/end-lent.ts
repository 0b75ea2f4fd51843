import type { Transaction } from 'kysely'
import type { Target } from '#contract/recorded-change.ts'
import { workspaceActions, type WorkspaceAction } from '#contract/workspace/audit-actions.ts'
import { mayLend, type Lent, type LentKind } from '#contract/workspace/lent.ts'
import type { SessionTables } from '../../session/tables.ts'
import { actorOf, type Actor } from '../audit/actor.ts'
import { appendAll } from '../audit/writer.ts'
import type { SignedInRequest, WorkspaceOptions } from '../handler.ts'
import { turnOffHours } from '../hours/turn-off-hours.ts'
import { stopChannel } from '../notifications/channels.ts'
import type { Notify } from '../notifications/notify.ts'
import { readNow } from '../rules/review/read-review.ts'
import { stopForLender } from '../rules/stop-rule.ts'
import { lockPresets } from '../presets/chat-lock.ts'
import { setChat } from '../presets/stored.ts'
import { findLent } from './find-lent.ts'
import { grantsOfLenders } from './require-lender.ts'

/** Ends what people lent and may lend no longer, in the transaction in which they lose the right. */

type Trx = Transaction<SessionTables>

interface Ending {
  workspace: string
  /** Who took the right, for the audit log. */
  actor: Actor
  /** Milliseconds: of the clock of this process, and of the database. */
  nowMs: number
  now: number
  notify: Notify
}

interface Kind {
  /** As what it is recorded. */
  action: WorkspaceAction
  target: (id: string) => Target
  /** Resolves to whether there was anything to end. */
  end: (trx: Trx, lent: Lent, ending: Ending) => Promise<boolean>
}

const kinds: Record<LentKind, Kind> = {
  invitation: {
    action: 'invitationRevoke',
    target: (invitationId) => ({ invitationId }),
    end: async (trx, { id }, { nowMs }) => {
      await trx
        .updateTable('invitation')
        .set({ revoked: Math.floor(nowMs / 1000) })
        .where('id', '=', id)
        .execute()
      return true
    },
  },
  token: {
    action: 'scopedTokenRevoke',
    target: (tokenId) => ({ tokenId }),
    end: async (trx, { id }, { nowMs }) => {
      await trx
        .updateTable('scoped_token')
        .set({ revoked: Math.floor(nowMs / 1000) })
        .where('id', '=', id)
        .execute()
      return true
    },
  },
  rule: {
    action: 'ruleSetState',
    target: (ruleId) => ({ ruleId }),
    end: async (trx, lent, ending) => {
      await stopForLender(trx, lent, ending)
      return true
    },
  },
  hours: {
    action: 'hoursEnded',
    target: (chatId) => ({ chatId: Number(chatId) }),
    end: async (trx, { id }, { workspace, actor, nowMs }) => {
      await turnOffHours(trx, { workspace, chatId: Number(id), by: actor.who.kind === 'person' ? (actor.who.id ?? null) : null, nowMs })
      return true
    },
  },
  channel: {
    action: 'notificationEventSet',
    target: (channelId) => ({ channelId }),
    end: async (trx, { id }, { workspace }) => {
      await stopChannel(trx, workspace, id)
      return true
    },
  },
  // What is on stays on until its time: ending it early could open chats that somebody closed for a reason.
  preset: {
    action: 'presetStopped',
    target: (onId) => ({ onId }),
    end: async (trx, { id, reach }, { workspace }) => {
      let stopped = 0n
      for (const chatId of reach === 'all' ? [] : reach)
        for (const { numUpdatedRows } of await setChat(trx, { workspace, chatId, onId: id }, { state: 'failed', message: notTurnedOn }, [
          'waiting',
        ]))
          stopped += numUpdatedRows
      return stopped > 0n
    },
  },
}

const notTurnedOn = 'Whoever turned it on may not do so any more. Try again to turn it on under your name.'

/** Ends what nobody lends any more, and resolves to it. Call it after people, roles or tokens were changed. */
async function endLent(trx: Trx, ending: Ending): Promise<Lent[]> {
  const { workspace, actor, nowMs } = ending
  // A preset that is being turned on is stored before this, and found, or after this, and refused.
  await lockPresets(trx, workspace)
  const all = await findLent(trx, workspace)
  if (all.length === 0) return []
  const ended: Lent[] = []
  const grants = await grantsOfLenders(trx, workspace)
  for (const lent of all) {
    if (mayLend(grants.get(lent.lenderId) ?? null, lent)) continue
    const { action, target, end } = kinds[lent.kind]
    if (!(await end(trx, lent, ending))) continue
    ended.push(lent)
    const { kind } = workspaceActions[action]
    const chatId = lent.kind === 'hours' ? Number(lent.id) : null
    const data = {
      ...actor,
      action,
      kind,
      chatId,
      chatName: '',
      subject: lent.name,
      target: target(lent.id),
      changes: [],
      count: 1,
      cause: { kind: 'person', id: lent.lenderId, title: await nameOf(trx, lent.lenderId) } as const,
      request: '',
    }
    const [entry] = await appendAll(trx, [{ kind: 'entry', workspace, at: nowMs, data }])
    await appendAll(trx, [{ kind: 'outcome', workspace, at: nowMs, entry: entry!.line, data: { outcome: 'done', message: '' } }])
  }
  return ended
}

/** The same for the request of an Owner who takes the right. */
export async function endLentFor(
  { leaseNow, nowMs, notify }: Pick<WorkspaceOptions, 'leaseNow' | 'nowMs' | 'notify'>,
  trx: Trx,
  { c, session, workspace }: SignedInRequest,
): Promise<Lent[]> {
  const now = await readNow(trx, leaseNow)
  return endLent(trx, { workspace, actor: actorOf(c, session), nowMs: nowMs(), now, notify })
}

/** Of a person or a scoped token. */
async function nameOf(trx: Trx, lenderId: string): Promise<string> {
  const person = await trx.selectFrom('person').select('name').where('id', '=', lenderId).executeTakeFirst()
  const token = person ? null : await trx.selectFrom('scoped_token').select('label').where('id', '=', lenderId).executeTakeFirst()
  return person?.name ?? token?.label ?? ''
}
