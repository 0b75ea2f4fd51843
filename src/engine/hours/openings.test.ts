import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affectedPeriods, clockChangesAfter, comingDays } from './coming-days.ts'
import { nextChange, nextTurn, openingsAfter, sameState, stateAt, type Opening } from './openings.ts'
import { ChatHours, type HoursException, type Period } from '#contract/hours/timetable.ts'
import { addDays, dayMs, minuteMs, weekdayOf } from '#contract/hours/zone.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const time = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
/** `19:00-01:00` */
const period = (text: string, message = ''): Period => {
  const [from = 0, to = 0] = text.split('-').map(time)
  return { from, to: to <= from ? to + 24 * 60 : to, message }
}
const hoursOf = (days: Partial<Record<number, string[]>>, more: Partial<ChatHours> = {}): ChatHours => ({
  isOn: true,
  zone: 'Europe/Berlin',
  week: Array.from({ length: 7 }, (_, day) => (days[day] ?? []).map((text) => period(text))),
  exceptions: [],
  message: 'Closed',
  showForm: false,
  openUntil: null,
  ...more,
})
const daily = (text: string, more: Partial<ChatHours> = {}) =>
  hoursOf(Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [text]])), more)
const exception = (from: string, to: string, periods: Period[], more: Partial<HoursException> = {}): HoursException => ({
  name: '',
  from,
  to,
  periods,
  message: '',
  ...more,
})
const shown = (change: { at: number; state: { kind: string } } | null) =>
  change && `${change.state.kind} ${new Date(change.at).toISOString().slice(0, 16)}`

describe('the state', () => {
  const cafe = hoursOf({ 1: ['19:00-01:00'], 5: ['20:00-03:00'], 6: ['15:00-22:00'] })

  it.each([
    ['2026-11-24T17:59', 'closed'],
    ['2026-11-24T18:00', 'open'],
    ['2026-11-24T23:59', 'open'],
    ['2026-11-25T00:00', 'closed'],
    ['2026-11-29T01:59', 'open'],
    ['2026-11-29T02:00', 'closed'],
  ])('at %s UTC is %s', (at, kind) => {
    expect(stateAt(cafe, utc(at)).kind).toBe(kind)
  })

  it('follows an exception on the dates on which its periods begin; a night that began before it goes on', () => {
    const hours = { ...cafe, exceptions: [exception('2026-11-25', '2026-11-28', [])] }
    expect(stateAt({ ...hours, exceptions: [exception('2026-11-29', '2026-11-29', [])] }, utc('2026-11-29T01:00')).kind).toBe('open')
    expect(shown(nextTurn(hours, utc('2026-11-25T10:00')))).toBe('open 2026-11-29T14:00')
  })

  it('follows the shorter of two exceptions', () => {
    const exceptions = [exception('2026-12-31', '2026-12-31', [period('20:00-06:00')]), exception('2026-12-24', '2027-01-06', [])]
    expect(shown(nextTurn({ ...cafe, exceptions }, utc('2026-12-24T10:00')))).toBe('open 2026-12-31T19:00')
  })

  it('is open until the time that was set by hand, and then what the timetable says', () => {
    const hours = { ...cafe, openUntil: utc('2026-11-23T12:00') }
    expect([shown(nextChange(hours, utc('2026-11-23T11:00'))), stateAt(hours, utc('2026-11-23T11:59')).kind]).toEqual([
      'closed 2026-11-23T12:00',
      'open',
    ])
    const longer = { ...cafe, openUntil: utc('2026-11-24T20:00') }
    expect(shown(nextChange(longer, utc('2026-11-23T11:00')))).toBe('closed 2026-11-25T00:00')
  })

  it('has no next change where nothing opens, or nothing closes', () => {
    expect([nextChange(hoursOf({}), utc('2026-11-23T11:00')), nextChange(daily('00:00-24:00'), utc('2026-11-23T11:00'))]).toEqual([
      null,
      null,
    ])
    expect(stateAt(daily('00:00-24:00'), utc('2026-11-23T11:00')).kind).toBe('open')
  })

  it('finds an opening that is more than a year away', () => {
    const hours = hoursOf({}, { exceptions: [exception('2028-02-29', '2028-02-29', [period('11:11-12:00')])] })
    expect(shown(nextChange(hours, utc('2026-11-23T11:00')))).toBe('open 2028-02-29T10:11')
  })

  it('joins periods that touch or overlap', () => {
    const hours = hoursOf({ 0: ['08:00-12:00', '12:00-14:00', '13:00-13:30', '20:00-08:00'], 1: ['07:00-09:00'] })
    const turns: (string | null)[] = []
    for (let at = utc('2026-11-23T00:00'), count = 0; count < 4; count++) {
      const change = nextChange(hours, at)
      turns.push(shown(change))
      at = change?.at ?? at
    }
    expect(turns).toEqual(['open 2026-11-23T07:00', 'closed 2026-11-23T13:00', 'open 2026-11-23T19:00', 'closed 2026-11-24T08:00'])
  })
})

