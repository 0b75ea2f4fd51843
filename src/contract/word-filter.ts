/**
 * The word filter of a chat, `filterWords`: "comma-separated banned words; a leading space before a word means it is searched inside other words
 * too" (api.md, Chat room). More about how the room matches is not shown: `wordFinder` is our model of it.
 */

export interface FilterEntry {
  /** Exactly what stands between the commas. */
  text: string
  /** The same without the one leading space that has a meaning. Other white space is part of the word. */
  word: string
  inside: boolean
}

/** @param text what stands between two commas */
export function parseEntry(text: string): FilterEntry {
  const inside = text.startsWith(' ')
  return { text, word: inside ? text.slice(1) : text, inside }
}

/** Nothing is trimmed or dropped: the `text` of all, joined by commas, is `filterWords` again. */
export const parseFilter = (filterWords: string): FilterEntry[] => (filterWords === '' ? [] : filterWords.split(',').map(parseEntry))

export type BannedWord = Pick<FilterEntry, 'word' | 'inside'>

/** The words that can be found in a message: without white space around them, and without empty ones. */
export const bannedWords = (filterWords: string): BannedWord[] =>
  parseFilter(filterWords)
    .map(({ word, inside }) => ({ word: word.trim(), inside }))
    .filter(({ word }) => word !== '')

export interface WordHit {
  /** Position of the word in the list that the finder was made of. */
  index: number
  /** Where it stands in the text, in UTF-16 units; `to` is behind its end. */
  from: number
  to: number
}

/** A character after a character: 5,000 words are looked for in one go, however many of them begin alike. */
interface TrieNode {
  next: Map<number, TrieNode>
  /** Words that end here. */
  ends: number[]
}

/**
 * Finds banned words whatever their case, a whole word only where no letter, digit or mark of any script touches it. Hits may overlap; they come
 * in the order of `from`, then `to`.
 */
export function wordFinder(words: readonly BannedWord[]): (text: string) => WordHit[] {
  const first: TrieNode = { next: new Map(), ends: [] }
  for (const [index, { word }] of words.entries()) nodeOf(first, inLowerCase(word)).ends.push(index)
  return (text) => {
    const lower = inLowerCase(text)
    const hits: WordHit[] = []
    for (let from = 0; from < lower.length; from++) {
      let step = first.next.get(lower.charCodeAt(from))
      for (let to = from + 1; step; step = step.next.get(lower.charCodeAt(to++))) {
        for (const index of step.ends) if (words[index]?.inside || isWhole(text, from, to)) hits.push({ index, from, to })
      }
    }
    return hits
  }
}

function nodeOf(first: TrieNode, word: string): TrieNode {
  let step = first
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    let next = step.next.get(unit)
    if (!next) step.next.set(unit, (next = { next: new Map(), ends: [] }))
    step = next
  }
  return step
}

/** Of the same length, so that places in it are places in the text: "İ" is the one letter whose lower case is longer. */
const inLowerCase = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** Whether no letter stands right before or behind. Two UTF-16 units hold any character. */
const isWhole = (text: string, from: number, to: number) =>
  !/[\p{L}\p{M}\p{N}_]$/u.test(text.slice(Math.max(0, from - 2), from)) && !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(to, to + 2))
