import type { Rule } from '#contract/rules/rule.ts'
import { costOf, costProblem, ownCost, type OwnCost, type RuleCost, listsOf } from '#engine/analysis/rules/rule-cost.ts'
import { ruleNotReady, tooCostly } from '../refusals.ts'
import type { Query, Trx } from '../database/database.ts'
import { versionsOf } from './store.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { rowsWith, upsert } from '#db/rows.ts'
import { fromJson } from '../access/member.ts'

/** The shared word lists of an account, by the key of their record. A list may be large, so only those that are needed are read. */

const Words = z.object({ words: z.array(z.string()) })

export interface WordListSize {
  /** Changes with the list. */
  version: number
  /** Of its JSON. */
  characters: number
}

export async function readListSizes(query: Query, workspace: string): Promise<Map<string, WordListSize>> {
  const rows = await listsIn(query, workspace)
    .select(['key', 'version', sql<number | string>`length(value)`.as('characters')])
    .execute()
  return new Map(rows.map(({ key, version, characters }) => [key, { version, characters: Number(characters) }]))
}

/** By id. Versions stand for the words of a list, which may be megabytes. */
export type ListVersions = ReadonlyMap<string, Pick<WordListSize, 'version'>>

/**
 * SHA-256 of a rule without its name and description, and of the lists that it uses, hexadecimal: after a change of a list another backtest is needed.
 * @param rule as parsed by the schema, so that its fields have a fixed order
 */
export function digestOf(rule: Rule, lists: ListVersions = new Map()): string {
  const content = JSON.stringify({ ...rule, name: '', description: '' })
  const used = [...new Set(listsOf(rule))].toSorted()
  const versions = used.length === 0 ? '' : JSON.stringify(used.map((key) => [key, lists.get(key)?.version ?? null]))
  return createHash('sha256')
    .update(content + versions)
    .digest('hex')
}

/** The JSON of these lists, without missing ones. */
export async function readListTexts(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await listsIn(query, workspace).select(['key', 'value']).where('key', 'in', ids).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export async function readWordLists(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const texts = await readListTexts(query, workspace, ids)
  return new Map([...texts].map(([id, text]) => [id, fromJson(Words, text).words]))
}

const listsIn = (query: Query, workspace: string) => rowsWith(query, 'record', { workspace, kind: 'word-lists' })

export const charactersOf = (lists: ReadonlyMap<string, WordListSize>): Map<string, number> =>
  new Map([...lists].map(([id, { characters }]) => [id, characters]))

/** Throws a Refusal. The worker keeps rules within the limits as well (work/ask-thread.ts). @param size instructions of its expressions together */
export async function requireRuleCost(query: Query, workspace: string, rule: Rule, size: number): Promise<OwnCost> {
  const own = ownCost(rule, size)
  const problem = costProblem(costOf([own], charactersOf(await readListSizes(query, workspace))), 'rule')
  if (problem !== null) throw tooCostly(problem)
  return own
}

/** Throws a Refusal if the rule costs too much together with the others that run. */
export async function requireStartCost(trx: Trx, workspace: string, ruleId: string, own: OwnCost): Promise<void> {
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
  rowsWith(query, 'rule_cost', { workspace }).select(['characters', 'steps']).executeTakeFirst()

export const writeCost = (trx: Query, workspace: string, { characters, steps }: RuleCost) =>
  upsert(trx, 'rule_cost', { workspace }, { characters, steps }, { noted_at: null })

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

/** Without those of an earlier release whose cost is not known yet. */
async function readRunningCosts(query: Query, workspace: string): Promise<(OwnCost & Pick<Rule, 'name'> & { id: string })[]> {
  const rows = await versionsOf(query, workspace, 'running_version')
    .select(['rule.id', 'rule_version.cost'])
    .where('rule_version.cost', '<>', '')
    .execute()
  return rows.map(({ id, cost }) => ({ id, ...(JSON.parse(cost) as OwnCost & Pick<Rule, 'name'>) }))
}

/** As it is stored with the version of a rule. */
export const costJson = ({ name }: Pick<Rule, 'name'>, own: OwnCost): string => JSON.stringify({ ...own, name })