describe('the message', () => {
  const messageAt = (hours: ChatHours, at: string) => {
    const state = stateAt(hours, utc(at))
    return state.kind === 'closed' ? state.message : null
  }
  const hours = hoursOf({ 0: ['10:00-12:00'] }, { exceptions: [exception('2026-12-24', '2026-12-26', [], { message: 'Merry Christmas' })] })
  const [monday] = hours.week
  const withOwn = { ...hours, week: [[...(monday ?? []), period('14:00-16:00', 'See you on Monday')], ...hours.week.slice(1)] }

  it('is that of the exception, else of the period that ended last, else that for all', () => {
    expect([
      messageAt(withOwn, '2026-11-23T12:00'),
      messageAt(withOwn, '2026-11-23T16:00'),
      messageAt(withOwn, '2026-12-24T12:00'),
      messageAt(withOwn, '2026-12-27T12:00'),
    ]).toEqual(['Closed', 'See you on Monday', 'Merry Christmas', 'See you on Monday'])
  })

  it('changes at midnight of the zone while the chat stays closed', () => {
    const first = nextChange(hours, utc('2026-12-22T12:00'))
    expect(first).toEqual({ at: utc('2026-12-23T23:00'), state: { kind: 'closed', message: 'Merry Christmas', showForm: false } })
    expect(nextChange(hours, first!.at)).toEqual({
      at: utc('2026-12-26T23:00'),
      state: { kind: 'closed', message: 'Closed', showForm: false },
    })
    expect(shown(nextTurn(hours, utc('2026-12-22T12:00')))).toBe('open 2026-12-28T09:00')
  })
})

/** By zone, the two changes of 2027 and by how much. */
const nights = [
  ['Europe/Berlin', '2027-03-28', 60],
  ['Europe/Berlin', '2027-10-31', -60],
  ['America/New_York', '2027-03-14', 60],
  ['America/New_York', '2027-11-07', -60],
  ['Australia/Sydney', '2027-04-04', -60],
  ['Australia/Sydney', '2027-10-03', 60],
  ['Australia/Lord_Howe', '2027-04-04', -30],
  ['Australia/Lord_Howe', '2027-10-03', 30],
] as const

