import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { offsetInWords, parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { dayIn, duration, shortDate } from '#dashboard/ui/format/dates.ts'
import { fieldsOf, hoursOf, hoursResolver, hoursTexts, periodOf } from './hours-fields.ts'

const hours: ChatHours = {
  isOn: true,
  zone: 'Europe/Berlin',
  week: [[{ from: 19 * 60, to: 25 * 60, message: 'See you' }], [], [], [], [], [], [{ from: 0, to: 24 * 60, message: '' }]],
  exceptions: [{ name: 'Christmas', from: '2026-12-24', to: '2026-12-26', periods: [], message: '' }],
  message: 'Closed',
  showForm: false,
  openUntil: 5,
}

describe('the fields of a timetable', () => {
  it('are the timetable again', () => {
    expect(hoursOf(fieldsOf(hours), 5)).toEqual(hours)
    expect(hoursTexts.words('monday', fieldsOf(hours).monday)).toBe('19:00 – 01:00')
    expect(hoursTexts.words('sunday', fieldsOf(hours).sunday)).toBe('00:00 – 00:00')
  })

  it('keep what is typed and not valid yet, as a problem of that day', async () => {
    const fields = { ...fieldsOf(hours), friday: [{ from: '25:00', to: '3', message: '' }] }
    expect(hoursOf(fields, null)).toBeNull()
    const result = await hoursResolver(fields, undefined, { fields: {}, shouldUseNativeValidation: false })
    expect(Object.keys(result.errors)).toEqual(['friday'])
  })
})

describe('a time', () => {
  it.each([
    ['9', 540],
    ['09:30', 570],
    ['930', 570],
    ['9.30', 570],
    [' 19h05 ', 1145],
    ['0', 0],
    ['24:00', 1440],
    ['24:01', null],
    ['9:60', null],
    ['9:5', null],
    ['', null],
    ['nine', null],
    ['-1', null],
  ])('%j is %j', (typed, minute) => {
    expect(parseTime(typed)).toBe(minute)
  })

  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.nat(1439), (minute) => {
        expect(parseTime(timeText(minute))).toBe(minute)
      }),
    )
  })

  it('that is not after the beginning is on the next day', () => {
    const ends = (from: string, to: string) => periodOf({ from, to, message: '' })?.to
    expect([ends('19:00', '23:00'), ends('19:00', '1'), ends('19:00', '19:00'), ends('0', '24:00'), ends('24:00', '1')]).toEqual([
      23 * 60,
      25 * 60,
      43 * 60,
      24 * 60,
      undefined,
    ])
  })
})

test('dates and durations in words', () => {
  const at = (text: string) => Date.parse(`${text}Z`)
  const now = at('2026-11-23T22:30')
  expect(
    ['2026-11-23T23:30', '2026-11-24T10:00', '2026-11-26T10:00', '2027-02-04T10:00'].map((time) => dayIn('Europe/Berlin', at(time), now)),
  ).toEqual(['tomorrow', 'tomorrow', 'on Thursday', 'on Thu 4 Feb 2027'])
  expect([shortDate('2026-11-19', '2026-01-01'), shortDate('2027-02-04', '2026-01-01')]).toEqual(['Thu 19 Nov', 'Thu 4 Feb 2027'])
  expect([duration(1), duration(29 * 60_000), duration(269 * 60_000), duration(7_200_000), duration(3 * 86_400_000)]).toEqual([
    '1 min',
    '29 min',
    '4 h 29 min',
    '2 h',
    '3 days',
  ])
  expect([offsetInWords('Asia/Kolkata', now), offsetInWords('America/New_York', now), offsetInWords('UTC', now)]).toEqual([
    'UTC+5:30',
    'UTC−5',
    'UTC',
  ])
})
