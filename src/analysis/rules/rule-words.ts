import { wordFinder, type BannedWord } from '#contract/word-filter.ts'
import { fold } from '../fold-text.ts'
import { withoutLookalikes } from '../normal-form.ts'

/**
 * Words of rules. They match whole words as the chat's own filter does (contract/word-filter.ts), and also disguised spellings: accents, look-alike
 * letters of other alphabets, invisible characters, and letters repeated three times or more ("tiiicket", "freeee").
 */

/** Whether any of the words is in a text, in time proportional to its length. @param words a leading space has no meaning here */
export function wordMatcher(words: readonly string[]): (text: string) => boolean {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '')
  if (trimmed.length === 0) return () => false
  const find = wordFinder(wholeWords(trimmed))
  const findFolded = wordFinder(wholeWords(trimmed.map(plain).filter((word) => word !== '')))
  // In ASCII text folding removes nothing, so the second finder finds everything that the first one would.
  return (text) => (!isAscii(text) && find(text).length > 0) || spellings(text).some((spelling) => findFolded(spelling).length > 0)
}

export const wholeWords = (words: readonly string[]): BannedWord[] => words.map((word) => ({ word, inside: false }))

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Folded, with look-alike letters replaced. */
export const plain = (text: string) => withoutLookalikes(fold(text))

/** The folded text; repeated letters are also reduced to one and to two, because words are spelled with either. */
function spellings(text: string): string[] {
  const folded = plain(text)
  if (!/(.)\1\1/su.test(folded)) return [folded]
  return [folded, folded.replaceAll(/(.)\1{2,}/gsu, '$1'), folded.replaceAll(/(.)\1{2,}/gsu, '$1$1')]
}
