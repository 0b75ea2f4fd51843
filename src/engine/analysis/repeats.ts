import type { IndexedMessage } from './indexed-message.ts'
import type { TextForms } from './text-forms.ts'

/** A text is repeated when at least this many messages have its normal form. */
const minRepeats = 5
/** A commonplace text, such as "hello" or applause, is repeated only if its authors wrote it this often on average. */
const minRepeatsPerAuthor = 3

export const isRepeatedPerAuthor = (authors: number, messages: number): boolean => authors * minRepeatsPerAuthor <= messages

/** The repeated normal forms, each with its number of messages. */
export function repeatedForms(entries: readonly IndexedMessage[], forms: TextForms): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { form } of entries) counts.set(form, (counts.get(form) ?? 0) + 1)
  const repeated = new Map([...counts].filter(([, count]) => count >= minRepeats))
  for (const [form, authors] of authorsOfCommonplace(entries, forms, repeated)) {
    if (!isRepeatedPerAuthor(authors.size, repeated.get(form) ?? 0)) repeated.delete(form)
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
