import type { Transaction } from 'kysely'
import type { Rule } from '#contract/rules/rule.ts'
import type { BacktestResult } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { GatewayDatabase } from '../../handler.ts'
import { readRules, type RuleRow } from '../store.ts'
import { digestOf, type ListVersions } from '../digest.ts'

/** Per rule, because each edit of a rule is backtested. */
const maxRemembered = 50

interface Complete {
  workspace: string
  ruleId: string
  rule: Rule
  /** Of the lists with which it ran. */
  lists: ListVersions
  result: BacktestResult
  /** Milliseconds of the database's clock, and the display name of the person. */
  at: number
  by: string
  /** Throws a Refusal if the person may not change the stored rule now. */
  requireWrite: (trx: Transaction<SessionTables>, stored: RuleRow) => Promise<void>
}

/** Stores the summary of a complete backtest of a stored rule, which going live requires. */
export const rememberBacktest = (
  database: GatewayDatabase,
  { workspace, ruleId, rule, lists, result, at, by, requireWrite }: Complete,
): Promise<void> =>
  database.serializable(async (trx) => {
    const [stored] = await readRules(trx, workspace, ruleId)
    if (!stored) return
    await requireWrite(trx, stored)
    const { read, matched, kept } = result
    const summary = { at, by, read, matched, kept }
    await trx
      .insertInto('rule_backtest')
      .values({ workspace, rule_id: ruleId, digest: digestOf(rule, lists), ...summary })
      .onConflict((conflict) => conflict.columns(['workspace', 'rule_id', 'digest']).doUpdateSet(summary))
      .execute()
    const ofRule = trx.selectFrom('rule_backtest').where('workspace', '=', workspace).where('rule_id', '=', ruleId)
    const oldest = await ofRule.select('at').orderBy('at', 'desc').offset(maxRemembered).limit(1).executeTakeFirst()
    if (!oldest) return
    await trx
      .deleteFrom('rule_backtest')
      .where('workspace', '=', workspace)
      .where('rule_id', '=', ruleId)
      .where('at', '<=', oldest.at)
      .execute()
  })
