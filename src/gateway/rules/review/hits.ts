import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import { z } from 'zod/mini'
import { unnamedRule } from '#contract/gateway/cause.ts'
import { allows } from '#contract/gateway/grant.ts'
import { Hit } from '#contract/gateway/review.ts'
import type { RuleState } from '#contract/gateway/rules.ts'
import type { GatewayTables, Query } from '#gateway/database/database.ts'
import { fromJson } from '#gateway/access/member.ts'
import { type RuleReader, versionsOf } from '../store.ts'

/** Hits as they are stored and as people see them. */

export type HitRow = Selectable<GatewayTables['rule_hit']>

const Highlights = Hit.shape.message.shape.highlights
const Reasons = Hit.shape.reasons

/** Limits hits to the chats of a person. */
export const inChatsOf =
  (member: RuleReader['member']) =>
  (is: ExpressionBuilder<GatewayTables, 'rule_hit'>): Expression<SqlBool> => {
    if (member === null || member.chats === 'all') return is.lit(true)
    return member.chats.length === 0 ? is.lit(false) : is('rule_hit.chat_id', 'in', [...member.chats])
  }

/** The part of a hit that describes its rule. */
interface RuleOfHit {
  name: string
  state: RuleState
  /** See `Hit`. */
  precision: number | null
}

/** With the names, states and precisions of their rules, as far as the person may see rules. @param member null: everything */
export async function withRules(query: Query, workspace: string, rows: readonly HitRow[], member: RuleReader['member']): Promise<Hit[]> {
  const rules = await rulesOf(query, { workspace, member }, [...new Set(rows.map(({ rule_id }) => rule_id))])
  const hits = rows.map((row) => hitOf(row, rules.get(row.rule_id)))
  return allows(member, 'rules.read') ? hits : hits.map(withoutRule)
}

/** Neither what the rule is called nor what it looks for, which the highlights would tell. */
const withoutRule = (hit: Hit): Hit => ({
  ...hit,
  ruleName: unnamedRule,
  precision: null,
  reasons: [],
  message: { ...hit.message, highlights: [] },
})

const hitOf = (row: HitRow, rule: RuleOfHit | undefined): Hit => ({
  id: row.id,
  message: {
    chatId: row.chat_id,
    messageId: row.message_id,
    time: row.time,
    userName: row.user_name,
    text: row.text,
    highlights: fromJson(Highlights, row.highlights),
  },
  chatName: row.chat_name,
  ruleId: row.rule_id,
  ruleName: rule?.name ?? deletedRuleName,
  isShadow: row.is_shadow === 1,
  ruleState: rule?.state ?? 'draft',
  precision: rule?.precision ?? null,
  reasons: fromJson(Reasons, row.reasons),
  alike: row.alike,
  seenAt: row.seen_at,
  state: row.state,
  due: row.state === 'held' ? row.due : null,
  leftMs: row.state === 'held' ? row.left_ms : null,
  at: row.at,
  by: row.by,
  note: row.note,
})

const WithName = z.object({ name: z.string() })

const deletedRuleName = 'Deleted rule'

/** The names of rules by their ids, as far as the person may see rules. */
export async function namesOfRules(query: Query, { workspace, member }: RuleReader, ids: string[]): Promise<(ruleId: string) => string> {
  if (!allows(member, 'rules.read')) return () => unnamedRule
  const rows = await readNewest(query, workspace, ids)
  const names = new Map(rows.map(({ id, rule }) => [id, fromJson(WithName, rule).name]))
  return (ruleId) => names.get(ruleId) ?? deletedRuleName
}

async function rulesOf(query: Query, { workspace, member }: RuleReader, ids: string[]): Promise<Map<string, RuleOfHit>> {
  const rows = await readNewest(query, workspace, ids)
  if (rows.length === 0) return new Map()
  const decided = await decisionsOf(query, { workspace, member }, ids)
  return new Map(
    rows.map(({ id, state, rule }) => {
      const { right = 0, wrong = 0 } = decided.get(id) ?? {}
      const precision = right + wrong < minDecided ? null : Math.round((100 * right) / (right + wrong))
      return [id, { name: fromJson(WithName, rule).name, state, precision }]
    }),
  )
}

const readNewest = async (query: Query, workspace: string, ids: string[]) =>
  ids.length === 0
    ? []
    : versionsOf(query, workspace, 'version').select(['rule.id', 'rule.state', 'rule_version.rule']).where('rule.id', 'in', ids).execute()

/** With fewer decisions, precision is not shown. */
const minDecided = 10

/** How many decisions of people agree with each rule (`right`) or not (`wrong`), in the chats of a person. */
export async function decisionsOf(
  query: Query,
  reviewer: RuleReader,
  ids: string[],
): Promise<Map<string, { right: number; wrong: number }>> {
  const rows = await countsOf(query, reviewer)
    .select(['rule_id', 'kind', (is) => is.fn.sum<number | string>('hits').as('hits')])
    .where('rule_id', 'in', ids)
    .where('kind', 'in', ['right', 'wrong'])
    .where('since', '=', 0)
    .groupBy(['rule_id', 'kind'])
    .execute()
  const byRule = new Map<string, { right: number; wrong: number }>()
  // PostgreSQL returns sums as text.
  for (const { rule_id, kind, hits } of rows) byRule.set(rule_id, { right: 0, wrong: 0, ...byRule.get(rule_id), [kind]: Number(hits) })
  return byRule
}

/** The counts of rules in the chats of a person. */
export function countsOf(query: Query, { workspace, member }: RuleReader) {
  const counts = query.selectFrom('rule_count').where('rule_count.workspace', '=', workspace)
  const chats = member === null || member.chats === 'all' ? [0] : member.chats
  return chats.length === 0 ? counts.where((is) => is.lit(false)) : counts.where('rule_count.chat_id', 'in', [...chats])
}
