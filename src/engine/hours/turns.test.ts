import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatHours, Period } from '#contract/hours/timetable.ts'
import { dayMs, minuteMs } from '#contract/hours/zone.ts'
import { nextTurn, stateAt } from './openings.ts'
import { turnsBetween } from './turns.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const hoursOf = (part: Partial<ChatHours>): ChatHours => ({
  isOn: true,
  zone: 'Europe/Berlin',
  week: [[], [], [], [], [], [], []],
  exceptions: [],
  message: 'Closed',
  showForm: false,
  openUntil: null,
  ...part,
})
const daily = (from: number, to: number) => Array.from({ length: 7 }, (): Period[] => [{ from: from * 60, to: to * 60, message: '' }])

/** By zone, both changes of the clocks of a year. */
const nights = [
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
] as const
const anyDay = fc.array(
  fc
    .record({ from: fc.nat(24 * 60 - 1), length: fc.integer({ min: 1, max: 24 * 60 }) })
    .map(({ from, length }): Period => ({ from, to: Math.min(from + length, 2 * 24 * 60 - 1), message: '' })),
  { maxLength: 3 },
)

describe('all turns of a time', () => {
  it('are those that nextTurn finds one by one, over both changes of the clocks and while the chat is kept open by hand', () => {
    const minute = fc.integer({ min: -3 * 24 * 60, max: 2 * 24 * 60 })
    fc.assert(
      fc.property(
        fc.constantFrom(...nights),
        fc.array(anyDay, { minLength: 7, maxLength: 7 }),
        fc.option(anyDay),
        minute,
        fc.integer({ min: 0, max: 15 * 24 * 60 }),
        fc.option(fc.integer({ min: -60, max: 4 * 24 * 60 })),
        ([zone, date], week, special, start, length, kept) => {
          const from = utc(`${date}T00:00`) + start * minuteMs
          const to = from + length * minuteMs
          const hours = hoursOf({
            zone,
            week,
            exceptions: special ? [{ name: '', from: date, to: date, periods: special, message: '' }] : [],
          })
          if (kept !== null) hours.openUntil = Math.max(0, from + kept * minuteMs)
          const expected: number[] = []
          for (let turn = nextTurn(hours, from); turn && turn.at < to; turn = nextTurn(hours, turn.at)) expected.push(turn.at)
          const { turns, opensFirst } = turnsBetween(hours, from, to)
          expect(turns).toEqual(expected)
          if (turns.length > 0) expect(opensFirst).toBe(stateAt(hours, from).kind === 'closed')
        },
      ),
      { numRuns: 200 },
    )
  }, 30_000)

  it('end where the chat is kept open longer, and none come from an empty timetable or one without a break', () => {
    const at = utc('2026-11-23T12:00')
    const two = at + 2 * dayMs
    expect(turnsBetween(hoursOf({ week: daily(19, 20), openUntil: two }), at, two).turns).toEqual([])
    expect(turnsBetween(hoursOf({ openUntil: at + 1 }), at, two)).toEqual({ opensFirst: false, turns: [at + 1] })
    expect(turnsBetween(hoursOf({}), at, two).turns).toEqual([])
    expect(turnsBetween(hoursOf({ week: daily(0, 24) }), at, two).turns).toEqual([])
  })
})