describe('nights on which clocks change', () => {
  it.each(nights)('%s, %s: found, by %d minutes', (zone, date, minutes) => {
    const found = clockChangesAfter(zone, utc('2027-01-01T00:00'))
    expect(found.map((change) => change.minutes)).toHaveLength(2)
    const change = found.find(({ at }) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at) === date)
    expect(change?.minutes).toBe(minutes)
    const [affected] = affectedPeriods(daily('20:00-04:00', { zone }), change!)
    expect(affected).toMatchObject({ date: addDays(date, -1), opens: 'usual', closes: 'usual', minutes: 480 - minutes, usualMinutes: 480 })
  })

  it('a time that is skipped or comes twice is said, and a period that is skipped altogether never opens', () => {
    const [forward, back] = clockChangesAfter('Europe/Berlin', utc('2027-01-01T00:00'))
    const early = daily('02:15-02:45')
    expect(affectedPeriods(early, forward!)).toMatchObject([{ date: '2027-03-28', opens: 'skipped', closes: 'skipped', minutes: 0 }])
    expect(affectedPeriods(early, back!)).toMatchObject([{ date: '2027-10-31', opens: 'twice', closes: 'twice', minutes: 30 }])
    expect(shown(nextChange(early, utc('2027-03-27T12:00')))).toBe('open 2027-03-29T00:15')
    expect(affectedPeriods(daily('21:00-02:30'), forward!)).toMatchObject([{ date: '2027-03-27', opens: 'usual', closes: 'skipped' }])
    expect(affectedPeriods(daily('08:00-20:00'), forward!)).toEqual([])
  })

  it('a zone without daylight saving time has none', () => {
    expect(clockChangesAfter('Asia/Kolkata', utc('2027-01-01T00:00'))).toEqual([])
  })

  const anyPeriod = fc
    .record({ from: fc.nat(24 * 60 - 1), length: fc.integer({ min: 1, max: 24 * 60 }), message: fc.constantFrom('', '', 'Soon') })
    .map(({ from, length, message }): Period => ({ from, to: Math.min(from + length, 2 * 24 * 60 - 1), message }))
  const anyDay = fc.array(anyPeriod, { maxLength: 3 })

  /** The clocks of a zone minute by minute, read another way than by the code under test. */
  const clocks = (zone: string, from: number, minutes: number) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    return Array.from({ length: minutes }, (_, index) => format.format(from + index * minuteMs))
  }
  const wall = (date: string, minute: number) =>
    new Date(utc(`${date}T00:00`) + minute * minuteMs).toISOString().slice(0, 16).replace('T', ' ')

  it.each(nights)(
    '%s, %s: open from the first minute that a clock shows at least the beginning, until the same of the end',
    (zone, date) => {
      const start = utc(`${addDays(date, -3)}T00:00`)
      const shownBy = clocks(zone, start, 7 * 24 * 60)
      const firstAt = (text: string) => {
        const index = shownBy.findIndex((clock) => clock >= text)
        return index === -1 ? Infinity : index
      }
      fc.assert(
        fc.property(fc.array(anyDay, { minLength: 7, maxLength: 7 }), fc.option(anyDay), (week, special) => {
          const exceptions = special ? [exception(date, date, special)] : []
          const hours = hoursOf({}, { zone, week, exceptions })
          expect(ChatHours.safeParse(hours).success).toBe(true)
          const isOpen = Array.from({ length: shownBy.length }, () => false)
          for (let day = -5; day <= 4; day++) {
            const begins = addDays(date, day)
            for (const { from, to } of (begins === date && special) || week[weekdayOf(begins)]!) {
              const end = firstAt(wall(begins, to))
              for (let minute = firstAt(wall(begins, from)); minute < end && minute < isOpen.length; minute++) isOpen[minute] = true
            }
          }
          // The first two days and the last one only lead in and out.
          const openings: Opening[] = []
          for (const opening of openingsAfter(hours, start + 2 * dayMs)) {
            if (opening.from > start + 6 * dayMs) break
            openings.push(opening)
          }
          for (let minute = 2 * 24 * 60; minute < 6 * 24 * 60; minute++) {
            const now = start + minute * minuteMs
            const found = openings.some(({ from, to }) => from <= now && now < to)
            if (found !== isOpen[minute]) throw new Error(`${shownBy[minute]} must be ${isOpen[minute] ? 'open' : 'closed'}`)
            if (minute % 197 === 0) expect(stateAt(hours, now).kind).toBe(found ? 'open' : 'closed')
          }
        }),
        { numRuns: 25 },
      )
    },
    30_000,
  )

  it('between now and the next change nothing changes, and then something does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...nights),
        fc.array(anyDay, { minLength: 7, maxLength: 7 }),
        fc.integer({ min: -3 * 24 * 60, max: 2 * 24 * 60 }),
        ([zone, date], week, minute) => {
          const hours = hoursOf({}, { zone, week, exceptions: [exception(date, date, [], { message: 'Clocks' })] })
          const now = utc(`${date}T00:00`) + minute * minuteMs
          const change = nextChange(hours, now)
          const state = stateAt(hours, now)
          const end = Math.min(change?.at ?? Infinity, now + 10 * dayMs)
          for (let step = 1; step < 30; step++) expect(stateAt(hours, now + Math.floor(((end - 1 - now) * step) / 30))).toEqual(state)
          expect(stateAt(hours, end - 1)).toEqual(state)
          if (change) {
            expect(stateAt(hours, change.at)).toEqual(change.state)
            expect(sameState(change.state, state)).toBe(false)
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 30_000)
})

