import type { Rule } from '#contract/rules/rule.ts'
import type { BacktestResult } from '#contract/workspace/rules.ts'
import type { GatewayDatabase } from '../../handler.ts'
import { digestOf } from '../digest.ts'

/** Of one rule: each edit of it is run. */
const maxRemembered = 50

interface Complete {
  workspace: string
  ruleId: string
  rule: Rule
  result: BacktestResult
  /** Milliseconds of the database, and the name that others see. */
  at: number
  by: string
}

/** Remembers a complete backtest of a rule that is stored, without which it cannot go live. */
export const rememberBacktest = (database: GatewayDatabase, { workspace, ruleId, rule, result, at, by }: Complete): Promise<void> =>
  database.serializable(async (trx) => {
    const stored = await trx.selectFrom('rule').select('id').where('workspace', '=', workspace).where('id', '=', ruleId).executeTakeFirst()
    if (!stored) return
    const { read, matched, kept } = result
    const summary = { at, by, read, matched, kept }
    await trx
      .insertInto('rule_backtest')
      .values({ workspace, rule_id: ruleId, digest: digestOf(rule), ...summary })
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
