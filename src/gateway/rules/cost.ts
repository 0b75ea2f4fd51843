import type { Rule } from '#contract/rules/rule.ts'
import { costOf, costProblem, ownCost, type OwnCost, type RuleCost } from '#engine/analysis/rules/rule-cost.ts'
import { ruleNotReady, tooCostly } from '../refusals.ts'
import type { Query, Trx } from '../database/database.ts'
import { versionsOf } from './store.ts'
import { readListSizes, type WordListSize } from './word-lists.ts'

/** Keeps what rules cost within the limits, when a rule is saved or started, and when a list of words grows. The worker does so as well (work/ask-thread.ts). */

export const charactersOf = (lists: ReadonlyMap<string, WordListSize>): Map<string, number> =>
  new Map([...lists].map(([id, { characters }]) => [id, characters]))

/** Throws a Refusal. @param size instructions of its expressions together */
export async function requireRuleCost(query: Query, workspace: string, rule: Rule, size: number): Promise<OwnCost> {
  const own = ownCost(rule, size)
  const problem = costProblem(costOf([own], charactersOf(await readListSizes(query, workspace))), 'rule')
  if (problem !== null) throw tooCostly(problem)
  return own
}

interface Start {
  workspace: string
  ruleId: string
  own: OwnCost
}

/** Throws a Refusal if the rule costs too much together with the others that run. */
export async function requireStartCost(trx: Trx, { workspace, ruleId, own }: Start): Promise<void> {
  const lists = charactersOf(await readListSizes(trx, workspace))
  const others = await readRunningCosts(trx, workspace)
  const cost = costOf([own, ...others.filter(({ id }) => id !== ruleId)], lists)
  const problem = costProblem(costOf([own], lists), 'rule') ?? (await totalProblem(trx, workspace, cost))
  if (problem !== null) throw ruleNotReady(problem)
  await writeCost(trx, workspace, cost)
}

/** Called when lists of words have changed. Throws a Refusal if they make running rules cost too much, and more than before. */
export async function requireListCost(trx: Trx, workspace: string): Promise<void> {
  const running = await readRunningCosts(trx, workspace)
  if (running.length === 0) return
  const lists = charactersOf(await readListSizes(trx, workspace))
  const cost = costOf(running, lists)
  const before = await readCost(trx, workspace)
  if (cost.characters > (before?.characters ?? 0)) {
    const tooLong = running.find((own) => costProblem(costOf([own], lists), 'rule') !== null)
    if (tooLong)
      throw tooCostly(`The rule “${tooLong.name}” would cost too much with this list. ${costProblem(costOf([tooLong], lists), 'rule')}`)
    const problem = await totalProblem(trx, workspace, cost)
    if (problem !== null) throw tooCostly(problem)
  }
  await writeCost(trx, workspace, cost)
}

export const readCost = (query: Query, workspace: string): Promise<RuleCost | undefined> =>
  query.selectFrom('rule_cost').select(['characters', 'steps']).where('workspace', '=', workspace).executeTakeFirst()

export const writeCost = (trx: Query, workspace: string, { characters, steps }: RuleCost) =>
  trx
    .insertInto('rule_cost')
    .values({ workspace, characters, steps, noted_at: null })
    .onConflict((conflict) => conflict.column('workspace').doUpdateSet({ characters, steps }))
    .execute()

/** Whether the rules of this account cost too much together if they cost this, or those of all accounts do. */
export async function totalProblem(query: Query, workspace: string, cost: RuleCost): Promise<string | null> {
  const ofAccount = costProblem(cost, 'account')
  if (ofAccount !== null) return ofAccount
  const others = await query
    .selectFrom('rule_cost')
    .select((is) => [
      is.fn.sum<number | string | null>('characters').as('characters'),
      is.fn.sum<number | string | null>('steps').as('steps'),
    ])
    .where('workspace', '<>', workspace)
    .executeTakeFirstOrThrow()
  return costProblem({ characters: cost.characters + Number(others.characters), steps: cost.steps + Number(others.steps) }, 'server')
}

interface RunningCost extends OwnCost {
  id: string
  name: string
}

/** Without those of an earlier release whose cost is not known yet. */
async function readRunningCosts(query: Query, workspace: string): Promise<RunningCost[]> {
  const rows = await versionsOf(query, workspace, 'running_version')
    .select(['rule.id', 'rule_version.cost'])
    .where('rule_version.cost', '<>', '')
    .execute()
  return rows.map(({ id, cost }) => ({ id, ...(JSON.parse(cost) as OwnCost & { name: string }) }))
}

/** As it is stored with the version of a rule. */
export const costJson = ({ name }: Pick<Rule, 'name'>, own: OwnCost): string => JSON.stringify({ ...own, name })
