import type { GatewayTables, Query, Trx } from '../database/database.ts'
import { keptMs, quarterMs } from '../database/rules.ts'

/**
 * How many messages rules matched, and how many decisions of people agreed. Counted as they are stored: a rule can have millions of hits, and the list of
 * rules is read again and again.
 */

export interface CountedHit {
  workspace: string
  rule_id: string
  chat_id: number
  seen_at: number
}

/** Counts new hits of one rule. @param stateSince since when the rule is in its state */
export const countHits = (trx: Query, hits: readonly CountedHit[], stateSince: number): Promise<void> =>
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
  trx: Query,
  workspace: string,
  hits: readonly Pick<GatewayTables['rule_count'], 'rule_id' | 'chat_id'>[],
  kind: 'right' | 'wrong',
  step: number,
): Promise<void> =>
  add(
    trx,
    hits.map(({ rule_id, chat_id }) => ({ workspace, rule_id, chat_id, kind, since: 0, hits: step })),
  )

/** Adds to the counts of these chats, and to those of all chats. */
async function add(trx: Query, hits: readonly GatewayTables['rule_count'][]): Promise<void> {
  const counts = new Map<string, GatewayTables['rule_count']>()
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
export async function deleteOldCounts(trx: Trx, workspace: string, now: number): Promise<void> {
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
