import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimeRange } from './read.ts'
import { fromField, presetNames, presets, formatRange, readRange, toField, writeRange } from './time-range.ts'

const now = new Date(2026, 10, 20, 14, 31, 40)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime() / 1000

describe('in the address', () => {
  test('a range is read back as it was written, with either end open', () => {
    const end = fc.option(fc.integer({ min: 0, max: 4_000_000_000 }), { nil: undefined })
    fc.assert(
      fc.property(end, end, (one, other) => {
        const [from, to] = one !== undefined && other !== undefined ? [Math.min(one, other), Math.max(one, other)] : [one, other]
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
        expect(readRange(writeRange(range), now).range).toEqual(range)
      }),
    )
  })

  test.each(['', '-', 'tomorrow', '9-3', '1e9-', '12-34-56', '../x', 'constructor'])('%j means all times', (text) => {
    expect(readRange(text, now)).toEqual({ preset: 'all', range: {} })
  })

  test.each(presetNames)('the mode %s has whole seconds and is never empty', (name) => {
    const { from = 0, to = Number.POSITIVE_INFINITY }: TimeRange = presets[name].range(now)
    expect(Number.isInteger(from)).toBe(true)
    expect(from).toBeLessThan(to)
  })

  test('yesterday ends a second before today begins', () => {
    expect(presets.yesterday.range(now)).toEqual({ from: at(2026, 10, 19, 0, 0), to: at(2026, 10, 20, 0, 0) - 1 })
  })
})

test('a range is shown with the parts of the date that differ from today', () => {
  expect(formatRange({}, now)).toBe('all times')
  expect(formatRange({ from: at(2026, 10, 20, 12, 0), to: at(2026, 10, 20, 14, 31) }, now)).toBe('12:00 – 14:31')
  expect(formatRange({ from: at(2026, 10, 14, 12, 0), to: at(2026, 10, 14, 14, 31) }, now)).toBe('14 Nov 12:00 – 14:31')
  expect(formatRange({ from: at(2025, 10, 14, 12, 0), to: at(2026, 10, 14, 14, 31) }, now)).toBe('14 Nov 2025 12:00 – 14 Nov 14:31')
  expect(formatRange({ from: at(2026, 10, 14, 12, 0), to: at(2026, 10, 20, 14, 31) }, now)).toBe('14 Nov 12:00 – today 14:31')
  expect(formatRange({ from: at(2026, 10, 20, 9, 5) }, now)).toBe('from 09:05')
  expect(formatRange({ to: at(2026, 10, 19, 9, 5) }, now)).toBe('until 19 Nov 09:05')
})

test('an input returns the second it shows, except in the hour that a clock change repeats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const shown = toField(seconds)
      expect(toField(fromField(shown))).toBe(shown)
      expect(Math.abs(fromField(shown)! - seconds) % 3600).toBe(0)
    }),
  )
  expect(fromField('')).toBeUndefined()
  expect(toField(undefined)).toBe('')
})

describe.each([
  ['UTC', 0],
  ['Pacific/Kiritimati', -840],
  ['America/St_Johns', 210],
  ['Australia/Lord_Howe', -660],
  ['Africa/Casablanca', -60],
])('in the zone %s', (zone, offsetInJanuary) => {
  const usual = process.env['TZ']
  beforeAll(() => void (process.env['TZ'] = zone))
  afterAll(() => {
    if (usual === undefined) delete process.env['TZ']
    else process.env['TZ'] = usual
  })

  /** Seconds; often near a clock change, which most zones have in these months. */
  const moment = fc.oneof(
    fc.integer({ min: 1e9, max: 2_000_000_000 }),
    fc
      .tuple(fc.integer({ min: 2002, max: 2032 }), fc.constantFrom(2, 3, 9, 10), fc.integer({ min: 0, max: 31 * 86_400 }))
      .map(([year, month, seconds]) => Date.UTC(year, month) / 1000 + seconds),
  )

  test('the zone is in effect', () => {
    expect(new Date(2026, 0, 15).getTimezoneOffset()).toBe(offsetInJanuary)
  })

  test('modes have whole seconds and contain the moment they start from', () => {
    fc.assert(
      fc.property(moment, fc.nat(999), (seconds, ms) => {
        const now = new Date(seconds * 1000 + ms)
        for (const name of presetNames) {
          const { from = 0, to = seconds }: TimeRange = presets[name].range(now)
          expect([from, to].every(Number.isInteger)).toBe(true)
          expect(from).toBeLessThanOrEqual(to)
        }
        const { from: today } = presets.today.range(now)
        const { from: yesterday, to: its } = presets.yesterday.range(now)
        expect(today).toBeLessThanOrEqual(seconds)
        expect(seconds - today).toBeLessThan(25 * 3600)
        expect(its).toBe(today - 1)
        expect(Math.abs(today - yesterday - 86_400)).toBeLessThanOrEqual(3600)
        const shown = toField(seconds)
        expect(Number.isInteger(fromField(shown))).toBe(true)
        expect(toField(fromField(shown))).toBe(shown)
      }),
      { numRuns: 100 },
    )
  })
})
