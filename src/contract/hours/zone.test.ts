import { describe, expect, it, test } from 'vitest'
import { addDays, clockAt, dayMs, instantOf, isDate, isTimeZone, offsetAt, weekdayOf } from './zone.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('a time of day as an instant', () => {
  // Both changes in four zones: two of the north, two of the south, of which one moves its clocks by half an hour; and one that does it at midnight.
  it.each([
    // Forward: a time that is skipped means the moment of the change.
    ['Europe/Berlin', '2027-03-28', 1.5, '2027-03-28T00:30'],
    ['Europe/Berlin', '2027-03-28', 2, '2027-03-28T01:00'],
    ['Europe/Berlin', '2027-03-28', 2.5, '2027-03-28T01:00'],
    ['Europe/Berlin', '2027-03-28', 3, '2027-03-28T01:00'],
    ['Europe/Berlin', '2027-03-28', 4, '2027-03-28T02:00'],
    ['America/New_York', '2027-03-14', 2.5, '2027-03-14T07:00'],
    ['Australia/Sydney', '2027-10-03', 2.5, '2027-10-02T16:00'],
    ['Australia/Sydney', '2027-10-03', 3.5, '2027-10-02T16:30'],
    ['Australia/Lord_Howe', '2027-10-03', 2.25, '2027-10-02T15:30'],
    ['Australia/Lord_Howe', '2027-10-03', 2.5, '2027-10-02T15:30'],
    ['Africa/Cairo', '2027-04-30', 0.5, '2027-04-29T22:00'],
    // Back: a time that exists twice means the first.
    ['Europe/Berlin', '2027-10-31', 2, '2027-10-31T00:00'],
    ['Europe/Berlin', '2027-10-31', 2.5, '2027-10-31T00:30'],
    ['Europe/Berlin', '2027-10-31', 3, '2027-10-31T02:00'],
    ['America/New_York', '2027-11-07', 1.5, '2027-11-07T05:30'],
    ['America/New_York', '2027-11-07', 2, '2027-11-07T07:00'],
    ['Australia/Sydney', '2027-04-04', 2.5, '2027-04-03T15:30'],
    ['Australia/Lord_Howe', '2027-04-04', 1.75, '2027-04-03T14:45'],
    ['Australia/Lord_Howe', '2027-04-04', 2, '2027-04-03T15:30'],
    // More hours than the day has are on the next one.
    ['Europe/Berlin', '2027-03-27', 24 + 3, '2027-03-28T01:00'],
    ['Asia/Kolkata', '2026-11-23', 0, '2026-11-22T18:30'],
  ])('%s %s, hour %d, is %s UTC', (zone, date, hour, expected) => {
    expect(new Date(instantOf(zone, date, hour * 60)).toISOString().slice(0, 16)).toBe(expected)
  })

  it('is read back from the clocks of the zone', () => {
    expect(clockAt('Australia/Lord_Howe', utc('2026-11-23T13:29'))).toEqual({ date: '2026-11-24', minute: 29 })
    expect(offsetAt('Asia/Kathmandu', utc('2026-11-23T00:00'))).toBe(5.75 * 60 * 60_000)
  })
})

describe('a date', () => {
  it('is one of the calendar', () => {
    expect(['2028-02-29', '2027-02-29', '2027-2-1', '2027-13-01', '', 'tomorrow'].map(isDate)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('has a weekday, and dates after it', () => {
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29'), addDays('2026-12-31', 1), addDays('2027-03-01', -1)]).toEqual([
      0,
      6,
      '2027-01-01',
      '2027-02-28',
    ])
    expect(dayMs).toBe(86_400_000)
  })
})

test('a time zone is a name that has rules for daylight saving time', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', '+01:00', '', '__proto__'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
