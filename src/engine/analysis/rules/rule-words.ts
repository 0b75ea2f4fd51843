import { packWords, wordFinder, type BannedWord, type PackedWords } from '#contract/word-filter.ts'
import { fold } from '../fold-text.ts'
import { withoutLookalikes } from '../normal-form.ts'

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

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Folded, with look-alike letters replaced. */
export const plain = (text: string) => withoutLookalikes(fold(text))

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
