import type { Range } from './read.ts'

/** The ranges of time a moderator picks from, and how they stand in the address. */

const day = 24 * 60 * 60

const startOfDay = (now: Date, daysBefore = 0) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).getTime() / 1000

/** From the words in the address to a range, at the moment they are read. All days are local, 23 to 25 hours long. */
export const presets = {
  all: { label: 'All times', range: () => ({}) },
  '15m': { label: 'Last 15 minutes', range: (now: Date) => ({ from: minute(now) - 15 * 60 }) },
  '1h': { label: 'Last hour', range: (now: Date) => ({ from: minute(now) - 60 * 60 }) },
  today: { label: 'Today', range: (now: Date) => ({ from: startOfDay(now) }) },
  yesterday: { label: 'Yesterday', range: (now: Date) => ({ from: startOfDay(now, 1), to: startOfDay(now) - 1 }) },
  '7d': { label: 'Last 7 days', range: (now: Date) => ({ from: minute(now) - 7 * day }) },
  '30d': { label: 'Last 30 days', range: (now: Date) => ({ from: minute(now) - 30 * day }) },
} satisfies Record<string, { label: string; range: (now: Date) => Range }>

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** Whole minutes keep an address that is opened twice from being read twice. */
const minute = (now: Date) => Math.floor(now.getTime() / 60_000) * 60

const isPreset = (text: string): text is Preset => Object.hasOwn(presets, text)

/** `1h`, `1731589200-1731592800`, `1731589200-`: a preset, or seconds with an open end where there is none. Anything else is all times. */
export function readRange(text: string, now = new Date()): { preset: Preset | null; range: Range } {
  if (isPreset(text)) return { preset: text, range: presets[text].range(now) }
  const found = /^(\d{1,12})?-(\d{1,12})?$/.exec(text)
  const [from, to] = [found?.[1], found?.[2]].map((part) => (part === undefined ? undefined : Number(part)))
  if (from === undefined && to === undefined) return { preset: 'all', range: {} }
  if (from !== undefined && to !== undefined && from > to) return { preset: 'all', range: {} }
  return { preset: null, range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } }
}

export const writeRange = ({ from, to }: Range) => `${from ?? ''}-${to ?? ''}`

/** Nothing new can come into a range that is over. */
export const isOver = ({ to }: Range) => to !== undefined && to * 1000 <= Date.now()

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const yearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** "14:31", with its day where that is not today, with the year where that is another. @param at seconds */
function point(at: number, now: Date): string {
  const date = new Date(at * 1000)
  const time = timeFormat.format(date)
  if (date.toDateString() === now.toDateString()) return time
  return `${(date.getFullYear() === now.getFullYear() ? dateFormat : yearFormat).format(date)} ${time}`
}

/** "12:00 – 14:31", "from 14 Nov 12:00", "until 14:31", "all times". */
export function rangeWords({ from, to }: Range, now = new Date()): string {
  if (from === undefined) return to === undefined ? 'all times' : `until ${point(to, now)}`
  if (to === undefined) return `from ${point(from, now)}`
  const sameDay = new Date(from * 1000).toDateString() === new Date(to * 1000).toDateString()
  return `${point(from, now)} – ${sameDay ? timeFormat.format(to * 1000) : point(to, now)}`
}

/** A local time as a field of type datetime-local writes it. @param at seconds */
export function toField(at: number | undefined): string {
  if (at === undefined) return ''
  const date = new Date(at * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** Seconds of a local time, or undefined for an empty field. A time that a change of clocks leaves out is the one as much later. */
export const fromField = (text: string): number | undefined => (text === '' ? undefined : Math.floor(new Date(text).getTime() / 1000))
