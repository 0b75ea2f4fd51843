import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { SessionTables } from '../../session/tables.ts'

/** Versions of the shared word lists of an account, by key. They stand for their words, which may be megabytes. */
export type ListVersions = ReadonlyMap<string, number>

export async function readListVersions(query: Kysely<SessionTables>, workspace: string): Promise<ListVersions> {
  const rows = await query
    .selectFrom('record')
    .select(['key', 'version'])
    .where('workspace', '=', workspace)
    .where('kind', '=', 'word-lists')
    .execute()
  return new Map(rows.map(({ key, version }) => [key, version]))
}

/**
 * SHA-256 of a rule without its name and description, and of the lists that it uses, hexadecimal: after a change of a list another backtest is needed.
 * @param rule as parsed by the schema, so that its fields have a fixed order
 */
export function digestOf(rule: Rule, lists: ListVersions = new Map()): string {
  const content = JSON.stringify({ ...rule, name: '', description: '' })
  const used = [...new Set(listsOf(rule))].toSorted()
  const versions = used.length === 0 ? '' : JSON.stringify(used.map((key) => [key, lists.get(key) ?? null]))
  return createHash('sha256')
    .update(content + versions)
    .digest('hex')
}
