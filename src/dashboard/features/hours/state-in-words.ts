import { nextTurn, stateAt } from '#contract/hours/openings.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { cityOf, dayIn, duration, timeIn } from './dates.ts'

/** “Opens today at 20:00 in Berlin, 19:00 for you, in 4 h 29 min”: the next change between open and closed. */
export function nextInWords(hours: ChatHours, now: number, own = ownZone()): string {
  const isOpen = stateAt(hours, now).kind === 'open'
  const next = nextTurn(hours, now)
  if (!next) return isOpen ? 'It never closes by these hours.' : 'It never opens by these hours.'
  const { zone } = hours
  const [day, time, here, left] = [dayIn(zone, next.at, now), timeIn(zone, next.at), timeIn(own, next.at), duration(next.at - now)]
  const city = cityOf(zone)
  if (here === time) return isOpen ? `Closes ${day} at ${time}, in ${left}` : `Opens ${day} at ${time}, in ${left}`
  return isOpen
    ? `Closes ${day} at ${time} in ${city}, ${here} for you, in ${left}`
    : `Opens ${day} at ${time} in ${city}, ${here} for you, in ${left}`
}
