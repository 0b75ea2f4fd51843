import { localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'

/** Words that one page hands to the rules: for a condition of a new rule, or a new word list. They wait in this tab until they are taken. */

export type WordsFor = 'rule' | 'list'

const nameOf = (what: WordsFor) => `words-for-${what}`

/** Returns false where this browser cannot store them. */
export const handOverWords = (what: WordsFor, words: readonly string[]): boolean =>
  setLocalText(nameOf(what), JSON.stringify(words), sessionStorage)

/** They were saved, or are not wanted. */
export const takeWords = (what: WordsFor): boolean => setLocalText(nameOf(what), '', sessionStorage)

/** The words that were handed over and not taken yet; none where there are none. */
export function waitingWords(what: WordsFor): string[] {
  const stored = localJson(nameOf(what), sessionStorage)
  return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : []
}
