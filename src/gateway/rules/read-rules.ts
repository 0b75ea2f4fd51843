import { sql } from 'kysely'
import { inParts } from '#engine/group-by.ts'
import { Rule } from '#contract/rules/rule.ts'
import type { HitState } from '#contract/gateway/review.ts'
import type { BacktestSummary, LabelUse, RuleVersion, StoredRule } from '#contract/gateway/rules.ts'
import { allows, allowsEverywhere, type Grant } from '#contract/gateway/grant.ts'
import { actOfRule, allowsReach, type ChosenChats } from '#contract/gateway/reach.ts'
import { Preset } from '#contract/presets/preset.ts'
import { unnamedRule } from '#contract/gateway/cause.ts'
import { noRight, notFound } from '../refusals.ts'
import type { Query } from '../database/database.ts'
import { fromJson, type Member } from '../access/member.ts'
import { quarterMs } from '../database/rules.ts'
import { countsOf, decisionsOf, inChatsOf } from './review/hits.ts'
import { mayRead, readChatLabels, type ChatLabels, readRules, readSwitch, startOfRule, type RuleRow, type RuleReader } from './store.ts'
import { digestOf, readListSizes } from './cost.ts'
import { readStarting } from './work/start-points.ts'
import { rowsWith } from '#db/rows.ts'

/** Rules as people see them: those about any of their chats, with their hits and decisions. */

const hourMs = 60 * 60_000
/** Hits are counted by hour for at most this long. */
const maxHours = 48

/** The versions that decide who may see and change a rule: the newest and the running one. */
const versionsOf = ({ rule, running }: Pick<RuleRow, 'rule' | 'running'>): Rule[] => (running ? [rule, running.rule] : [rule])

/** Throws a Refusal if a person may not change a stored rule, without saying that it exists to whoever may not see it. */
export function requireWritable(member: Member | null, row: Pick<RuleRow, 'rule' | 'running'>, labels: ChatLabels): void {
  if (!mayReadRule(member, row, labels)) throw notFound('This rule')
  if (!mayWriteRule(member, row)) throw noRight()
}

export const mayReadRule = (member: Member | null, row: Pick<RuleRow, 'rule' | 'running'>, labels: ChatLabels): boolean =>
  versionsOf(row).some((rule) => mayRead(member, rule, labels))
export const mayWriteRule = (grant: Grant | null, row: Pick<RuleRow, 'rule' | 'running'>): boolean =>
  versionsOf(row).every((rule) => allowsReach(grant, actOfRule(rule)))

/** Empty for a person who has all chats, because labels make no difference then. */
export const labelsFor = async (query: Query, { workspace, member }: RuleReader): Promise<ChatLabels> =>
  allowsEverywhere(member, 'rules.read') ? new Map() : readChatLabels(query, workspace)

/**
 * @param now milliseconds of the database's clock
 * @param since hits are counted by hour from then on; the last day by default
 * @param ruleId only this one
 */
export async function readStoredRules(
  query: Query,
  reader: RuleReader,
  { now, since = now - 24 * hourMs, ruleId }: { now: number; since?: number | undefined; ruleId?: string },
): Promise<StoredRule[]> {
  const { workspace, member } = reader
  const labels = await labelsFor(query, reader)
  const rows = (await readRules(query, workspace, ruleId)).filter((row) => mayReadRule(member, row, labels))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const earliest = Math.max(since, now - maxHours * hourMs)
  const from = earliest - (earliest % quarterMs)
  const [lists, all, startingOf, byHour, inState, decided, last] = await Promise.all([
    readListSizes(query, workspace),
    readSwitch(query, workspace),
    readStarting(query, workspace),
    hitsByHour(query, reader, ids, from),
    hitsInState(query, reader, ids),
    decisionsOf(query, reader, ids),
    lastActionsOf(query, reader, ids),
  ])
  const digests = new Map(rows.map(({ id, rule }) => [id, digestOf(rule, lists)]))
  const backtests = await backtestsOf(query, workspace, digests)
  const hours = Math.max(1, Math.floor((now - from) / hourMs) + 1)
  return rows.map((row) => {
    const counted = Array.from({ length: hours }, (_, hour) => byHour.get(row.id)?.get(hour) ?? 0)
    return {
      ...row,
      starting: row.running && all.isOn ? startingOf({ id: row.id, start: startOfRule(row.running, all.at) }) : null,
      backtest: backtests.get(row.id) ?? null,
      hits: { today: counted.reduce((sum, count) => sum + count, 0), byHour: counted, inState: inState.get(row.id) ?? 0 },
      decided: decided.get(row.id) ?? { right: 0, wrong: 0 },
      last: last.get(row.id) ?? null,
      canWrite: mayWriteRule(member, row),
    }
  })
}

/** Of each rule as it is now. @param digests by rule */
async function backtestsOf(query: Query, workspace: string, digests: ReadonlyMap<string, string>): Promise<Map<string, BacktestSummary>> {
  const rows = await rowsWith(query, 'rule_backtest', { workspace, rule_id: [...digests.keys()], digest: [...digests.values()] })
    .selectAll()
    .execute()
  const current = rows.filter(({ rule_id, digest }) => digests.get(rule_id) === digest)
  return new Map(current.map(({ rule_id, at, by, read, matched, kept }) => [rule_id, { at, by, read, matched, kept }]))
}

