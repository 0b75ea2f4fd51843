/**
 * The word filter of a chat, `filterWords`. The API document says: "comma-separated banned words; a leading space before a word means it is searched
 * inside other words too". How the chat matches words beyond that is not documented: `wordFinder` is our model of it.
 */

export interface FilterEntry {
  /** The exact text between two commas. */
  text: string
  /** The text without the one leading space that has a meaning. Other white space belongs to the word. */
  word: string
  inside: boolean
}

/** @param text the text between two commas */
export function parseEntry(text: string): FilterEntry {
  const inside = text.startsWith(' ')
  return { text, word: inside ? text.slice(1) : text, inside }
}

/** Nothing is trimmed or dropped: the texts joined by commas are `filterWords` again. */
export const parseFilter = (filterWords: string): FilterEntry[] => (filterWords === '' ? [] : filterWords.split(',').map(parseEntry))

export type BannedWord = Pick<FilterEntry, 'word' | 'inside'>

/** The words to look for in messages: trimmed, without empty ones. */
export const bannedWords = (filterWords: string): BannedWord[] =>
  parseFilter(filterWords)
    .map(({ word, inside }) => ({ word: word.trim(), inside }))
    .filter(({ word }) => word !== '')

export interface WordHit {
  /** Index of the word in the list of the finder. */
  index: number
  /** UTF-16 offsets in the text; `to` is exclusive. */
  from: number
  to: number
}

/** A trie finds 5,000 words in one pass over the text. */
interface TrieNode {
  next: Map<number, TrieNode>
  /** Words that end here. */
  ends: number[]
}

/**
 * Finds banned words, ignoring case. A whole word matches only where no letter, digit or mark of any script is next to it. Hits may overlap; they are
 * sorted by `from`, then `to`.
 */
export function wordFinder(words: readonly BannedWord[]): (text: string) => WordHit[] {
  const root: TrieNode = { next: new Map(), ends: [] }
  for (const [index, { word }] of words.entries()) nodeOf(root, inLowerCase(word)).ends.push(index)
  return (text) => {
    const lower = inLowerCase(text)
    const hits: WordHit[] = []
    for (let from = 0; from < lower.length; from++) {
      let node = root.next.get(lower.charCodeAt(from))
      for (let to = from + 1; node; node = node.next.get(lower.charCodeAt(to++))) {
        for (const index of node.ends) if (words[index]?.inside || isWhole(text, from, to)) hits.push({ index, from, to })
      }
    }
    return hits
  }
}

function nodeOf(root: TrieNode, word: string): TrieNode {
  let node = root
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    let next = node.next.get(unit)
    if (!next) node.next.set(unit, (next = { next: new Map(), ends: [] }))
    node = next
  }
  return node
}

/** Keeps the length, so that offsets stay valid: "İ" is the only letter whose lower case is longer. */
const inLowerCase = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** Whether no letter is right before or after. Two UTF-16 units hold any character. */
const isWhole = (text: string, from: number, to: number) =>
  !/[\p{L}\p{M}\p{N}_]$/u.test(text.slice(Math.max(0, from - 2), from)) && !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(to, to + 2))
