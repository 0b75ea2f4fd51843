import { wordFinder } from '#contract/word-filter.ts'
import { plain, wholeWords } from './rule-words.ts'

/** Where the words of a rule are in a text. Only for messages that a rule named: rule-words.ts decides whether there are any, and is faster. */

export interface FoundWord {
  /** As it is in the list. */
  word: string
  /** UTF-16 offsets in the text; `end` is exclusive. */
  start: number
  end: number
  /** It is written otherwise than in the list: with look-alike letters, accents, or letters repeated. */
  isDisguised: boolean
}

/** By their beginning; those that overlap an earlier one are left out. @param words as for wordMatcher */
export function findWords(words: readonly string[]): (text: string) => FoundWord[] {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '')
  const find = wordFinder(wholeWords(trimmed))
  const folded = trimmed.map(plain)
  const known = folded.flatMap((word, index) => (word === '' ? [] : [{ word, index }]))
  const findFolded = wordFinder(wholeWords(known.map(({ word }) => word)))
  return (text) => {
    const found = find(text).map(({ index, from, to }): FoundWord => ({ word: trimmed[index]!, start: from, end: to, isDisguised: false }))
    for (const { letters, origins } of spellings(text)) {
      for (const { index, from, to } of findFolded(letters)) {
        const [first, last] = [origins[from], origins[to - 1]]
        if (first && last) found.push({ word: trimmed[known[index]!.index]!, start: first.start, end: last.end, isDisguised: true })
      }
    }
    return withoutOverlaps(found)
  }
}

interface Spelling {
  letters: string
  /** Where each UTF-16 unit of `letters` comes from. */
  origins: { start: number; end: number }[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text without disguise, as rule-words.ts makes it: as it is, and with one and two letters where there are three or more of one. */
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
    // The last one that is kept stands for all that follow.
    const end = origins[index + run.length - 1]!.end
    for (let unit = from + length - letter.length; unit < from + length; unit++)
      result.origins[unit] = { start: result.origins[unit]!.start, end }
  }
  return result
}

/** What is written as in the list comes before what is disguised there. */
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
