import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { StoredRule } from '#contract/workspace/rules.ts'
import { stateOrder } from '../state.ts'
import type { RulesView } from '../view.ts'

const byName = (one: StoredRule, other: StoredRule) => one.rule.name.localeCompare(other.rule.name)
const byHits = (one: StoredRule, other: StoredRule) => other.hits.today - one.hits.today
const stateRank = ({ state }: StoredRule) => stateOrder.indexOf(state)

const orders: Record<RulesView['sort'], (one: StoredRule, other: StoredRule) => number> = {
  name: byName,
  hits: (one, other) => byHits(one, other) || byName(one, other),
  // Those that fell back first.
  state: (one, other) => stateRank(one) - stateRank(other) || byHits(one, other) || byName(one, other),
}

/** The rules that match the search and the filters, in order. @param chatsOf the chats of a rule */
export function shownRules(
  rules: readonly StoredRule[],
  { search, show, chat, sort }: Pick<RulesView, 'search' | 'show' | 'chat' | 'sort'>,
  chatsOf: (stored: StoredRule) => readonly { id: number }[],
): StoredRule[] {
  const words = normalizedForSearch(search).split(/\s+/)
  return rules
    .filter((stored) => {
      const text = normalizedForSearch(`${stored.rule.name} ${stored.rule.description}`)
      return (
        (show === null || stored.state === show) &&
        (chat === null || chatsOf(stored).some(({ id }) => String(id) === chat)) &&
        words.every((word) => text.includes(word))
      )
    })
    .toSorted(orders[sort])
}
