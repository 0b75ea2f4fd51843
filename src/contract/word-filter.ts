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
 * The words are kept sorted and narrowed letter by letter: the words that begin as the text goes on are always neighbours. They are one string, because a
 * trie takes a hundred bytes for each letter and a string of its own tens of bytes for each word, and people store millions of words.
 */
export function wordFinder(words: readonly BannedWord[]): (text: string) => WordHit[] {
  const { sorted, indexes } = sortWords(words)
  const first = firstUnits(sorted)
  const isInside = words.some(({ inside }) => inside) ? Uint8Array.from(words, ({ inside }) => Number(inside)) : []

  /** The unit of a word at a position within it. */
  const unitOf = (word: number, position: number) => sorted.text.charCodeAt(sorted.starts[word]! + position)
  const lengthOf = (word: number) => sorted.starts[word + 1]! - sorted.starts[word]!

  /** Adds the words that begin at a position of a text, shortest first. */
  function findAt(text: string, from: number, add: (index: number, to: number) => void) {
    const start = text.charCodeAt(from)
    const group = firstWith(0, first.units.length, (at) => first.units[at]! >= start)
    if (first.units[group] !== start) return
    let [low, high] = [first.begins[group]!, first.begins[group + 1]!]
    for (let length = 1; low < high; length++) {
      // Of words that begin alike the shortest come first.
      for (; low < high && lengthOf(low) === length; low++) add(indexes[low]!, from + length)
      const unit = text.charCodeAt(from + length)
      high = firstWith(low, high, (word) => !(unitOf(word, length) <= unit))
      low = firstWith(low, high, (word) => unitOf(word, length) >= unit)
    }
  }

  return (text) => {
    const lowerText = inLowerCase(text)
    const hits: WordHit[] = []
    for (let from = 0; from < lowerText.length; from++)
      findAt(lowerText, from, (index, to) => {
        if (isInside[index] || isWhole(text, from, to)) hits.push({ index, from, to })
      })
    return hits
  }
}

/** In lower case, and where each word is among those that were given. A function of its own, because what it needs meanwhile is not kept then. */
function sortWords(words: readonly BannedWord[]): { sorted: PackedWords; indexes: Positions } {
  const lower = words.map(({ word }) => inLowerCase(word))
  const order = [...lower.keys()].filter((index) => lower[index] !== '').toSorted((one, other) => compare(lower[one]!, lower[other]!))
  return { sorted: packWords(order.map((index) => lower[index]!)), indexes: positions(order, words.length) }
}

type Positions = Uint16Array | Uint32Array

/** Numbers up to `most`. Half as large where they are small, because there are several for each of millions of words. */
const positions = (numbers: readonly number[], most: number): Positions =>
  most < 2 ** 16 ? Uint16Array.from(numbers) : Uint32Array.from(numbers)

/** Words in one string: the word at `index` is `text.slice(starts[index], starts[index + 1])`. */
export interface PackedWords {
  text: string
  starts: Positions
}

export function packWords(words: readonly string[]): PackedWords {
  const text = words.join('')
  let end = 0
  const ends = words.map((word) => (end += word.length))
  return { text, starts: positions([0, ...ends], text.length) }
}

export const wordAt = ({ text, starts }: PackedWords, index: number): string => text.slice(starts[index], starts[index + 1])

/** By UTF-16 units, as the search goes on unit by unit. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The first units of sorted words, ascending, and where the words with each of them begin; then where the last ones end. */
function firstUnits({ text, starts }: PackedWords) {
  const words = starts.length - 1
  const unitAt = (word: number) => text.charCodeAt(starts[word]!)
  const begins = Array.from({ length: words }, (_, word) => word).filter((word) => word === 0 || unitAt(word) !== unitAt(word - 1))
  return { units: Uint16Array.from(begins, unitAt), begins: positions([...begins, words], words) }
}

/** The first number of a range that meets a condition which all later ones meet as well; `high` if none does. */
function firstWith(low: number, high: number, isMet: (number: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isMet(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Keeps the length, so that offsets stay valid: "İ" is the only letter whose lower case is longer. */
const inLowerCase = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** Whether no letter is right before or after. Two UTF-16 units hold any character. */
const isWhole = (text: string, from: number, to: number) =>
  !/[\p{L}\p{M}\p{N}_]$/u.test(text.slice(Math.max(0, from - 2), from)) && !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(to, to + 2))
