import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Rule } from '#contract/rules/rule.ts'
import type { RuleState } from '#contract/gateway/rules.ts'
import type { GatewayTables, Query } from '#gateway/database/database.ts'
import { countDecisions, countHits } from '../count-hits.ts'

/** Writes rules and hits into the tables for tests. */

interface StoredForTest {
  workspace: string
  id: string
  rule: Rule
  state: RuleState
  /** Milliseconds. */
  since: number
  version?: number
}

export async function storeRule(query: Query, { workspace, id, rule, state, since, version = 1 }: StoredForTest) {
  const running = state === 'draft' ? { running_version: null, running_since: null } : { running_version: version, running_since: since }
  await query
    .insertInto('rule')
    .values({ workspace, id, version, state, state_since: since, ...running, fell_back: '' })
    .onConflict((conflict) => conflict.columns(['workspace', 'id']).doUpdateSet({ version, state, state_since: since, ...running }))
    .execute()
  await query
    .insertInto('rule_version')
    .values({ workspace, rule_id: id, version, rule: JSON.stringify(rule), at: since, by: 'Kim' })
    .execute()
}

type NewHit = Insertable<GatewayTables['rule_hit']>

/** Resolves to its id. */
export async function storeHit(
  query: Query,
  part: Pick<NewHit, 'workspace' | 'rule_id' | 'chat_id' | 'message_id' | 'state' | 'seen_at'> & Partial<NewHit>,
) {
  const hit: NewHit = {
    id: randomUUID(),
    version: 1,
    chat_name: `Chat ${part.chat_id}`,
    time: Math.floor(part.seen_at / 1000),
    user_name: 'TicketFast',
    text: 'cheap tickets',
    highlights: '[]',
    reasons: '[]',
    alike: '',
    is_shadow: 0,
    due: null,
    left_ms: null,
    at: part.seen_at,
    by: '',
    note: '',
    before: '',
    text_until: part.seen_at + 30 * 24 * 60 * 60_000,
    ...part,
  }
  await query.insertInto('rule_hit').values(hit).execute()
  const { workspace, rule_id, chat_id, seen_at } = hit
  const rule = await query
    .selectFrom('rule')
    .select('state_since')
    .where('workspace', '=', workspace)
    .where('id', '=', rule_id)
    .executeTakeFirst()
  await countHits(query, [{ workspace, rule_id, chat_id, seen_at }], rule?.state_since ?? 0)
  if (hit.by !== '') await countDecisions(query, workspace, [hit], hit.state === 'spared' || hit.state === 'kept' ? 'wrong' : 'right', 1)
  return hit.id
}
