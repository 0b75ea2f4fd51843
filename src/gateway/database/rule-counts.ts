import { sql, type Kysely, type Migration } from 'kysely'

/** How many messages rules matched, and how many decisions of people agreed (rules/count-hits.ts). */

/** Times are milliseconds. */
export interface RuleCountTable {
  workspace: string
  rule_id: string
  /** 0: in all chats. */
  chat_id: number
  /**
   * `quarter`: in the quarter of an hour that began at `since`. `state`: since the rule is in its state, which began then. `right`, `wrong`: decisions of
   * people that agree with the rule or not; `since` is 0.
   */
  kind: 'quarter' | 'state' | 'right' | 'wrong'
  since: number
  hits: number
}

/** The hours of every time zone begin with one of these. */
export const quarterMs = 15 * 60_000
export const keptMs = 3 * 24 * 60 * 60_000

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
