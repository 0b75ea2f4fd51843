const longDate = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const timeWithZone = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' })

/** "Saturday, 14 November 2026", local. @param at milliseconds */
export const longDay = (at: number): string =>
  longDate
    .formatToParts(at)
    // The format puts no comma after the weekday.
    .map(({ type, value }, index) => (index === 1 && type === 'literal' ? ', ' : value))
    .join('')

/** "Saturday, 14 November 2026, 14:20:06 WET", local. @param at milliseconds */
export const longTime = (at: number): string => `${longDay(at)}, ${timeWithZone.format(at)}`
