import { wordAt } from '#contract/word-filter.ts'
import { plain, type WordIndex } from './rule-words.ts'

/** Finds the positions of a rule's words in a text, for messages that the rule matched. rule-words.ts only checks whether there are any, and is faster. */

export interface FoundWord {
  /** As it is in the list. */
  word: string
  /** UTF-16 offsets in the text; `end` is exclusive. */
  start: number
  end: number
  /** It is spelled differently from the list: with look-alike letters, accents or repeated letters. */
  isDisguised: boolean
}

/** Sorted by start, without those that overlap an earlier one. */
export function findWords(indexes: readonly WordIndex[], text: string): FoundWord[] {
  const found = indexes.flatMap(({ words, find }) =>
    find(text).map(({ index, from, to }): FoundWord => ({ word: wordAt(words, index), start: from, end: to, isDisguised: false })),
  )
  for (const { letters, origins } of spellings(text))
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

/** The folded text, as in rule-words.ts: unchanged, and with runs of three or more equal letters reduced to one and to two. */
function spellings(text: string): Spelling[] {
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