describe('the coming days', () => {
  it('split a night at midnight, and show what an exception closes', () => {
    const hours = { ...daily('20:00-03:00'), exceptions: [exception('2026-11-24', '2026-11-24', [], { name: 'Private event' })] }
    const days = comingDays(hours, utc('2026-11-23T12:00'))
    const clock = (at: number) => new Date(at).toISOString().slice(5, 16)
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 7 }, (_, day) => addDays('2026-11-23', day)))
    expect(days.slice(0, 3).map(({ open }) => open.map(({ from, to }) => `${clock(from)} ${clock(to)}`))).toEqual([
      ['11-22T23:00 11-23T02:00', '11-23T19:00 11-23T23:00'],
      ['11-23T23:00 11-24T02:00'],
      ['11-25T19:00 11-25T23:00'],
    ])
    expect(days.slice(1, 3).map(({ usual }) => usual.map(({ from, to }) => `${clock(from)} ${clock(to)}`))).toEqual([
      ['11-24T19:00 11-24T23:00'],
      ['11-24T23:00 11-25T02:00'],
    ])
    expect(days[1]?.exception?.name).toBe('Private event')
  })

  it('show what is open until a time set by hand', () => {
    const days = comingDays(hoursOf({}, { openUntil: utc('2026-11-23T15:00') }), utc('2026-11-23T12:00'))
    expect(days.map(({ open }) => open.length)).toEqual([1, 0, 0, 0, 0, 0, 0])
  })
})

describe('a timetable that is sent', () => {
  it.each([
    ['a zone that does not exist', { zone: 'Mars/Olympus' }],
    ['an offset for a zone', { zone: '+01:00' }],
    ['six days', { week: Array.from({ length: 6 }, () => []) }],
    ['a period that ends before it begins', { week: [[{ from: 60, to: 60, message: '' }], [], [], [], [], [], []] }],
    ['a period of more than a day', { week: [[{ from: 60, to: 60 + 24 * 60 + 1, message: '' }], [], [], [], [], [], []] }],
    ['half a minute', { week: [[{ from: 0.5, to: 60, message: '' }], [], [], [], [], [], []] }],
    ['a date that does not exist', { exceptions: [exception('2027-02-29', '2027-02-29', [])] }],
    ['an exception that ends before it begins', { exceptions: [exception('2027-02-02', '2027-02-01', [])] }],
    ['an exception of ten years', { exceptions: [exception('2027-01-01', '2036-12-31', [])] }],
  ])('%s is refused', (_, change) => {
    expect(ChatHours.safeParse(daily('20:00-03:00')).success).toBe(true)
    expect(ChatHours.safeParse({ ...daily('20:00-03:00'), ...change }).success).toBe(false)
  })
})
