import type { Kysely } from 'kysely'
import type { LastDecision } from '#contract/workspace/review.ts'
import { byTime, readNewestVisible } from '../../../session/read-page.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { type Reviewer, namesOfRules } from './hits.ts'
import { hitsOf } from './read-review.ts'

/** Hits that are read, and lines that are returned. */
const maxRead = 500
const maxLines = 8

/** The last decisions, newest first. Consecutive decisions of one person about messages of one rule are one line. */
export async function readLastDecisions(query: Kysely<SessionTables>, reviewer: Reviewer): Promise<LastDecision[]> {
  const all = query.selectFrom('rule_hit').where('workspace', '=', reviewer.workspace)
  const decisions = hitsOf(query, reviewer)
    .select(['rule_id', 'state', 'by', 'at'])
    // A message that something else deleted was no decision.
    .where((is) => is.or([is('state', 'in', ['deleted', 'spared', 'kept']), is.and([is('state', '=', 'gone'), is('by', '!=', '')])]))
  const rows = await readNewestVisible(maxRead, byTime('at', all, decisions))
  const name = await namesOfRules(query, reviewer, [...new Set(rows.map(({ rule_id }) => rule_id))])
  const lines: LastDecision[] = []
  let ruleOfLast = ''
  for (const { rule_id, state, by, at } of rows) {
    let line = lines.at(-1)
    if (!line || rule_id !== ruleOfLast || line.by !== by) {
      if (lines.length === maxLines) break
      line = { at, ruleName: name(rule_id), by, deleted: 0, spared: 0, kept: 0 }
      lines.push(line)
      ruleOfLast = rule_id
    }
    line[state === 'spared' || state === 'kept' ? state : 'deleted'] += 1
  }
  return lines
}
