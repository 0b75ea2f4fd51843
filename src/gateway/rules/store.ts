import { Rule } from '#contract/rules/rule.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import type { Query } from '../database/database.ts'
import { fromJson, type Member } from '../access/member.ts'
import { z } from 'zod/mini'
import { allows, allowsEverywhere } from '#contract/gateway/grant.ts'
import type { PlannedAction } from '#gateway/worker/planner.ts'
import { rowsWith } from '#db/rows.ts'

/** Stored rules. Times are milliseconds of the database's clock. */

/** Who looks at rules and their hits. */
export interface RuleReader {
  workspace: string
  /** null: signed in with the account token. */
  member: Member | null
}

/** A version of a rule that runs, in shadow or live. */
export interface RunningRule {
  id: string
  version: number
  rule: Rule
  /** A rule that fell back is in shadow. */
  state: 'shadow' | 'live'
  /** When it was started. */
  since: number
  /** Names this start of the rule: it changes whenever the rule, or the switch of all rules, is started. Messages from before it are ignored. */
  start: string
}

/** Which rules of an account run. `isOn`: false while all rules are stopped; the list contains them nevertheless. */
export async function readRunning(query: Query, workspace: string): Promise<{ isOn: boolean; running: Omit<RunningRule, 'rule'>[] }> {
  const rows = await rowsWith(query, 'rule', { workspace })
    .select(['id', 'state', 'running_version', 'running_since'])
    .where('running_version', 'is not', null)
    .orderBy('id')
    .execute()
  const all = await readSwitch(query, workspace)
  const running = rows.map(({ id, state, running_version, running_since }) => ({
    id,
    version: running_version ?? 0,
    state: state === 'live' ? ('live' as const) : ('shadow' as const),
    since: Math.max(running_since ?? 0, all.at ?? 0),
    start: startOfRule({ version: running_version ?? 0, since: running_since ?? 0 }, all.at),
  }))
  return { isOn: all.isOn, running }
}

/** The rules of these versions; those that are known already are not read again. A version that was deleted meanwhile is left out. */
export async function readRunningRules(
  query: Query,
  workspace: string,
  running: readonly Omit<RunningRule, 'rule'>[],
  before: readonly RunningRule[] = [],
): Promise<RunningRule[]> {
  const known = new Map(before.map(({ id, version, rule }) => [`${id} ${version}`, rule]))
  const rules: RunningRule[] = []
  for (const one of running) {
    const rule = known.get(`${one.id} ${one.version}`) ?? (await readVersion(query, workspace, one))
    if (rule) rules.push({ ...one, rule })
  }
  return rules
}

/** null: there is no such version. */
export async function readVersion(
  query: Query,
  workspace: string,
  { id, version }: Pick<RunningRule, 'id' | 'version'>,
): Promise<Rule | null> {
  const row = await rowsWith(query, 'rule_version', { workspace, rule_id: id, version }).select('rule').executeTakeFirst()
  return row ? fromJson(Rule, row.rule) : null
}

/** @param switchedAt when the switch of all rules was last changed: what was posted while they were stopped is ignored as well */
export const startOfRule = ({ version, since }: { version: number; since: number }, switchedAt: number | null): string =>
  `${version} ${since} ${switchedAt ?? 0}`

/** The switch that stops all rules. `at`: when it was last changed; null: never. */
export async function readSwitch(query: Query, workspace: string): Promise<{ isOn: boolean; at: number | null; by: string }> {
  const row = await rowsWith(query, 'rule_switch', { workspace }).selectAll().executeTakeFirst()
  return row ? { isOn: row.is_on === 1, at: row.at, by: row.by } : { isOn: true, at: null, by: '' }
}

/** What a rule has that does not run. */
export const notRunning = { running_version: null, running_since: null, started_by: null } as const

/** A rule with its newest and its running version. */
export type RuleRow = Pick<StoredRule, 'id' | 'version' | 'rule' | 'savedAt' | 'savedBy' | 'state' | 'stateSince' | 'running' | 'fellBack'>

