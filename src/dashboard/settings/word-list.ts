import { repeatedWords } from '#contract/settings-doctor.ts'

/** One banned word of `filterWords`: "comma-separated; a leading space before a word means it is searched inside other words too" (api.md, Chat room). */
export interface Word {
  /** Exactly what stands between the commas. */
  text: string
  /** The same without the one leading space that has a meaning. Other white space is part of the word. */
  word: string
  inside: boolean
}

const read = (text: string): Word => {
  const inside = text.startsWith(' ')
  return { text, word: inside ? text.slice(1) : text, inside }
}

/** Nothing is trimmed or dropped: `formatWords(parseWords(text)) === text` for every text. */
export const parseWords = (text: string): Word[] => (text === '' ? [] : text.split(',').map(read))

export const formatWords = (words: Word[]): string => words.map(({ text }) => text).join(',')

/** Searched inside other words, or as a whole word only. A whole word cannot begin with a space: every leading space goes. */
export const withInside = ({ word }: Word, inside: boolean): Word => read(inside ? ` ${word}` : word.replace(/^ +/, ''))

/** The same list with one word more or less; `formatWords` gives back the rest exactly as it was. @param index position in the list */
export const toggled = (words: Word[], index: number): Word[] =>
  words.map((word, position) => (position === index ? withInside(word, !word.inside) : word))

export const removed = (words: Word[], index: number): Word[] => words.filter((_, position) => position !== index)

/**
 * Adds what was typed or pasted: many words parted by commas or new lines, each searched inside other words or not as asked, whatever its
 * own leading space says. Blank lines are no words; all other white space stays for the person to see.
 */
export function addWords(words: Word[], pasted: string, inside: boolean): Word[] {
  const fresh = pasted.split(/,|\r\n|\r|\n/).filter((text) => /\S/.test(text))
  return [...words, ...fresh.map((text) => withInside(read(text), inside))]
}

/** The `text` of every word that another entry makes needless: the same word, ignoring case. */
export function duplicates(words: Word[]): string[] {
  const texts = words.map(({ text }) => text)
  return repeatedWords(texts).map((index) => texts[index] ?? '')
}
