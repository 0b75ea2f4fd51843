import { normalizedForSearch } from '#contract/settings-derive.ts'
import { MarkedText } from './messages/PlainText.tsx'

/** A text of a list that is searched, with the typed words marked. @param typed '' marks nothing */
export const FoundText = ({ text, typed }: { text: string; typed: string }) => (
  // An element of its own, and another one for other words: translators of browsers replace the texts that React would remove from it. No <span>, which
  // headings draw as less important.
  <bdi key={typed}>
    <MarkedText text={text} highlights={foundWords(text, typed)} />
  </bdi>
)

/** Where the words of a search are in a text, whatever the case and the accents: as `wordMatcher` finds them. */
export function foundWords(text: string, typed: string): { start: number; end: number }[] {
  if (typed === '') return []
  // A letter may become two, or none: what each letter of the normalized text was.
  const starts: number[] = []
  let searched = ''
  let at = 0
  for (const letter of text) {
    const normalized = normalizedForSearch(letter)
    searched += normalized
    for (let count = normalized.length; count > 0; count--) starts.push(at)
    at += letter.length
  }
  return normalizedForSearch(typed)
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => {
      const found = []
      for (let from = searched.indexOf(word); from >= 0; from = searched.indexOf(word, from + word.length)) {
        const last = starts[from + word.length - 1]!
        found.push({ start: starts[from]!, end: starts.find((start) => start > last) ?? text.length })
      }
      return found
    })
}
