import { normalizedForSearch } from '#contract/settings-derive.ts'

export interface Choice {
  value: string
  label: string
}

export interface ChoiceGroup {
  group: string
  items: Choice[]
}

export const choicesIn = (data: (Choice | ChoiceGroup)[]): Choice[] => data.flatMap((part) => ('items' in part ? part.items : [part]))

/**
 * The choices whose label holds what was typed, case and accents aside: those that begin with it first, then those where a word does. Groups keep
 * their order, and those without a match are left out.
 */
export function matchChoices(data: (Choice | ChoiceGroup)[], typed: string, limit = Infinity): (Choice | ChoiceGroup)[] {
  const words = normalizedForSearch(typed.trim())
  const rank = ({ label }: Choice) => {
    const text = normalizedForSearch(label)
    if (text.startsWith(words)) return 0
    const at = text.indexOf(words)
    return at < 0 ? null : text.includes(` ${words}`) ? 1 : 2
  }
  const best = (choices: Choice[]) =>
    words === ''
      ? choices
      : choices
          .flatMap((choice) => {
            const order = rank(choice)
            return order === null ? [] : [{ choice, order }]
          })
          .toSorted((a, b) => a.order - b.order)
          .map(({ choice }) => choice)
  const single = best(data.filter((part) => !('items' in part)) as Choice[])
  let left = limit - single.length
  const groups = data.flatMap((part) => {
    if (!('items' in part)) return []
    const items = best(part.items).slice(0, Math.max(0, left))
    left -= items.length
    return items.length > 0 ? [{ ...part, items }] : []
  })
  return [...single.slice(0, limit), ...groups]
}
