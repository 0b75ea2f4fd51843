import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Message } from '#contract/messages.ts'
import type { RuleBrake } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { fallBack } from '../store.ts'
import type { CompiledRule } from './chat-matchers.ts'
import { tellFellBack } from './tell-rules.ts'
import type { Turn } from './watch.ts'
import type { WrittenHits } from './write-hits.ts'

/** What keeps a rule from doing more than it was meant to do: beyond a limit it falls back to shadow, and people are told. */

type Trx = Transaction<SessionTables>

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Puts a live rule back into shadow, once. @param limit 0 for `chats` and `fault` */
export async function stopRule(turn: Turn, trx: Trx, rule: CompiledRule, brake: RuleBrake, limit: number, now: number): Promise<void> {
  if (await fallBack(trx, turn.workspace, rule.id, brake, limit, now)) await tellFellBack(turn, trx, rule, brake, limit)
}

interface Read {
  rules: readonly CompiledRule[]
  fresh: readonly Message[]
  written: readonly WrittenHits[]
  now: number
}

/** Counts what was read for each rule. Resolves to the ids of those that named a larger share of it than they may delete. */
export async function reachPercent(turn: Turn, trx: Trx, { rules, fresh, written, now }: Read): Promise<ReadonlySet<string>> {
  const fallen = new Set<string>()
  for (const rule of rules) {
    const { actions, brakes } = rule.rule
    if (rule.state !== 'live' || actions.deleteAfterSeconds === null) continue
    const read = fresh.filter(({ time }) => time > rule.since / 1000).length
    const named = written.find((one) => one.rule === rule && one.isLive)?.messages.length ?? 0
    if (!turn.watch.percent.isReached(`${rule.id} ${rule.version}`, { read, named }, brakes.percent, turn.monotonicMs())) continue
    await stopRule(turn, trx, rule, 'percent', brakes.percent, now)
    fallen.add(rule.id)
  }
  return fallen
}

/** How many messages a rule may still delete now, and which limit that is. */
export async function roomOf(
  trx: Trx,
  workspace: string,
  { id, rule: { brakes } }: CompiledRule,
  now: number,
): Promise<{ room: number; brake: 'perMinute' | 'perHour'; limit: number }> {
  // Those of the future were counted before the clock was set back. They count too: rather too few are deleted than too many.
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
    ? { room: Math.max(0, ofMinute), brake: 'perMinute', limit: brakes.perMinute }
    : { room: Math.max(0, ofHour), brake: 'perHour', limit: brakes.perHour }
}
