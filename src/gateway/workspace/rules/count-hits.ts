import { sql, type Kysely, type Migration, type Transaction } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'

/** How many messages rules matched. Counted as they are stored: a rule can have millions of hits, and the list of rules is read again and again. */

/** Times are milliseconds. */
export interface RuleCountTable {
  workspace: string
  rule_id: string
  /** 0: in all chats. */
  chat_id: number
  /** `quarter`: in the quarter of an hour that began at `since`. `state`: since the rule is in its state, which began then. */
  kind: 'quarter' | 'state'
  since: number
  hits: number
}

/** The hours of every time zone begin with one of these. */
export const quarterMs = 15 * 60_000
const keptMs = 3 * 24 * 60 * 60_000

export interface CountedHit {
  workspace: string
  rule_id: string
  chat_id: number
  seen_at: number
}

/** Counts new hits of one rule. @param stateSince since when the rule is in its state */
export async function countHits(trx: Kysely<SessionTables>, hits: readonly CountedHit[], stateSince: number): Promise<void> {
  const counts = new Map<string, RuleCountTable>()
  for (const { workspace, rule_id, chat_id, seen_at } of hits)
    for (const chatId of [0, chat_id])
      for (const [kind, since] of [['quarter', seen_at - (seen_at % quarterMs)] as const, ['state', stateSince] as const]) {
        if (seen_at < since) continue
        const key = `${rule_id} ${chatId} ${kind} ${since}`
        const counted = counts.get(key) ?? { workspace, rule_id, chat_id: chatId, kind, since, hits: 0 }
        counts.set(key, { ...counted, hits: counted.hits + 1 })
      }
  if (counts.size === 0) return
  await trx
    .insertInto('rule_count')
    .values([...counts.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'rule_id', 'kind', 'since', 'chat_id'])
        .doUpdateSet((is) => ({ hits: is('rule_count.hits', '+', is.ref('excluded.hits')) })),
    )
    .execute()
}

/** Deletes the counts that nobody reads any more. */
export async function deleteOldCounts(trx: Transaction<SessionTables>, workspace: string, now: number): Promise<void> {
  const counts = trx.deleteFrom('rule_count').where('workspace', '=', workspace)
  await counts
    .where('kind', '=', 'quarter')
    .where('since', '<', now - keptMs)
    .execute()
  await counts
    .where('kind', '=', 'state')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('rule')
            .select('rule.id')
            .whereRef('rule.workspace', '=', 'rule_count.workspace')
            .whereRef('rule.id', '=', 'rule_count.rule_id')
            .whereRef('rule.state_since', '=', 'rule_count.since'),
        ),
      ),
    )
    .execute()
}

export const ruleCount: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rule_count')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('rule_id', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('hits', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('rule_count_key', ['workspace', 'rule_id', 'kind', 'since', 'chat_id'])
      .execute()
    for (const chat of [sql`0`, sql`chat_id`]) {
      await sql`
        insert into rule_count (workspace, rule_id, chat_id, kind, since, hits)
        select workspace, rule_id, ${chat}, 'quarter', seen_at - seen_at % ${quarterMs}, count(*) from rule_hit
        where seen_at >= ${Date.now() - keptMs} group by 1, 2, 3, 5`.execute(db)
      await sql`
        insert into rule_count (workspace, rule_id, chat_id, kind, since, hits)
        select rule_hit.workspace, rule_id, ${chat}, 'state', state_since, count(*) from rule_hit
        join rule on rule.workspace = rule_hit.workspace and rule.id = rule_id and seen_at >= state_since group by 1, 2, 3, 5`.execute(db)
    }
    await db.schema.createIndex('preset_on_preset').on('preset_on').columns(['workspace', 'preset_id', 'at']).execute()
  },
}