/** The rules of an account, each with its newest version or the one that runs, for further selection. Without those that have none. */
export const versionsOf = (query: Query, workspace: string, which: 'version' | 'running_version') =>
  query
    .selectFrom('rule')
    .innerJoin('rule_version', (join) =>
      join
        .onRef('rule_version.workspace', '=', 'rule.workspace')
        .onRef('rule_version.rule_id', '=', 'rule.id')
        .onRef('rule_version.version', '=', `rule.${which}`),
    )
    .where('rule.workspace', '=', workspace)

/** By id. @param ruleId only this one */
export async function readRules(query: Query, workspace: string, ruleId?: string): Promise<RuleRow[]> {
  let rows = query
    .selectFrom('rule')
    .innerJoin('rule_version as newest', (join) =>
      join
        .onRef('newest.workspace', '=', 'rule.workspace')
        .onRef('newest.rule_id', '=', 'rule.id')
        .onRef('newest.version', '=', 'rule.version'),
    )
    .leftJoin('rule_version as running', (join) =>
      join
        .onRef('running.workspace', '=', 'rule.workspace')
        .onRef('running.rule_id', '=', 'rule.id')
        .onRef('running.version', '=', 'rule.running_version'),
    )
    .select(['rule.id', 'rule.version', 'rule.state', 'rule.state_since', 'rule.running_version', 'rule.running_since', 'rule.fell_back'])
    .select(['newest.rule', 'newest.at', 'newest.by', 'running.rule as running_rule'])
    .where('rule.workspace', '=', workspace)
    .orderBy('rule.id')
  if (ruleId !== undefined) rows = rows.where('rule.id', '=', ruleId)
  return (await rows.execute()).map((row) => {
    const rule = fromJson(Rule, row.rule)
    const runningRule = row.running_rule === row.rule ? rule : row.running_rule === null ? null : fromJson(Rule, row.running_rule)
    return {
      id: row.id,
      version: row.version,
      rule,
      savedAt: row.at,
      savedBy: row.by,
      state: row.state,
      stateSince: row.state_since,
      running: runningRule && { version: row.running_version ?? 0, rule: runningRule, since: row.running_since ?? 0 },
      fellBack: row.fell_back === '' ? null : (JSON.parse(row.fell_back) as StoredRule['fellBack']),
    }
  })
}

/** Labels by chat id. A missing chat has no labels. */
export type ChatLabels = ReadonlyMap<number, readonly string[]>

const Labels = z.object({ labels: z.array(z.string()) })

export async function readChatLabels(query: Query, workspace: string): Promise<ChatLabels> {
  const rows = await rowsWith(query, 'record', { workspace, kind: 'chat-labels' }).select(['chat_id', 'value']).execute()
  return new Map(rows.map(({ chat_id, value }) => [chat_id, fromJson(Labels, value).labels]))
}

/** The existing chats that a rule is about. @param chats all existing chats */
export function chatsOfRule({ scope }: Pick<Rule, 'scope'>, chats: readonly number[], labels: ChatLabels): number[] {
  if (scope.chats === 'all') return [...chats]
  const inScope = new Set(chatsInScope(scope.chats, labels))
  return chats.filter((chatId) => inScope.has(chatId))
}

/** Includes chats that no longer exist; their ids are never reused. */
function chatsInScope(chats: Exclude<Rule['scope']['chats'], 'all'>, labels: ChatLabels): number[] {
  const wanted = new Set(chats.labels)
  const labelled = wanted.size === 0 ? [] : [...labels].filter(([, names]) => names.some((name) => wanted.has(name)))
  return [...chats.chatIds, ...labelled.map(([chatId]) => chatId)]
}

/** Whether a rule is about any chat of a person. @param member null: signed in with the account token */
export function mayRead(member: Member | null, { scope }: Pick<Rule, 'scope'>, labels: ChatLabels): boolean {
  if (allowsEverywhere(member, 'rules.read') || scope.chats === 'all') return allows(member, 'rules.read')
  return chatsInScope(scope.chats, labels).some((chatId) => allows(member, 'rules.read', chatId))
}

/**
 * The planned action for the rules of a workspace, which runs one round (round.ts). It plans itself again as long as a rule runs or something is held;
 * starting a rule, or deciding to delete a message, plans it for now.
 */
export const rulesWatch = (workspace: string, due: number): PlannedAction => ({
  workspace,
  kind: 'rules',
  key: 'watch',
  due,
  title: 'Watch chats for rules',
  note: '',
  chatIds: [],
  data: '',
})
