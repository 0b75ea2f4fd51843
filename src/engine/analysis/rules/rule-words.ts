import { packWords, wordAt, wordFinder, type BannedWord, type PackedWords } from '#contract/word-filter.ts'
import { fold, isAscii, withoutLookalikes } from '../normal-form.ts'

/**
 * Words of rules. They match whole words as the chat's own filter does (contract/word-filter.ts), and also disguised spellings: accents, look-alike
 * letters of other alphabets, invisible characters, and letters repeated three times or more ("tiiicket", "freeee").
 */

/** Words that are ready to be looked for. */
export interface WordIndex {
  /** Without white space around them: a leading space has no meaning here. */
  words: PackedWords
  find: Finder
  /** Finds the folded words in a folded text. */
  findFolded: Finder
  /** Several rules look for the same words in a text one after the other. */
  last: { text: string; isFound: boolean }
}

type Finder = ReturnType<typeof wordFinder>

const indexes = new WeakMap<readonly string[], WordIndex>()

/** The index of an array of words. There is one for each array, however many conditions and rules use it. */
export function indexOf(words: readonly string[]): WordIndex {
  let index = indexes.get(words)
  if (!index) indexes.set(words, (index = indexWords(words)))
  return index
}

/** As indexOf, for words that nothing else keeps. */
export function indexWords(words: readonly string[]): WordIndex {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '')
  return {
    words: packWords(trimmed),
    find: wordFinder(wholeWords(trimmed)),
    findFolded: wordFinder(wholeWords(trimmed.map(plain))),
    last: { text: '', isFound: false },
  }
}

/** Whether any of the words is in a text. */
export function hasWord(index: WordIndex, text: string): boolean {
  // As the exceptions of most rules: folding takes most of the time.
  if (index.words.text === '') return false
  if (index.last.text !== text) index.last = { text, isFound: isAnyIn(index, text) }
  return index.last.isFound
}

const isAnyIn = ({ find, findFolded }: WordIndex, text: string): boolean =>
  // In ASCII text folding removes nothing, so the second finder finds everything that the first one would.
  (!isAscii(text) && find(text).length > 0) || spellings(text).some((spelling) => findFolded(spelling).length > 0)

const wholeWords = (words: readonly string[]): BannedWord[] => words.map((word) => ({ word, inside: false }))

/** Folded, with look-alike letters replaced. */
const plain = (text: string) => withoutLookalikes(fold(text))

/** Several lists look at the same text one after the other. */
let last = { text: '', spellings: [''] }

function spellings(text: string): string[] {
  if (last.text !== text) last = { text, spellings: spelled(text) }
  return last.spellings
}

/** The folded text; repeated letters are also reduced to one and to two, because words are spelled with either. */
function spelled(text: string): string[] {
  const folded = plain(text)
  if (!/(.)\1\1/su.test(folded)) return [folded]
  return [folded, folded.replaceAll(/(.)\1{2,}/gsu, '$1'), folded.replaceAll(/(.)\1{2,}/gsu, '$1$1')]
}

export interface FoundWord {
  /** As it is in the list. */
  word: string
  /** UTF-16 offsets in the text; `end` is exclusive. */
  start: number
  end: number
  /** It is spelled differently from the list: with look-alike letters, accents or repeated letters. */
  isDisguised: boolean
}

/** The positions of the words in a text that a rule matched, by start, without those that overlap an earlier one. hasWord() is faster. */
export function findWords(indexes: readonly WordIndex[], text: string): FoundWord[] {
  const found = indexes.flatMap(({ words, find }) =>
    find(text).map(({ index, from, to }): FoundWord => ({ word: wordAt(words, index), start: from, end: to, isDisguised: false })),
  )
  for (const { letters, origins } of spellingsWithOrigins(text))
    for (const { words, findFolded } of indexes)
      for (const { index, from, to } of findFolded(letters)) {
        const [first, last] = [origins[from], origins[to - 1]]
        if (first && last) found.push({ word: wordAt(words, index), start: first.start, end: last.end, isDisguised: true })
      }
  return withoutOverlaps(found)
}

interface Spelling {
  letters: string
  /** Where each UTF-16 unit of `letters` comes from. */
  origins: { start: number; end: number }[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The folded text, as in spelled(): unchanged, and with runs of three or more equal letters reduced to one and to two. */
function spellingsWithOrigins(text: string): Spelling[] {
  const all: Spelling = { letters: '', origins: [] }
  for (const { segment, index } of graphemes.segment(text)) {
    const letters = plain(segment)
    all.letters += letters
    for (let unit = 0; unit < letters.length; unit++) all.origins.push({ start: index, end: index + segment.length })
  }
  return [all, collapsed(all, 1), collapsed(all, 2)]
}

function collapsed({ letters, origins }: Spelling, kept: number): Spelling {
  const result: Spelling = { letters: '', origins: [] }
  for (const { 0: run, index } of letters.matchAll(/(.)\1*/gsu)) {
    const letter = String.fromCodePoint(run.codePointAt(0) ?? 0)
    const length = run.length / letter.length >= 3 ? kept * letter.length : run.length
    result.letters += run.slice(0, length)
    const from = result.origins.length
    for (let unit = 0; unit < length; unit++) result.origins.push(origins[index + unit]!)
    // The last letter that is kept covers the rest of the run.
    const end = origins[index + run.length - 1]!.end
    for (let unit = from + length - letter.length; unit < from + length; unit++)
      result.origins[unit] = { start: result.origins[unit]!.start, end }
  }
  return result
}

/** At the same position, an exact spelling takes precedence over a disguised one. */
function withoutOverlaps(found: FoundWord[]): FoundWord[] {
  const sorted = found.toSorted(
    (one, other) => one.start - other.start || Number(one.isDisguised) - Number(other.isDisguised) || other.end - one.end,
  )
  let end = 0
  return sorted.filter((one) => {
    if (one.start < end) return false
    end = one.end
    return true
  })
}
