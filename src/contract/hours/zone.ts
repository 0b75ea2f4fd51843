/** Times of day in a time zone and the instants they name. Instants are milliseconds since epoch, dates are YYYY-MM-DD, minutes count from midnight. */

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for a zone that this runtime does not know. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** Whether it is the name of an IANA time zone that this runtime knows. An offset such as +01:00 has no daylight saving time, so it is none. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Z]/i.test(zone)) return false
  try {
    formatterOf(zone)
    return true
  } catch {
    return false
  }
}

/** The time on the clocks of a zone, as if it were UTC. */
function wallTime(zone: string, instant: number): number {
  const seconds = Math.floor(instant / 1000) * 1000
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (formatterOf(zone).format(seconds).match(/\d+/g) ?? []).map(
    Number,
  )
  return Date.UTC(year, month - 1, day, hour, minute, second) + instant - seconds
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
export const offsetAt = (zone: string, instant: number): number => wallTime(zone, instant) - instant

const offsetsOfDays = new Map<string, Map<number, number>>()
const maxKnownDays = 400

/** The offset at the midnight of UTC, remembered: the coming days of thousands of timetables ask for the same few. @param day since epoch */
function offsetOfDay(zone: string, day: number): number {
  let known = offsetsOfDays.get(zone)
  if (!known || known.size >= maxKnownDays) offsetsOfDays.set(zone, (known = new Map<number, number>()))
  let offset = known.get(day)
  if (offset === undefined) known.set(day, (offset = offsetAt(zone, day * dayMs)))
  return offset
}

/** The date and the minute on the clocks of a zone. */
export function clockAt(zone: string, instant: number): { date: string; minute: number } {
  const wall = wallTime(zone, instant)
  return { date: dateOf(wall), minute: Math.floor((wall - startOf(dateOf(wall))) / minuteMs) }
}

const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)
const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Whether it is a date of the calendar: there is no 30 February. */
export const isDate = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(startOf(date)) && dateOf(startOf(date)) === date

export const addDays = (date: string, days: number): string => dateOf(startOf(date) + days * dayMs)

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / dayMs)

/** 0 = Monday. */
export const weekdayOf = (date: string): number => (new Date(startOf(date)).getUTCDay() + 6) % 7

/**
 * The first instant at which the clocks of a zone show this time of a date, or a later one. So a time that exists twice, because clocks go back, means
 * its first occurrence; and one that does not exist, because clocks go forward, means the moment at which they do.
 * @param minute may be more than a day has: then it is on a later date
 */
export function instantOf(zone: string, date: string, minute: number): number {
  const wall = startOf(date) + minute * minuteMs
  const day = Math.floor(wall / dayMs)
  const usual = offsetOfDay(zone, day - 1)
  // No zone is a day away from UTC, and none changes its clocks twice within three days.
  if (usual === offsetOfDay(zone, day + 2)) return wall - usual
  const [before, after] = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)]
  const first = wall - before
  if (before === after || offsetAt(zone, first) === before) return first
  const second = wall - after
  if (offsetAt(zone, second) === after) return second
  return clockChangeIn(zone, second, first)
}

/** The instant in (low, high] at which the offset of a zone changes, by bisection. There must be one. */
export function clockChangeIn(zone: string, low: number, high: number): number {
  const before = offsetAt(zone, low)
  let [from, to] = [low, high]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offsetAt(zone, middle) === before) from = middle
    else to = middle
  }
  return to
}
