import { useState, useSyncExternalStore } from 'react'
import { clocksAhead, nowMs, serviceNowMs } from './clocks.ts'
import { formatter } from './formatter.ts'

/**
 * A clock that components follow: the present in seconds. All of them share one timer, because a table has a time in each row.
 * @param everySeconds how often it is renewed
 * @param nowMs its time in milliseconds
 */
function createClock(everySeconds: number, nowMs: () => number): () => number {
  let now = 0
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()

  function present(): number {
    // While nothing is subscribed, nothing renews it.
    if (listeners.size === 0 && Math.abs(nowMs() / 1000 - now) >= everySeconds) now = nowMs() / 1000
    return now
  }

  function renew() {
    now = nowMs() / 1000
    for (const notify of listeners) notify()
  }

  function start() {
    const timer = setInterval(renew, everySeconds * 1000)
    const unsubscribe = clocksAhead.subscribe(renew)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    stop ??= start()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }

  return () => useSyncExternalStore(subscribe, present, present)
}

/** Times are shown relative to now; hovering shows the exact local time with its zone, and UTC. */

const clockTime = formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const exactFormat = formatter({ dateStyle: 'medium', timeStyle: 'medium' })
const zoneFormat = formatter({ timeZoneName: 'short' })

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "14:31:40", local. @param at milliseconds */
export const clock = (at: number) => clockTime().format(at)

/** "4 Mar 2024", local. @param at seconds */
export function day(at: number) {
  const date = new Date(at * 1000)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

const zone = (at: number) =>
  zoneFormat()
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? ''

/** "2024-03-04", local, as date fields have it, and as Swedes write it. @param at milliseconds */
export const localDate = (at: number) => new Date(at).toLocaleDateString('sv-SE')

/** "4 Mar 2024, 14:31:40 CET · 2024-03-04 13:31:40 UTC". @param at seconds */
export const exact = (at: number) =>
  `${exactFormat().format(at * 1000)} ${zone(at * 1000)} · ${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * A text date of the service as seconds. It carries no time zone (docs/assumptions.md row 20). Our own service sends UTC; for others UTC is a guess
 * that is good enough for "3 h ago" and for sorting. null if the text is not such a date.
 */
export function textDateToSeconds(date: string | null): number | null {
  // Browsers make a date of almost anything with a number in it.
  const at = date && /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(`${date.replace(' ', 'T')}Z`) : Number.NaN
  return Number.isNaN(at) ? null : at / 1000
}

/** "just now", "6 min ago", "3 h ago", "yesterday", "5 days ago"; from 30 days on the date. Never a negative age. @param at, now seconds */
export function ago(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  const days = Math.floor(minutes / (24 * 60))
  if (days === 1) return 'yesterday'
  return days < 30 ? `${days} days ago` : day(at)
}

/** "4 Mar 2024, 14:31", local. @param at seconds */
export const dayAndTime = (at: number) => `${day(at)}, ${clock(at * 1000).slice(0, 5)}`

/** The present in seconds by the clock of the gateway, renewed every half minute. */
export const useNow = createClock(30, nowMs)

/** The same by the clock of the service, for the times of messages, polls and chats. */
export const useServiceNow = createClock(30, serviceNowMs)

/** The present in seconds by the clock of this computer, renewed every second, for what counts down. */
export const useSecond = createClock(1, () => Date.now())

/** A text date of the service, relative, with the date as sent on hover. */
export function ServerTime({ date }: { date: string | null }) {
  const now = useServiceNow()
  const at = textDateToSeconds(date)
  if (!date) return <>never</>
  return (
    <time className="num" dateTime={date} title={`${date}, server time`}>
      {at === null ? date : ago(at, now)}
    </time>
  )
}

/** A time in words, with the exact one on hover, because that takes long to format. @param at seconds */
export function Time({ at, words, className = 'num' }: { at: number; words: string; className?: string }) {
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <time
      className={className}
      dateTime={new Date(at * 1000).toISOString()}
      title={isPointedAt ? exact(at) : undefined}
      onPointerEnter={() => setPointedAt(true)}
    >
      {words}
    </time>
  )
}

/** @param at seconds */
export const Day = ({ at }: { at: number }) => <Time at={at} words={day(at)} />

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dayMs = 24 * 60 * 60_000

/** "14:31", local. @param at milliseconds */
export const minuteText = (at: number) => clock(at).slice(0, 5)

export const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)

/** "14:33" of today, "Sun 08:00" within a week, otherwise "4 Mar 2026, 14:33"; local. @param at, now milliseconds */
export function whenText(at: number, now: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs)
  if (days === 0) return minuteText(at)
  return Math.abs(days) < 7 ? `${weekdays[new Date(at).getDay()]} ${minuteText(at)}` : dayAndTime(at / 1000)
}
