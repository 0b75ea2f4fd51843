import { sql } from 'kysely'
import type { Message } from '#contract/messages.ts'
import { brakedTitle, brakeInWords, type RuleBrake, type StopBrake, isStopBrake } from '#contract/gateway/rules.ts'
import type { Trx } from '#gateway/database/database.ts'
import { recordDone, roomkeeper } from '#gateway/audit/record-done.ts'
import { stopFromServer } from '../switch.ts'
import { countsFor } from './start-points.ts'
import type { WatchRound, WatchedChat, WatchedRule } from './watch.ts'
import type { WrittenHits } from './write-hits.ts'
import type { Notify } from '#gateway/notifications/notify.ts'
import { rowsWith } from '#db/rows.ts'
import { brakeRule } from '../change-rules.ts'

/** A rule that reached a brake, or whose starter may no longer run it, falls back to shadow or is stopped, and people are told once. */

interface Braked {
  id: string
  name: string
  /** Those that it is about; empty: it concerns everybody. */
  chatIds: readonly number[]
}

interface Braking {
  workspace: string
  notify: Notify
  /** Milliseconds of the database's clock. */
  now: number
  /** Who took the right to run it; undefined: nobody. */
  by?: string | null
}

/** Resolves to false if the rule no longer ran. @param limit that it exceeded; 0 for brakes without one */
export async function brakeAndNotify(
  trx: Trx,
  { workspace, notify, now, by }: Braking,
  { id, name, chatIds }: Braked,
  brake: RuleBrake,
  limit = 0,
): Promise<boolean> {
  if (!(await brakeRule(trx, workspace, id, brake, limit, now))) return false
  // Of a lender its reason says so.
  const untilThen = !isStopBrake(brake)
    ? 'It runs in shadow until someone decides. '
    : brake === 'lender'
      ? ''
      : 'It matches nothing until someone starts it again. '
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: `rule ${id}`,
      chatIds,
      cause: { kind: 'rule', id, title: name },
      ...(by !== undefined && { by }),
      title: brakedTitle(name, brake),
      text: `${brakeInWords({ brake, limit })} ${untilThen}Its pending messages wait for a decision.`,
      link: `/automation/rules/${id}`,
    },
    trx,
  )
  return true
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type OfRound = Pick<WatchRound, 'notify' | 'workspace' | 'watch'>

/** Puts a live rule back into shadow, or stops it, and notifies people once. @param limit 0 for brakes without one */
export const brake = (
  { workspace, notify, watch }: OfRound,
  trx: Trx,
  { id, rule: { name, scope } }: WatchedRule,
  reached: RuleBrake,
  limit: number,
  now: number,
): Promise<boolean> => {
  const chats = [...watch.chats.values()].filter(({ rules }) => rules.some((one) => one.id === id))
  // A rule for all chats concerns everybody.
  const chatIds = scope.chats === 'all' ? [] : chats.map((chat) => chat.id)
  return brakeAndNotify(trx, { workspace, notify, now }, { id, name, chatIds }, reached, limit)
}

/** Counts the new messages of a chat for each rule. Resolves to the ids of those that fell back: they matched a larger share than their limit. */
export async function applyPercentBrake(
  round: WatchRound,
  trx: Trx,
  { chat, fresh, written, now }: { chat: WatchedChat; fresh: readonly Message[]; written: readonly WrittenHits[]; now: number },
): Promise<ReadonlySet<string>> {
  const fallen = new Set<string>()
  for (const rule of chat.rules) {
    const { actions, brakes } = rule.rule
    if (rule.state !== 'live' || actions.deleteAfterSeconds === null) continue
    const read = fresh.filter((message) => countsFor(chat, rule, message)).length
    const matched = written.find((one) => one.rule === rule && one.isLive)?.messages.length ?? 0
    if (!round.watch.percent.isReached(`${rule.id} ${rule.version}`, { read, matched }, brakes.percent, round.monotonicMs())) continue
    await brake(round, trx, rule, 'percent', brakes.percent, now)
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
  const { minute, hour } = await rowsWith(trx, 'rule_hit', {
    workspace,
    rule_id: id,
    state: ['deleting', 'deleted', 'unknown'],
    by: sql.lit(''),
  })
    .select([
      sql<number | string | null>`sum(case when at > ${now - minuteMs} then 1 else 0 end)`.as('minute'),
      (is) => is.fn.countAll<number | string>().as('hour'),
    ])
    .where('at', '>', now - hourMs)
    .executeTakeFirstOrThrow()
  const ofMinute = brakes.perMinute - Number(minute ?? 0)
  const ofHour = brakes.perHour - Number(hour)
  return ofMinute <= ofHour
    ? { remaining: Math.max(0, ofMinute), brake: 'perMinute', limit: brakes.perMinute }
    : { remaining: Math.max(0, ofHour), brake: 'perHour', limit: brakes.perHour }
}

/** Stops a rule that costs too much, with an entry in the audit log, and notifies people once. */
export async function stopAndNotify(
  round: OfRound,
  trx: Trx,
  watched: WatchedRule,
  reason: Exclude<StopBrake, 'lender'>,
  now: number,
): Promise<void> {
  if (!(await brake(round, trx, watched, reason, 0, now))) return
  const { id, rule, state, version } = watched
  const changes = [
    { name: 'state', before: state, after: 'draft' },
    { name: 'version', before: version },
    { name: 'reason', after: reason },
  ]
  const cause = { kind: 'rule', id, title: rule.name } as const
  const { workspace } = round
  await recordDone(trx, { workspace, at: now, actor: roomkeeper(), action: 'ruleStop', subject: rule.name, changes, cause })
}

const switchReasons: Record<'memory' | 'time' | 'crash', string> = {
  memory: 'They took more memory than the rules of this server have.',
  time: 'It took too long to compare a message with them.',
  crash: 'The server ended unexpectedly while they were at work.',
}

/** Switches all rules of an account off. */
export async function switchOffAndNotify(
  { notify, workspace }: Pick<WatchRound, 'notify' | 'workspace'>,
  trx: Trx,
  reason: keyof typeof switchReasons,
  now: number,
): Promise<void> {
  if (!(await stopFromServer(trx, { workspace, by: 'Roomkeeper', now }, reason))) return
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: 'rules',
      chatIds: [],
      cause: { kind: 'hand' },
      title: 'All rules were stopped',
      text: `${switchReasons[reason]} Stop the rule that was started or changed last before you start the others again.`,
      link: '/automation/rules',
    },
    trx,
  )
}
