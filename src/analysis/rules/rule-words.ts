import { wordFinder, type BannedWord } from '#contract/word-filter.ts'
import { fold } from '../fold-text.ts'
import { withoutLookalikes } from '../normal-form.ts'

/**
 * Words of rules. They match by the whole-word rule of the chats' own filter (contract/word-filter.ts), and also where a text evades that: with accents,
 * look-alike letters of other alphabets, invisible characters, or a letter repeated three times or more ("tiiicket", "freeee").
 */

/** Whether any of the words is in a text. Takes time proportional to the text. @param words a leading space has no meaning here */
export function wordMatcher(words: readonly string[]): (text: string) => boolean {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '')
  if (trimmed.length === 0) return () => false
  const find = wordFinder(wholeWords(trimmed))
  const findFolded = wordFinder(wholeWords(trimmed.map(plain).filter((word) => word !== '')))
  // Where folding removes nothing, what the first finder finds the second one finds too.
  return (text) => (!isAscii(text) && find(text).length > 0) || spellings(text).some((spelling) => findFolded(spelling).length > 0)
}

export const wholeWords = (words: readonly string[]): BannedWord[] => words.map((word) => ({ word, inside: false }))

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Without disguise: folded, and without look-alike letters. */
export const plain = (text: string) => withoutLookalikes(fold(text))

/** The text without disguise; where letters are repeated, with one and with two of them, because words have both. */
function spellings(text: string): string[] {
  const folded = plain(text)
  if (!/(.)\1\1/su.test(folded)) return [folded]
  return [folded, folded.replaceAll(/(.)\1{2,}/gsu, '$1'), folded.replaceAll(/(.)\1{2,}/gsu, '$1$1')]
}
