import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import { actOfLiveRule, allowsReach } from '#contract/workspace/reach.ts'
import { noRight } from '../../refusals.ts'
import type { AfterWrite } from '../records/record-store.ts'
import { readRunning, readRunningRules } from './store.ts'

/**
 * A live rule goes on with the words that its lists have now. So whoever changes them needs what putting that rule live needs: with a word, a list deletes.
 * Throws a Refusal.
 */
export const requireRightsOfRules: AfterWrite = async (query, { workspace, member }, kind, changed) => {
  if (kind !== 'word-lists' || member === null) return
  const keys = new Set(changed.map(({ key }) => key))
  const live = (await readRunning(query, workspace)).running.filter(({ state }) => state === 'live')
  const rules = await readRunningRules(query, workspace, live)
  const users = rules.filter(({ rule }) => listsOf(rule).some((key) => keys.has(key)))
  if (!users.every(({ rule }) => allowsReach(member, actOfLiveRule(rule)))) throw noRight()
}
