/** Wraps text for a canvas, where the browser does not. */

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const parts = (segmenter: Intl.Segmenter, text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * Breaks between words, and within a word only if it is wider than a line; an emoji or an accented letter is never split. Text beyond the last line
 * is cut off and marked with “…”.
 * @param width of a line, in the unit of `measure`
 * @param maxLines the maximum number of lines
 */
export function wrapText(text: string, width: number, maxLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text.replaceAll(/\s+/g, ' ').trim(), width, measure)) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      if (lines.length === maxLines) return [...lines.slice(0, -1), cut(`${lines.at(-1)} ${piece}`, width, measure)]
      line = piece.trimStart()
    } else line += piece
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines
}

/**
 * Splits the text at its break opportunities: after spaces, and between words with their punctuation. A word wider than a line is split into
 * graphemes.
 */
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

/** The direction of the first letter that has one, like `dir="auto"`. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(first) ? 'rtl' : 'ltr'
}
