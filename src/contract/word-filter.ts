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

/**
 * Finds banned words, ignoring case. A whole word matches only where no letter, digit or mark of any script is next to it. Hits may overlap; they are
 * sorted by `from`, then `to`.
 *
 * The words are kept sorted and narrowed letter by letter: the words that begin as the text goes on are always neighbours. A trie would find them a
 * little faster, but takes a hundred bytes for each letter, and people store a million letters.
 */
export function wordFinder(words: readonly BannedWord[]): (text: string) => WordHit[] {
  const lower = words.map(({ word }) => inLowerCase(word))
  const order = [...lower.keys()].filter((index) => lower[index] !== '').toSorted((one, other) => compare(lower[one]!, lower[other]!))
  const indexes = Uint32Array.from(order)
  const sorted = order.map((index) => lower[index]!)
  const starts = rangesByFirstUnit(sorted)

  /** Adds the words that begin at a position of a text, shortest first. */
  function findAt(text: string, from: number, add: (index: number, to: number) => void) {
    let [low, high] = starts.get(text.charCodeAt(from)) ?? noRange
    for (let length = 1; low < high; length++) {
      // Of words that begin alike the shortest come first.
      for (; low < high && sorted[low]!.length === length; low++) add(indexes[low]!, from + length)
      const unit = text.charCodeAt(from + length)
      high = firstWith(sorted, low, high, (word) => !(word.charCodeAt(length) <= unit))
      low = firstWith(sorted, low, high, (word) => word.charCodeAt(length) >= unit)
    }
  }

  return (text) => {
    const lowerText = inLowerCase(text)
    const hits: WordHit[] = []
    for (let from = 0; from < lowerText.length; from++)
      findAt(lowerText, from, (index, to) => {
        if (words[index]?.inside || isWhole(text, from, to)) hits.push({ index, from, to })
      })
    return hits
  }
}

const noRange = [0, 0] as const

/** By UTF-16 units, as the search goes on unit by unit. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Where the words with the same first UTF-16 unit begin and end. */
function rangesByFirstUnit(sorted: readonly string[]): Map<number, readonly [number, number]> {
  const ranges = new Map<number, readonly [number, number]>()
  for (const [at, word] of sorted.entries()) {
    const unit = word.charCodeAt(0)
    ranges.set(unit, [ranges.get(unit)?.[0] ?? at, at + 1])
  }
  return ranges
}

/** The first of these words that meets a condition which all later ones meet as well; `high` if none does. */
function firstWith(sorted: readonly string[], low: number, high: number, isMet: (word: string) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isMet(sorted[middle]!)) to = middle
    else from = middle + 1
  }
  return from
}

/** Keeps the length, so that offsets stay valid: "İ" is the only letter whose lower case is longer. */
const inLowerCase = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** Whether no letter is right before or after. Two UTF-16 units hold any character. */
const isWhole = (text: string, from: number, to: number) =>
  !/[\p{L}\p{M}\p{N}_]$/u.test(text.slice(Math.max(0, from - 2), from)) && !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(to, to + 2))
