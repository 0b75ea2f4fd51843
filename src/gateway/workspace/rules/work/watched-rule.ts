import type { Rule } from '#contract/rules/rule.ts'
import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import { windowSecondsOf } from '../matching/chat-matchers.ts'
import type { RunningRule } from '../store.ts'

/** A running rule as the rounds of an account know it; the thread of the rules compiles it. */
export interface WatchedRule extends RunningRule {
  /** Changes whenever the rule, its state or its word lists change. */
  key: string
  /** The longest period in which it counts messages, in seconds; 0: it counts none. */
  windowSeconds: number
  /** Whether it has a condition about first messages. */
  needsAuthors: boolean
  /** The shared lists that it uses. */
  listIds: readonly string[]
}

/** @param lists the versions of the shared lists by id */
export function watchedRule(running: RunningRule, lists: ReadonlyMap<string, number>): WatchedRule {
  const { id, start, state, rule } = running
  const listIds = [...new Set(listsOf(rule))]
  return {
    ...running,
    key: [id, start, state, ...listIds.map((listId) => `${listId}:${lists.get(listId) ?? ''}`)].join(' '),
    windowSeconds: windowSecondsOf(rule),
    needsAuthors: hasFirstMessage(rule),
    listIds,
  }
}

const hasFirstMessage = ({ groups }: Rule) => groups.some(({ conditions }) => conditions.some(({ kind }) => kind === 'firstMessage'))
