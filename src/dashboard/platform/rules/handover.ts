import { localJson, setLocalText } from '#dashboard/platform/session/local-storage.ts'

/** Words that one page hands to the rules: for a condition of a new rule, or a new word list. They wait in this tab until they are taken. */

export type WordsFor = 'rule' | 'list'

const nameOf = (what: WordsFor) => `words-for-${what}`

/** Returns false where this browser cannot store them. */
export const handOverWords = (what: WordsFor, words: readonly string[]): boolean =>
  setLocalText(nameOf(what), JSON.stringify(words), sessionStorage)

/** The words that were handed over, once; none where there are none. */
export function takeWords(what: WordsFor): string[] {
  const words = waitingWords(what)
  setLocalText(nameOf(what), '', sessionStorage)
  return words
}

/** The same without taking them. */
export function waitingWords(what: WordsFor): string[] {
  const stored = localJson(nameOf(what), sessionStorage)
  return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : []
}
