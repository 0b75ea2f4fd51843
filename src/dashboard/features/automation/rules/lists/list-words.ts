import { maxListWord, maxListWords, WordList } from '#contract/rules/rule.ts'
import { setting } from '#contract/settings-derive.ts'
import { isStorable } from '#contract/gateway/record-kinds.ts'
import { bannedWords, parseFilter } from '#contract/word-filter.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/** The words of a shared list: parsing typed words, and adding them to the word filters of chats. */

/** Parses typed or pasted words, one per line or separated by commas. Duplicates (ignoring case) are dropped; the first spelling stays. */
export function wordsIn(typed: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of typed.split(/[,\r\n]/)) {
    const word = part.trim()
    if (word !== '' && !byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word)
  }
  return [...byKey.values()]
}

/** Why these words cannot be saved, as a sentence; null: they can. */
export function wordsProblem(words: readonly string[]): string | null {
  if (words.length > maxListWords)
    return `These are ${count(words.length)} words; a list has at most ${count(maxListWords)}. Nothing was cut off: split them into several lists.`
  const long = words.find((word) => Array.from(word).length > maxListWord)
  if (long !== undefined) return `“${Array.from(long).slice(0, 30).join('')}…” is longer than ${maxListWord} characters.`
  const value = { name: 'List', words: [...words] }
  const [issue] = WordList.safeParse(value).error?.issues ?? []
  if (issue) return `A word ${issue.message}.`
  return isStorable({ kind: 'word-lists', value }) ? null : 'The list is too large to be stored. Split it into several lists.'
}

/** A chat's filter with the words of a list added. Its own words stay unchanged. */
export interface Addition {
  filterWords: string
  /** How many words the chat does not have yet. */
  added: number
  /** Whether the filter would be longer than a chat can hold. */
  isTooLong: boolean
}

const { control } = setting('filterWords')
const maxFilterLength = control.kind === 'words' ? control.max : 0

/** @param filterWords of the chat. A word that it already bans, also inside other words, is not added again. */
export function withListWords(filterWords: string, words: readonly string[]): Addition {
  const known = new Set(bannedWords(filterWords).map(({ word }) => word.toLowerCase()))
  // A comma would split a word in two.
  const missing = words.filter((word) => !known.has(word.trim().toLowerCase()) && !word.includes(','))
  const next = [...parseFilter(filterWords).map(({ text }) => text), ...missing.map((word) => word.trim())].join(',')
  return {
    filterWords: missing.length === 0 ? filterWords : next,
    added: missing.length,
    isTooLong: missing.length > 0 && Array.from(next).length > maxFilterLength,
  }
}
