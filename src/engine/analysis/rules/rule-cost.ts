import { isWindowCondition, type Rule, type RuleCondition } from '#contract/rules/rule.ts'

/**
 * What rules cost while they run. Each part of a rule is limited by its form (contract/rules/rule.ts); this limits the sum, of a rule, of the rules of an
 * account, and of all accounts of a server. The page and the server calculate the same.
 */

export interface RuleCost {
  /** Of all words as JSON, which is what memory they take follows. A list counts once, however many conditions and rules use it. */
  characters: number
  /** Work for each character of a message, in instructions of an expression. */
  steps: number
}

export type CostScope = 'rule' | 'account' | 'server'

export const costLimits: Record<CostScope, RuleCost> = {
  rule: { characters: 500_000, steps: 4000 },
  account: { characters: 1_000_000, steps: 10_000 },
  server: { characters: 20_000_000, steps: 200_000 },
}

/** A condition that is no expression takes about as long as this many instructions. */
const stepsOfCondition = 5
/** A condition that counts messages also remembers them, in each chat. */
const stepsOfWindow = 100

/** What a rule costs by itself, and the shared lists that it uses. */
export interface OwnCost extends RuleCost {
  listIds: string[]
}

/** @param size instructions of its expressions together */
export function ownCost(rule: Rule, size: number): OwnCost {
  const conditions = rule.groups.flatMap((group) => group.conditions)
  const own = [...conditions.flatMap(wordsOf), ...rule.except.words, ...rule.except.authors]
  return {
    characters: sum(own.map((word) => word.length + jsonOfWord)),
    steps: size + sum(conditions.map(stepsOf)),
    listIds: listsOf(rule),
  }
}

/** The cost of rules that run together. @param lists characters of the shared lists as JSON, by id; a missing list costs nothing */
export function costOf(rules: readonly OwnCost[], lists: ReadonlyMap<string, number>): RuleCost {
  const listIds = new Set(rules.flatMap((rule) => rule.listIds))
  return {
    characters: sum([...listIds].map((id) => lists.get(id) ?? 0)) + sum(rules.map(({ characters }) => characters)),
    steps: sum(rules.map(({ steps }) => steps)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Two quotes and a comma. */
const jsonOfWord = 3

function wordsOf(condition: RuleCondition): readonly string[] {
  switch (condition.kind) {
    case 'words':
    case 'authorName':
      return condition.words
    case 'linkOutside':
      return condition.allowed
    case 'linkTo':
      return condition.domains
    default:
      return []
  }
}

function stepsOf(condition: RuleCondition): number {
  if (condition.kind === 'expression') return 0
  if (isWindowCondition(condition)) return stepsOfWindow
  return stepsOfCondition * (condition.kind === 'words' ? 1 + new Set(condition.lists).size : 1)
}

/** The shared lists that a rule uses. */
export const listsOf = ({ groups }: Pick<Rule, 'groups'>): string[] => [
  ...new Set(groups.flatMap(({ conditions }) => conditions.flatMap((condition) => (condition.kind === 'words' ? condition.lists : [])))),
]

/** The expressions of a rule, each once for each condition. */
export const patternsOf = ({ groups }: Pick<Rule, 'groups'>): string[] =>
  groups.flatMap(({ conditions }) => conditions.flatMap((condition) => (condition.kind === 'expression' ? [condition.pattern] : [])))

/** Why the cost exceeds the limit, as a sentence; null: it does not. */
export function costProblem({ characters, steps }: RuleCost, scope: CostScope): string | null {
  const limit = costLimits[scope]
  const of = subjects[scope]
  if (characters > limit.characters)
    return `The words and word lists of ${of} have ${figure(characters)} characters together; at most ${figure(limit.characters)} are possible.`
  if (steps > limit.steps)
    return `The conditions of ${of} take ${figure(steps)} steps for each character of a message; at most ${figure(limit.steps)} are possible. Long expressions take most: a list of words instead of many alternatives takes few.`
  return null
}

const subjects: Record<CostScope, string> = {
  rule: 'this rule',
  account: 'the rules that run in this account',
  server: 'the rules that run on this server',
}

const figure = (count: number) => count.toLocaleString('en')
