import { useState } from 'react'
import { clocksAhead, serviceNowMs } from '#dashboard/ui/format/clocks.ts'
import { shortDay } from '#dashboard/ui/format/dates.ts'
import { localDate, minuteText, useServiceNow } from '#dashboard/ui/format/time.tsx'
import type { TimeRange } from './read.ts'

const day = 24 * 60 * 60

const startOfDay = (now: Date, daysBefore = 0) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).getTime() / 1000

/** Presets by their name in the URL. They are relative to the moment they are read. Days are local, 23 to 25 hours long. */
export const presets = {
  all: { label: 'All times', range: () => ({}) },
  '15m': { label: 'Last 15 minutes', range: (now: Date) => ({ from: minute(now) - 15 * 60 }) },
  '1h': { label: 'Last hour', range: (now: Date) => ({ from: minute(now) - 60 * 60 }) },
  today: { label: 'Today', range: (now: Date) => ({ from: startOfDay(now) }) },
  yesterday: { label: 'Yesterday', range: (now: Date) => ({ from: startOfDay(now, 1), to: startOfDay(now) - 1 }) },
  '7d': { label: 'Last 7 days', range: (now: Date) => ({ from: minute(now) - 7 * day }) },
  '30d': { label: 'Last 30 days', range: (now: Date) => ({ from: minute(now) - 30 * day }) },
} satisfies Record<string, { label: string; range: (now: Date) => TimeRange }>

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** Rounded to whole minutes, so that a URL opened twice within a minute reads from the cache. */
const minute = (now: Date) => Math.floor(now.getTime() / 60_000) * 60

const isPreset = (text: string): text is Preset => Object.hasOwn(presets, text)

/** `1h`, `1731589200-1731592800`, `1731589200-`: a preset, or two times in seconds; a missing one leaves that end open. Anything else means all times. */
export function readRange(text: string, now = new Date(serviceNowMs())): { preset: Preset | null; range: TimeRange } {
  if (isPreset(text)) return { preset: text, range: presets[text].range(now) }
  const found = /^(\d{1,12})?-(\d{1,12})?$/.exec(text)
  const [from, to] = [found?.[1], found?.[2]].map((part) => (part === undefined ? undefined : Number(part)))
  if (from === undefined && to === undefined) return { preset: 'all', range: {} }
  if (from !== undefined && to !== undefined && from > to) return { preset: 'all', range: {} }
  return { preset: null, range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } }
}

export const writeRange = ({ from, to }: TimeRange) => `${from ?? ''}-${to ?? ''}`

/** "14:31", with the day unless it is today, with the year unless it is this year. @param at seconds */
function formatTime(at: number, now: Date): string {
  const isToday = new Date(at * 1000).toDateString() === now.toDateString()
  return `${isToday ? '' : `${shortDay(at * 1000, now.getTime())} `}${minuteText(at * 1000)}`
}

/** "12:00 – 14:31", "14 Nov 12:00 – today 14:31", "from 14 Nov 12:00", "until 14:31", "all times". */
export function formatRange({ from, to }: TimeRange, now = new Date(serviceNowMs())): string {
  if (from === undefined) return to === undefined ? 'all times' : `until ${formatTime(to, now)}`
  if (to === undefined) return `from ${formatTime(from, now)}`
  const [firstDay, lastDay] = [from, to].map((at) => new Date(at * 1000).toDateString())
  if (firstDay === lastDay) return `${formatTime(from, now)} – ${minuteText(to * 1000)}`
  // A time without a day would be read as one of the first day.
  return `${formatTime(from, now)} – ${lastDay === now.toDateString() ? 'today ' : ''}${formatTime(to, now)}`
}

/** The value of a datetime-local input. @param at seconds */
export const toField = (at: number | undefined): string =>
  at === undefined ? '' : `${localDate(at * 1000)}T${new Date(at * 1000).toTimeString().slice(0, 8)}`

/** Seconds of the value of a datetime-local input; undefined if it is empty. A time that a clock change skips is moved forward by the same amount. */
export const fromField = (text: string): number | undefined => (text === '' ? undefined : Math.floor(new Date(text).getTime() / 1000))

/**
 * The time range of the address, by the clock of the service. A preset counts from the moment it was chosen: if it moved on with the time, all messages
 * would be read again every minute. It is counted again once the clock of the service is known.
 */
export function useTimeRange(text: string) {
  const now = useServiceNow()
  const ahead = clocksAhead.use().service
  const count = () => ({ text, ahead, ...readRange(text, new Date(now * 1000)) })
  const [counted, setCounted] = useState(count)
  if (counted.text !== text || counted.ahead !== ahead) setCounted(count())
  const { preset, range } = counted
  /** The range lies in the past, so that no new message can fall into it. */
  const isOver = range.to !== undefined && range.to <= now
  return { preset, range, isOver }
}
