import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { Failure } from '#contract/client.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { NotSent } from '../../../worker/not-sent.ts'
import { tellPresetOn } from '../../notifications/tell.ts'
import type { PresetContext } from '../../presets/context.ts'
import { carryOutTurnOn, createOn } from '../../presets/runs.ts'
import { activeIn, findPreset, openOnes } from '../../presets/stored.ts'
import { presetTimer } from '../../presets/timer.ts'
import type { CompiledRule } from './chat-matchers.ts'
import type { Turn, WatchedChat } from './watch.ts'
import type { WrittenHits } from './write-hits.ts'

/**
 * What a rule does beside deleting: it announces, and turns a preset on. Each is written down together with what the rule named and done afterwards, so
 * that a gateway that ends in between does it never rather than twice.
 */

type Trx = Transaction<SessionTables>

export interface ReservedAct {
  rule: CompiledRule
  kind: 'announce' | 'preset'
}

const announceEveryMs = 10 * 60_000
const minuteMs = 60_000

/** @param acting live rules that named something in the chat just now */
export async function reserveActs(
  trx: Trx,
  workspace: string,
  chatId: number,
  acting: readonly WrittenHits[],
  now: number,
): Promise<ReservedAct[]> {
  const reserved: ReservedAct[] = []
  for (const { rule } of acting) {
    const { announce, preset } = rule.rule.actions
    const row = { workspace, rule_id: rule.id, chat_id: chatId }
    if (announce !== null && (await reserve(trx, { ...row, kind: 'announce' }, announceEveryMs, now)))
      reserved.push({ rule, kind: 'announce' })
    // Whether it is still on is found out when it is turned on; this keeps a failing one from being tried with every message.
    if (preset !== null && (await reserve(trx, { ...row, kind: 'preset' }, minuteMs, now))) reserved.push({ rule, kind: 'preset' })
  }
  return reserved
}

type ActKey = Pick<SessionTables['rule_act'], 'workspace' | 'rule_id' | 'chat_id' | 'kind'>

async function reserve(trx: Trx, key: ActKey, everyMs: number, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rule_act')
    .values({ ...key, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'rule_id', 'chat_id', 'kind'])
        .doUpdateSet({ at: now })
        // What was done in the future was written by a clock that has been set back since.
        .where((is) => is.or([is('rule_act.at', '<=', now - everyMs), is('rule_act.at', '>', now)])),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const causeOf = ({ id, rule }: CompiledRule): Cause => ({ kind: 'rule', id, title: rule.name })

/** What fails is not tried again: it would come too late. The audit log has it. */
export async function actOn(turn: Turn, chat: WatchedChat, acts: readonly ReservedAct[]): Promise<void> {
  for (const { rule, kind } of acts) {
    const act = kind === 'announce' ? announce(turn, chat, rule) : turnOnPreset(turn, chat, rule)
    try {
      await act
      turn.recorder?.ruleAction(kind, 'done')
    } catch (error) {
      if (error instanceof NotSent || !(error instanceof Failure)) throw error
      turn.recorder?.ruleAction(kind, 'failed')
    }
  }
}

async function announce({ work }: Turn, chat: WatchedChat, rule: CompiledRule): Promise<void> {
  const text = rule.rule.actions.announce ?? ''
  await work.callFor(causeOf(rule))('messageSend', { params: { chatId: chat.id }, body: { text } })
}

/** In a chat that has the preset on already, whoever turned it on, nothing happens. */
async function turnOnPreset(turn: Turn, chat: WatchedChat, rule: CompiledRule): Promise<void> {
  const { workspace, database, nowMs, notify } = turn
  const { presetId, minutes } = rule.rule.actions.preset ?? { presetId: '', minutes: 0 }
  const preset = await findPreset(database.query, workspace, presetId)
  if (!preset || Object.keys(preset.values).length === 0) return
  if (activeIn(await openOnes(database.query, workspace), presetId, chat.id)) return
  const id = randomUUID()
  const until = nowMs() + minutes * minuteMs
  const by = `Rule “${rule.rule.name}”`
  const { name, values } = preset
  const timer = presetTimer(turn.planner, workspace)
  const draft = { workspace, id, presetId, name, values, at: nowMs(), by, until, chatIds: [chat.id] }
  const on = await createOn(database, draft, async (trx, chatIds) => {
    const timed = { id, name, by, until, chatIds }
    await timer.setEnd(timed, trx)
    await timer.setResuming(timed, nowMs(), trx)
    await tellPresetOn(notify, workspace, timed, by, trx)
  })
  if (on) await carryOutTurnOn(presetContext(turn, by), on, () => true)
}

const presetContext = ({ workspace, work, database, nowMs, leaseNow, notify, planner }: Turn, by: string): PresetContext => ({
  workspace,
  query: database.query,
  transaction: work.transaction,
  nowMs,
  leaseNow,
  by,
  callFor: work.callFor,
  sounds: work.sounds,
  // Nobody is there who could accept them.
  acceptRisks: false,
  notify,
  cancelTimer: (trx, id) => presetTimer(planner, workspace).cancelEnd(id, trx),
  cancelResuming: (id) => presetTimer(planner, workspace).cancelResuming(id),
})
