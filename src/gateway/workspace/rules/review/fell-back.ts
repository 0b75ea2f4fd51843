import { sql, type Kysely } from 'kysely'
import { allows } from '#contract/workspace/grant.ts'
import { maxNamedRules, type ReviewCount } from '#contract/workspace/review.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { labelsFor, mayReadRule, type RuleReader } from '../read-rules.ts'
import { readRules } from '../store.ts'

/** Rules that fell back to shadow, or were stopped, and wait for a decision, as far as the person may see them. */
export async function readFellBack(
  query: Kysely<SessionTables>,
  reader: RuleReader,
): Promise<Pick<ReviewCount, 'fellBack' | 'fellBackRules'>> {
  if (!allows(reader.member, 'rules.read')) return { fellBack: 0, fellBackRules: [] }
  const { workspace, member } = reader
  const found = await query
    .selectFrom('rule')
    .select('id')
    .where('workspace', '=', workspace)
    .where('fell_back', '!=', sql.lit(''))
    .execute()
  if (found.length === 0) return { fellBack: 0, fellBackRules: [] }
  const labels = await labelsFor(query, reader)
  const stored = await readRules(query, workspace)
  const rules = stored.filter((row) => row.fellBack !== null && mayReadRule(member, row, labels))
  const list = rules.flatMap(({ id, rule, fellBack }) => (fellBack ? [{ id, name: rule.name, ...fellBack }] : []))
  return { fellBack: rules.length, fellBackRules: list.toSorted((one, other) => other.at - one.at).slice(0, maxNamedRules) }
}
