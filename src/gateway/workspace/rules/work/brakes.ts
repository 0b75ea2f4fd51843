import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Message } from '#contract/messages.ts'
import type { RuleBrake, StopBrake } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { fallBack } from '../store.ts'
import type { WatchedRule } from './watched-rule.ts'
import { notifyBraked } from './notify-rules.ts'
import { countsFor } from './start-points.ts'
import type { WatchRound, WatchedChat } from './watch.ts'
import type { WrittenHits } from './write-hits.ts'

/** The limits of live rules: a rule that exceeds one falls back to shadow, and people are notified. */

type Trx = Transaction<SessionTables>

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Puts a live rule back into shadow, and notifies people once. @param limit 0 for `chats` and `fault` */
export async function fallBackAndNotify(
  round: WatchRound,
  trx: Trx,
  rule: WatchedRule,
  brake: Exclude<RuleBrake, StopBrake>,
  limit: number,
  now: number,
): Promise<void> {
  if (await fallBack(trx, round.workspace, rule.id, brake, limit, now)) await notifyBraked(round, trx, rule, brake, limit)
}

interface Read {
  chat: Pick<WatchedChat, 'starts'>
  rules: readonly WatchedRule[]
  fresh: readonly Message[]
  written: readonly WrittenHits[]
  now: number
}

/** Counts the new messages for each rule. Resolves to the ids of the rules that fell back because they matched a larger share than their limit. */
export async function applyPercentBrake(
  round: WatchRound,
  trx: Trx,
  { chat, rules, fresh, written, now }: Read,
): Promise<ReadonlySet<string>> {
  const fallen = new Set<string>()
  for (const rule of rules) {
    const { actions, brakes } = rule.rule
    if (rule.state !== 'live' || actions.deleteAfterSeconds === null) continue
    const read = fresh.filter((message) => countsFor(chat, rule, message)).length
    const matched = written.find((one) => one.rule === rule && one.isLive)?.messages.length ?? 0
    if (!round.watch.percent.isReached(`${rule.id} ${rule.version}`, { read, matched }, brakes.percent, round.monotonicMs())) continue
    await fallBackAndNotify(round, trx, rule, 'percent', brakes.percent, now)
    fallen.add(rule.id)
  }
  return fallen
}

/** How many messages a rule may still delete now, and the limit that determines it. */
export async function remainingAllowance(
  trx: Trx,
  workspace: string,
  { id, rule: { brakes } }: WatchedRule,
  now: number,
): Promise<{ remaining: number; brake: 'perMinute' | 'perHour'; limit: number }> {
  // Deletions in the future were counted before the clock was set back. They still count, so that the limit errs on the safe side.
  const { minute, hour } = await trx
    .selectFrom('rule_hit')
    .select([
      sql<number | string | null>`sum(case when at > ${now - minuteMs} then 1 else 0 end)`.as('minute'),
      (is) => is.fn.countAll<number | string>().as('hour'),
    ])
    .where('workspace', '=', workspace)
    .where('at', '>', now - hourMs)
    .where('rule_id', '=', id)
    .where('state', 'in', ['deleting', 'deleted', 'unknown'])
    .where('by', '=', sql.lit(''))
    .executeTakeFirstOrThrow()
  const ofMinute = brakes.perMinute - Number(minute ?? 0)
  const ofHour = brakes.perHour - Number(hour)
  return ofMinute <= ofHour
    ? { remaining: Math.max(0, ofMinute), brake: 'perMinute', limit: brakes.perMinute }
    : { remaining: Math.max(0, ofHour), brake: 'perHour', limit: brakes.perHour }
}
