import { sql, type Kysely, type Migration, type Transaction } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'

/**
 * How many messages rules matched, and how many decisions of people agreed. Counted as they are stored: a rule can have millions of hits, and the list of
 * rules is read again and again.
 */

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
const keptMs = 3 * 24 * 60 * 60_000

export interface CountedHit {
  workspace: string
  rule_id: string
  chat_id: number
  seen_at: number
}

/** Counts new hits of one rule. @param stateSince since when the rule is in its state */
export const countHits = (trx: Kysely<SessionTables>, hits: readonly CountedHit[], stateSince: number): Promise<void> =>
  add(
    trx,
    hits.flatMap(({ workspace, rule_id, chat_id, seen_at }) => {
      const counted = { workspace, rule_id, chat_id, hits: 1 }
      const inState = seen_at < stateSince ? [] : [{ ...counted, kind: 'state' as const, since: stateSince }]
      return [{ ...counted, kind: 'quarter', since: seen_at - (seen_at % quarterMs) }, ...inState]
    }),
  )

/** Counts decisions of people, or takes them back. @param step 1 or -1 */
export const countDecisions = (
  trx: Kysely<SessionTables>,
  workspace: string,
  hits: readonly Pick<RuleCountTable, 'rule_id' | 'chat_id'>[],
  kind: 'right' | 'wrong',
  step: number,
): Promise<void> =>
  add(
    trx,
    hits.map(({ rule_id, chat_id }) => ({ workspace, rule_id, chat_id, kind, since: 0, hits: step })),
  )

/** Adds to the counts of these chats, and to those of all chats. */
async function add(trx: Kysely<SessionTables>, hits: readonly RuleCountTable[]): Promise<void> {
  const counts = new Map<string, RuleCountTable>()
  for (const hit of hits)
    for (const chat_id of [0, hit.chat_id]) {
      const key = `${hit.rule_id} ${chat_id} ${hit.kind} ${hit.since}`
      counts.set(key, { ...hit, chat_id, hits: (counts.get(key)?.hits ?? 0) + hit.hits })
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
    .where('kind', '!=', 'quarter')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('rule')
            .select('rule.id')
            .whereRef('rule.workspace', '=', 'rule_count.workspace')
            .whereRef('rule.id', '=', 'rule_count.rule_id')
            .where((of) => of.or([of('rule_count.kind', '!=', 'state'), of('rule.state_since', '=', of.ref('rule_count.since'))])),
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