/** By rule, and by hours since `from`, which begins a quarter of an hour. */
async function hitsByHour(query: Query, reader: RuleReader, ids: string[], from: number): Promise<Map<string, Map<number, number>>> {
  const rows = await countsOf(query, reader)
    .select((is) => [
      'rule_id',
      sql<number | string>`cast((since - ${from}) / ${hourMs} as bigint)`.as('hour'),
      is.fn.sum<number | string>('hits').as('hits'),
    ])
    .where('rule_id', 'in', ids)
    .where('kind', '=', 'quarter')
    .where('since', '>=', from)
    .groupBy(['rule_id', sql.ref('hour')])
    .execute()
  const byRule = new Map<string, Map<number, number>>()
  for (const { rule_id, hour, hits } of rows)
    byRule.set(rule_id, (byRule.get(rule_id) ?? new Map<number, number>()).set(Number(hour), Number(hits)))
  return byRule
}

async function hitsInState(query: Query, reader: RuleReader, ids: string[]): Promise<Map<string, number>> {
  const rows = await rowsWith(query, 'rule', { workspace: reader.workspace, id: ids })
    .select([
      'id',
      (rule) =>
        countsOf(query, reader)
          .select((is) => is.fn.sum<number | string>('hits').as('hits'))
          .whereRef('rule_id', '=', rule.ref('rule.id'))
          .where('kind', '=', 'state')
          .whereRef('since', '=', rule.ref('rule.state_since'))
          .as('hits'),
    ])
    .execute()
  return new Map(rows.map(({ id, hits }) => [id, Number(hits)]))
}

type LastAction = NonNullable<StoredRule['last']>

const actionOf: Record<HitState, LastAction['kind']> = {
  matched: 'matched',
  marked: 'marked',
  kept: 'marked',
  held: 'held',
  deleting: 'held',
  spared: 'held',
  unknown: 'held',
  refused: 'held',
  dropped: 'held',
  deleted: 'deleted',
  gone: 'matched',
}

/** Rules of one statement: for a person of few chats it may have to look at all hits of each. */
const atOnce = 50

async function lastActionsOf(query: Query, reader: RuleReader, ids: string[]): Promise<Map<string, LastAction>> {
  const found = await Promise.all(inParts(ids, atOnce).map((part) => lastActions(query, reader, part)))
  return new Map(found.flatMap((actions) => [...actions]))
}

/** What each rule did with its newest hits. */
async function lastActions(query: Query, { workspace, member }: RuleReader, ids: string[]): Promise<Map<string, LastAction>> {
  const rows = await query
    .selectFrom('rule')
    // Otherwise SQLite may begin with all hits.
    .crossJoin('rule_hit')
    .where('rule_hit.workspace', '=', workspace)
    .whereRef('rule_hit.rule_id', '=', 'rule.id')
    .where('rule_hit.seen_at', '=', (is) =>
      is
        .selectFrom('rule_hit')
        .select('seen_at')
        .where('workspace', '=', workspace)
        .whereRef('rule_id', '=', 'rule.id')
        .where(inChatsOf(member))
        .orderBy('seen_at', 'desc')
        .limit(1),
    )
    // Not grouped: SQLite would read all hits, which an index has by state.
    .select(['rule.id', 'rule_hit.state', 'rule_hit.at', 'rule_hit.seen_at'])
    .where('rule.workspace', '=', workspace)
    .where('rule.id', 'in', ids)
    .where(inChatsOf(member))
    .execute()
  const actions = new Map<string, LastAction>()
  for (const { id, state, at, seen_at } of rows) {
    const kind = actionOf[state]
    const known = actions.get(id)
    const when = kind === 'deleted' ? at : seen_at
    if (known?.kind === kind) actions.set(id, { kind, at: Math.max(known.at, when), count: known.count + 1 })
    else if (!known || when > known.at) actions.set(id, { kind, at: when, count: 1 })
  }
  return actions
}

/** Newest first, without versions that are about none of the person's chats. */
export async function readVersions(query: Query, reader: RuleReader, ruleId: string): Promise<RuleVersion[]> {
  const rows = await rowsWith(query, 'rule_version', { workspace: reader.workspace, rule_id: ruleId })
    .select(['version', 'rule', 'at', 'by'])
    .orderBy('version', 'desc')
    .execute()
  const labels = await labelsFor(query, reader)
  return rows.map((row) => ({ ...row, rule: fromJson(Rule, row.rule) })).filter(({ rule }) => mayRead(reader.member, rule, labels))
}

/**
 * What is for chats with a label, so that whoever labels a chat knows what acts there afterwards. Everything is listed, without the names of what the
 * person may not see: a rule for a label that none of their chats has yet is one of them.
 */
export async function readLabelUses(query: Query, { workspace, member }: RuleReader): Promise<LabelUse[]> {
  const chatLabels = await labelsFor(query, { workspace, member })
  const usesOf = (chats: ChosenChats, use: Pick<LabelUse, 'kind' | 'id' | 'name'>): LabelUse[] => {
    if (chats === 'all' || chats.labels.length === 0) return []
    const chatIds = chats.chatIds.filter((chatId) => allows(member, 'chats.read', chatId))
    return [{ ...use, labels: [...chats.labels], chatIds }]
  }
  const rules = (await readRules(query, workspace)).flatMap((row) => {
    if (row.running === null) return []
    const { rule } = row.running
    const name = mayReadRule(member, row, chatLabels) ? rule.name : unnamedRule
    return usesOf(rule.scope.chats, { kind: row.state === 'live' ? 'liveRule' : 'shadowRule', id: row.id, name })
  })
  const stored = await rowsWith(query, 'record', { workspace, kind: 'presets' }).select(['key', 'value']).orderBy('key').execute()
  const presets = stored.flatMap(({ key, value }) => {
    // One of another release cannot be turned on either.
    const preset = Preset.safeParse(JSON.parse(value)).data
    const name = preset && allows(member, 'presets.use') ? preset.name : 'A mode'
    return preset ? usesOf(preset.chats, { kind: 'preset', id: key, name }) : []
  })
  return [...rules, ...presets]
}
