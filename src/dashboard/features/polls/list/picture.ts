import type { Poll } from '#contract/polls.ts'
import { download } from '#dashboard/ui/format/download.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { fontFamily } from '#dashboard/ui/theme/theme.ts'
import { answersOf, barsOf, type Bar } from '../bars.ts'
import { directionOf, wrapText } from './wrap-text.ts'

/** The bars of a poll as a PNG, in the colours of the scheme that is on the screen. Twice the size in pixels, so that it stays sharp. */

const scale = 2
const width = 960
const margin = 48
const track = { left: margin, width: 640 }
const pad = 16
const lineHeight = { question: 40, answer: 26 }
const mostLines = { question: 6, answer: 6 }

type Context = CanvasRenderingContext2D

const fonts = {
  question: `600 30px ${fontFamily}`,
  answer: `400 19px ${fontFamily}`,
  lead: `500 19px ${fontFamily}`,
  small: `400 17px ${fontFamily}`,
}

interface LaidBar {
  bar: Bar
  lines: string[]
  height: number
}

/** Draws the picture and hands it over as a file. Rejects where the browser makes none. */
export async function savePicture(poll: Poll): Promise<void> {
  // A font that is not on the page yet would be drawn as another one. One that this computer lacks is refused, and the next of the list is drawn.
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
  const question = wrapText(poll.question, width - 2 * margin, mostLines.question, (text) => context.measureText(text).width)
  const laid = bars.map((bar) => lay(context, bar))
  const barsTop = margin + question.length * lineHeight.question + 16
  const height = barsTop + laid.reduce((sum, bar) => sum + bar.height + 10, 0) + 26 + margin

  // Setting the size clears all that was set before.
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

function lay(context: Context, bar: Bar): LaidBar {
  context.font = bar.mark ? fonts.lead : fonts.answer
  const room = track.width - 2 * pad - (bar.mark ? context.measureText(words(bar)).width + pad : 0)
  const laid = wrapText(bar.text || `Answer ${bar.place} has no text`, room, mostLines.answer, (text) => context.measureText(text).width)
  return { bar, lines: laid, height: laid.length * lineHeight.answer + 18 }
}

const words = ({ mark }: Bar) => (mark === 'tie' ? 'Tie' : mark ? 'Leads' : '')

function drawBar(context: Context, { bar, lines: text, height }: LaidBar, top: number, colour: (role: string) => string) {
  const middle = top + height / 2
  context.save()
  context.beginPath()
  context.roundRect(track.left, top, track.width, height, 6)
  context.fillStyle = colour('track')
  context.fill()
  // What is drawn from here on ends where the track ends, round corners included.
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

/** Right-to-left text keeps its own direction and the left edge of its neighbours, as everywhere on the page. */
function lines(context: Context, text: string[], direction: 'ltr' | 'rtl', left: number, room: number, top: number, step: number) {
  context.direction = direction
  context.textAlign = 'left'
  for (const [index, line] of text.entries()) context.fillText(line, left, top + step * (index + 0.5), room)
}

/** Colour roles as they are on the page now. */
function colours(): (role: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (role) => style.getPropertyValue(`--rk-${role}`).trim()
}
