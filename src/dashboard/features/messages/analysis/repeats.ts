import type { IndexedMessage } from './indexed-message.ts'
import type { TextForms } from './text-forms.ts'

/** From how many messages with equal normal forms on each of them counts as repeated. */
const repeatedLeast = 5
/** How often each says on average what everybody says before it is more than that: "hello" and applause are no spam. */
const insistence = 3

export const areInsistent = (authors: number, messages: number): boolean => authors * insistence <= messages

/** The forms that are repeated, with how many messages have them. */
export function repeatedForms(entries: readonly IndexedMessage[], forms: TextForms): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { form } of entries) counts.set(form, (counts.get(form) ?? 0) + 1)
  const repeated = new Map([...counts].filter(([, count]) => count >= repeatedLeast))
  for (const [form, authors] of authorsOfCommonplace(entries, forms, repeated)) {
    if (!areInsistent(authors.size, repeated.get(form) ?? 0)) repeated.delete(form)
  }
  return repeated
}

function authorsOfCommonplace(
  entries: readonly IndexedMessage[],
  forms: TextForms,
  repeated: ReadonlyMap<number, number>,
): Map<number, Set<string>> {
  const authorsOf = new Map<number, Set<string>>()
  for (const { form, author } of entries) {
    if (!forms.isCommonplace(form) || !repeated.has(form)) continue
    const authors = authorsOf.get(form)
    if (authors) authors.add(author)
    else authorsOf.set(form, new Set([author]))
  }
  return authorsOf
}
