import { randomUUID } from 'node:crypto'
import { chatTitle } from '#contract/chat-title.ts'
import { unnamedRule } from '#contract/gateway/cause.ts'
import { isWithin } from '#contract/gateway/reach.ts'
import { noRightCode } from '#contract/session.ts'
import { Refusal } from '#http/refusal.ts'
import { noRight } from '#gateway/refusals.ts'
import type { GatewayTables, Trx } from '#gateway/database/database.ts'
import { unlessFailed } from '#gateway/worker/not-sent.ts'
import { startedByWorker } from '#gateway/jobs/start-job.ts'
import { carryOutWorkerJob } from '#gateway/jobs/worker-job.ts'
import { startTurningOn } from '#gateway/presets/start.ts'
import { activeIn, findPreset, openOnes } from '#gateway/presets/stored.ts'
import { rowsWith } from '#db/rows.ts'
import type { WatchRound, WatchedChat, WatchedRule } from './watch.ts'
import type { WrittenHits } from './write-hits.ts'
import type { Wave } from '../matching/matching-thread.ts'

/**
 * What follows from hits in a chat: people are notified, and the actions of a rule that concern the chat instead of a message, the announcement and the
 * preset. Each of these is recorded in the same transaction as the hits and carried out afterwards, so a gateway that stops in between never repeats one (at
 * most once).
 */

export interface FollowUp {
  rule: WatchedRule
  kind: 'announce' | 'preset'
}

const announceEveryMs = 10 * 60_000
const minuteMs = 60_000

/** Records the follow-ups that are due in a chat. @param live hits of live rules that were just written */
export async function reserveFollowUps(
  trx: Trx,
  workspace: string,
  chatId: number,
  live: readonly WrittenHits[],
  now: number,
): Promise<FollowUp[]> {
  const reserved: FollowUp[] = []
  for (const { rule } of live) {
    const { announce, preset } = rule.rule.actions
    const row = { workspace, rule_id: rule.id, chat_id: chatId }
    if (announce !== null && (await reserve(trx, { ...row, kind: 'announce' }, announceEveryMs, now)))
      reserved.push({ rule, kind: 'announce' })
    // Whether the preset is on already is checked later. This limit prevents a retry with every message if turning it on fails.
    if (preset !== null && (await reserve(trx, { ...row, kind: 'preset' }, minuteMs, now))) reserved.push({ rule, kind: 'preset' })
  }
  return reserved
}

type FollowUpKey = Pick<GatewayTables['rule_act'], 'workspace' | 'rule_id' | 'chat_id' | 'kind'>

async function reserve(trx: Trx, key: FollowUpKey, everyMs: number, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rule_act')
    .values({ ...key, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'rule_id', 'chat_id', 'kind'])
        .doUpdateSet({ at: now })
        // A time in the future was written before the clock was set back.
        .where((is) => is.or([is('rule_act.at', '<=', now - everyMs), is('rule_act.at', '>', now)])),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const causeOf = ({ id, rule }: WatchedRule) => ({ kind: 'rule', id, title: rule.name }) as const

/** A failed follow-up is not retried, because it would come too late. The audit log records the failure. */
export async function runFollowUps(round: WatchRound, chat: WatchedChat, followUps: readonly FollowUp[]): Promise<void> {
  for (const { rule, kind } of followUps) {
    const isDone = await unlessFailed(async () => {
      if (kind === 'preset') return turnOnPreset(round, chat, rule)
      await announce(round, chat, rule)
      return true
    })
    round.recorder?.ruleAction(kind, isDone ? 'done' : 'failed')
  }
}

async function announce({ work }: WatchRound, chat: WatchedChat, rule: WatchedRule): Promise<void> {
  const text = rule.rule.actions.announce ?? ''
  await work.callFor(causeOf(rule))('messageSend', { params: { chatId: chat.id }, body: { text } })
}

/** Has no effect in a chat where the preset is on already, whoever turned it on. Resolves to whether nothing failed. */
async function turnOnPreset(round: WatchRound, chat: WatchedChat, rule: WatchedRule): Promise<boolean> {
  const { workspace, database, nowMs } = round
  const { presetId, minutes } = rule.rule.actions.preset ?? { presetId: '', minutes: 0 }
  const preset = await findPreset(database.query, workspace, presetId)
  if (!preset || Object.keys(preset.values).length === 0 || !isWithin([chat.id], preset.reach)) return true
  if (activeIn(await openOnes(database.query, workspace), presetId, chat.id)) return true
  const id = randomUUID()
  const { name, values } = preset
  const of = { workspace, id, presetId, name, values, ruleName: rule.rule.name, until: nowMs() + minutes * minuteMs }
  const draft = { ...of, chatIds: [chat.id], ownChatIds: [], acceptsRisks: false, startedBy: startedByWorker(round.work.accountId) }
  const on = await startTurningOn(round, { ...draft, by: unnamedRule, actingPerson: null }, (trx) =>
    requireRunning(trx, workspace, rule),
  ).catch(nothingIfStopped)
  const counts = on && (await carryOutWorkerJob(round, round.work, id, { isOnce: true }))
  return !counts || counts.failed + counts.unknown === 0
}

/** Throws a Refusal where the rule was stopped meanwhile, as by whoever took the right of its lender. */
async function requireRunning(trx: Trx, workspace: string, { id }: WatchedRule): Promise<void> {
  const rule = rowsWith(trx, 'rule', { workspace, id }).select('id')
  if (!(await rule.where('running_version', 'is not', null).executeTakeFirst())) throw noRight()
}

function nothingIfStopped(error: unknown): null {
  if (error instanceof Refusal && error.code === noRightCode) return null
  throw error
}

/** Notifies people of the hits of rules whose actions include notifying. */
export async function notifyHits(
  { notify, workspace }: WatchRound,
  trx: Trx,
  chat: WatchedChat,
  written: readonly WrittenHits[],
): Promise<void> {
  for (const { rule, messages } of written) {
    if (!rule.rule.actions.notify) continue
    const found = messages.length === 1 ? 'a message' : `${messages.length} messages`
    const notification = {
      event: 'ruleMatched',
      subject: `rule ${rule.id}`,
      chatIds: [chat.id],
      cause: causeOf(rule),
      title: `“${rule.rule.name}” found ${found} in ${chatTitle(chat)}`,
      text: '',
      link: '/inbox',
    } as const
    await notify(workspace, notification, trx)
  }
}

const maxSample = 200

export async function notifyWaves({ notify, workspace }: WatchRound, trx: Trx, chat: WatchedChat, waves: readonly Wave[]): Promise<void> {
  for (const { sample, count } of waves)
    await notify(
      workspace,
      {
        event: 'waveBegan',
        subject: 'wave',
        chatIds: [chat.id],
        cause: { kind: 'hand' },
        title: `A wave begins in ${chatTitle(chat)}`,
        text: `${count} similar messages: “${sample.slice(0, maxSample)}”`,
        link: `/chats/${chat.id}/messages`,
      },
      trx,
    )
}
