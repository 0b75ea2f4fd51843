/** Lays text into lines where no browser does it: on a canvas. */

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const parts = (segmenter: Intl.Segmenter, text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * Breaks between words, and inside a word only where it is wider than a line; an emoji or an accented letter is never split.
 * What does not fit into `most` lines is cut and marked by "…".
 * @param width of a line, in what `measure` counts
 */
export function wrapText(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text.replaceAll(/\s+/g, ' ').trim(), width, measure)) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      if (lines.length === most) return [...lines.slice(0, -1), cut(`${lines.at(-1)} ${piece}`, width, measure)]
      line = piece.trimStart()
    } else line += piece
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines
}

/** Where a line may break: after spaces, and between words with what clings to them. The letters of what is wider than a line stand alone. */
function piecesOf(text: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = []
  let hasWord = false
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = pieces.at(-1)
    const isSpace = segment.trim() === ''
    const begins: boolean = last === undefined || (!isSpace && (/\s$/.test(last) || (isWordLike === true && hasWord)))
    if (begins) pieces.push(segment)
    else pieces[pieces.length - 1] += segment
    hasWord = isWordLike === true || (hasWord && !begins)
  }
  return pieces.flatMap((piece) => (measure(piece.trimEnd()) > width ? parts(graphemes, piece) : [piece]))
}

function cut(line: string, width: number, measure: (text: string) => number): string {
  const letters = parts(graphemes, line.trimEnd())
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** The direction of a text by its first letter that has one, as `dir="auto"` decides. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(first) ? 'rtl' : 'ltr'
}
