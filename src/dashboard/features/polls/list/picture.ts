import type { Poll } from '#contract/polls.ts'
import { download } from '#dashboard/ui/format/download.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { fontFamily } from '#dashboard/ui/theme/theme.ts'
import { barsOf, type Bar } from '../bars.ts'
import { answersOf } from '#engine/polls/poll-text.ts'

/** Draws the bars of a poll as a PNG in the current colour scheme, at twice the pixel density to stay sharp. */

const scale = 2
const width = 960
const margin = 48
const track = { left: margin, width: 640 }
const pad = 16
const lineHeight = { question: 40, answer: 26 }
const maxLines = { question: 6, answer: 6 }

type Context = CanvasRenderingContext2D

const fonts = {
  question: `600 30px ${fontFamily}`,
  answer: `400 19px ${fontFamily}`,
  lead: `500 19px ${fontFamily}`,
  small: `400 17px ${fontFamily}`,
}

/** Draws the picture and downloads it. Rejects if the browser cannot create one. */
export async function savePicture(poll: Poll): Promise<void> {
  // Loads the fonts first, because the canvas would draw a fallback for a font that is not loaded yet. If a font is not installed, loading rejects,
  // and the next font of the list is used.
  await Promise.allSettled(Object.values(fonts).map((font) => document.fonts.load(font, poll.question)))
  const canvas = document.createElement('canvas')
  drawPoll(canvas, poll)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new TypeError('The browser made no picture')
  download(`poll-${poll.id}.png`, blob)
}

function drawPoll(canvas: HTMLCanvasElement, poll: Poll) {
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('The browser draws no pictures')
  const colour = colours()
  const { bars, total } = barsOf(answersOf(poll))
  context.font = fonts.question
  const question = wrapText(poll.question, width - 2 * margin, maxLines.question, (text) => context.measureText(text).width)
  const laid = bars.map((bar) => lay(context, bar))
  const barsTop = margin + question.length * lineHeight.question + 16
  const height = barsTop + laid.reduce((sum, bar) => sum + bar.height + 10, 0) + 26 + margin

  // Setting the size resets the state of the canvas.
  canvas.width = width * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  context.textBaseline = 'middle'
  context.fillStyle = colour('canvas')
  context.fillRect(0, 0, width, height)
  context.fillStyle = colour('text')
  context.font = fonts.question
  lines(context, question, directionOf(poll.question), margin, width - 2 * margin, margin, lineHeight.question)
  let top = barsTop
  for (const bar of laid) {
    drawBar(context, bar, top, colour)
    top += bar.height + 10
  }
  context.fillStyle = colour('text-2')
  context.font = fonts.small
  context.textAlign = 'left'
  context.direction = 'ltr'
  context.fillText(total === 0 ? 'No votes' : counted(total, 'vote'), margin, top + 18)
}

function lay(context: Context, bar: Bar) {
  context.font = bar.mark ? fonts.lead : fonts.answer
  const room = track.width - 2 * pad - (bar.mark ? context.measureText(words(bar)).width + pad : 0)
  const laid = wrapText(bar.text || `Answer ${bar.place} has no text`, room, maxLines.answer, (text) => context.measureText(text).width)
  return { bar, lines: laid, height: laid.length * lineHeight.answer + 18 }
}

const words = ({ mark }: Bar) => (mark === 'tie' ? 'Tie' : mark ? 'Leads' : '')

function drawBar(context: Context, { bar, lines: text, height }: ReturnType<typeof lay>, top: number, colour: (role: string) => string) {
  const middle = top + height / 2
  context.save()
  context.beginPath()
  context.roundRect(track.left, top, track.width, height, 6)
  context.fillStyle = colour('track')
  context.fill()
  // Clips to the rounded track.
  context.clip()
  context.fillStyle = colour(bar.mark ? 'bar-lead-soft' : 'bar-soft')
  context.fillRect(track.left, top, track.width * bar.share, height)
  context.fillStyle = colour('text')
  context.font = bar.mark ? fonts.lead : fonts.answer
  const mark = bar.mark ? context.measureText(words(bar)).width + pad : 0
  lines(context, text, directionOf(bar.text), track.left + pad, track.width - 2 * pad - mark, top + 9, lineHeight.answer)
  context.direction = 'ltr'
  context.textAlign = 'right'
  context.fillText(words(bar), track.left + track.width - pad, middle)
  context.restore()
  context.font = bar.mark ? fonts.lead : fonts.answer
  context.fillStyle = colour('text')
  context.direction = 'ltr'
  context.textAlign = 'right'
  context.fillText(count(bar.votes), width - margin - 74, middle)
  context.fillText(bar.percent === null ? '–' : `${bar.percent} %`, width - margin, middle)
}

/** Right-to-left text keeps its direction but is aligned to the same left edge, as everywhere on the page. */
function lines(context: Context, text: string[], direction: 'ltr' | 'rtl', left: number, room: number, top: number, step: number) {
  context.direction = direction
  context.textAlign = 'left'
  for (const [index, line] of text.entries()) context.fillText(line, left, top + step * (index + 0.5), room)
}

function colours(): (role: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (role) => style.getPropertyValue(`--rk-${role}`).trim()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const parts = (by: Intl.Segmenter, text: string) => Array.from(by.segment(text), ({ segment }) => segment)

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
  for (const { segment, isWordLike } of segmenter.segment(text)) {
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
