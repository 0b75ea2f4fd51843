import type { Entry } from './entry.ts'
import type { Forms } from './forms.ts'

/** From how many messages with equal normal forms on each of them counts as repeated. */
const repeatedLeast = 5
/** How often each says on average what everybody says before it is more than that: "hello" and applause are no spam. */
const insistence = 3

export const areInsistent = (posters: number, messages: number): boolean => posters * insistence <= messages

/** The forms that are repeated, with how many messages have them. */
export function repeatedForms(entries: readonly Entry[], forms: Forms): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { form } of entries) counts.set(form, (counts.get(form) ?? 0) + 1)
  const repeated = new Map([...counts].filter(([, count]) => count >= repeatedLeast))
  for (const [form, posters] of postersOfCommonplace(entries, forms, repeated)) {
    if (!areInsistent(posters.size, repeated.get(form) ?? 0)) repeated.delete(form)
  }
  return repeated
}

function postersOfCommonplace(entries: readonly Entry[], forms: Forms, repeated: ReadonlyMap<number, number>): Map<number, Set<string>> {
  const postersOf = new Map<number, Set<string>>()
  for (const { form, poster } of entries) {
    if (!forms.isCommonplace(form) || !repeated.has(form)) continue
    const posters = postersOf.get(form)
    if (posters) posters.add(poster)
    else postersOf.set(form, new Set([poster]))
  }
  return postersOf
}
