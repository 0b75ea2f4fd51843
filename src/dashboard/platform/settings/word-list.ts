import { duplicateWords } from '#contract/settings-doctor.ts'
import { parseEntry, type FilterEntry } from '#contract/word-filter.ts'

/** `formatWords(parseWords(text)) === text` for every text. */
export const formatWords = (words: FilterEntry[]): string => words.map(({ text }) => text).join(',')

/** Matched inside other words, or as a whole word only. A whole word cannot begin with a space: every leading space is removed. */
export const withInside = ({ word }: FilterEntry, inside: boolean): FilterEntry => parseEntry(inside ? ` ${word}` : word.replace(/^ +/, ''))

/** The same list with one word more or less; `formatWords` gives back the rest exactly as it was. @param index position in the list */
export const toggled = (words: FilterEntry[], index: number): FilterEntry[] =>
  words.map((word, position) => (position === index ? withInside(word, !word.inside) : word))

export const removed = (words: FilterEntry[], index: number): FilterEntry[] => words.filter((_, position) => position !== index)

/**
 * Adds what was typed or pasted: many words parted by commas or new lines, each searched inside other words or not as asked, whatever its
 * own leading space says. Blank lines are no words; all other white space stays for the person to see.
 */
export function addWords(words: FilterEntry[], pasted: string, inside: boolean): FilterEntry[] {
  const fresh = pasted.split(/,|\r\n|\r|\n/).filter((text) => /\S/.test(text))
  return [...words, ...fresh.map((text) => withInside(parseEntry(text), inside))]
}

/** The `text` of every word that another entry makes needless: the same word, ignoring case. */
export function duplicates(words: FilterEntry[]): string[] {
  const texts = words.map(({ text }) => text)
  return duplicateWords(texts).map((index) => texts[index] ?? '')
}
