import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { activityBuckets } from './activity.ts'

const home = process.env['TZ']
const inZone = (zone: string | undefined) => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
}
afterAll(() => inZone(home))

/**
 * Time zones with their offset in July 2024, in minutes behind UTC: zones that change clocks by an hour or half an hour, some at midnight, one that
 * skipped a day, and one with an offset of 45 minutes.
 */
const zones: [string, number][] = [
  ['UTC', 0],
  ['Europe/Berlin', -120],
  ['America/Havana', 240],
  ['America/Sao_Paulo', 180],
  ['Pacific/Apia', -780],
  ['Australia/Lord_Howe', -630],
  ['Asia/Kathmandu', -345],
  ['America/New_York', 240],
]

const bars = (times: number[], waves: number[] = []) =>
  activityBuckets(
    times.map((time, id) => ({ id, time })).toSorted((one, other) => other.time - one.time),
    new Set(waves),
  )

const at = (text: string) => Date.parse(text) / 1000
const hour = 3600

describe('buckets', () => {
  test('of two and a half hours are two minutes wide and begin on the minute', () => {
    inZone('UTC')
    const all = bars([at('2026-11-14T12:00:30Z'), at('2026-11-14T14:31:40Z'), at('2026-11-14T14:31:59Z')], [1])
    expect(all).toHaveLength(76)
    expect(all[0]).toEqual({ from: at('2026-11-14T12:00:00Z'), to: at('2026-11-14T12:02:00Z'), total: 1, repeated: 0 })
    expect(all.at(-1)).toEqual({ from: at('2026-11-14T14:30:00Z'), to: at('2026-11-14T14:32:00Z'), total: 2, repeated: 1 })
  })

  test.each([
    [0, 10],
    [1000, 10],
    [hour, 60],
    [24 * hour, 15 * 60],
    [7 * 24 * hour, 2 * hour],
    [30 * 24 * hour, 8 * hour],
    [100 * 24 * hour, 24 * hour],
    [365 * 24 * hour, 4 * 24 * hour],
  ])('of %d seconds are %d seconds wide', (length, width) => {
    inZone('UTC')
    const [first] = bars([at('2026-01-05T00:00:00Z'), at('2026-01-05T00:00:00Z') + length])
    expect(first && first.to - first.from).toBe(width)
  })

  test('there are none of no messages', () => {
    expect(bars([])).toEqual([])
  })

  test('are local days where they are days, 23 or 25 hours long when clocks change', () => {
    inZone('Europe/Berlin')
    const all = bars([at('2026-02-01T12:00:00Z'), at('2026-05-01T12:00:00Z')])
    const lengths = all.map(({ from, to }) => (to - from) / hour)
    expect(new Set(lengths)).toEqual(new Set([24, 23]))
    expect(lengths.indexOf(23)).toBe(28 + 28)
    expect(all.every(({ from }) => new Date(from * 1000).getHours() === 0)).toBe(true)
  })

  test('begin anew with every local day, so that the one before is shorter when clocks change', () => {
    inZone('Europe/Berlin')
    const all = bars([at('2026-10-20T00:00:00Z'), at('2026-11-10T00:00:00Z')])
    const change = all.filter(({ from, to }) => to - from !== 6 * hour)
    expect(change).toEqual([{ from: at('2026-10-25T22:00:00Z'), to: at('2026-10-25T23:00:00Z'), total: 0, repeated: 0 }])
  })
})

describe('in every time zone', () => {
  const times = fc.oneof(
    fc.array(fc.integer({ min: at('2018-10-01T00:00:00Z'), max: at('2018-11-30T00:00:00Z') }), { minLength: 1 }),
    fc.array(fc.integer({ min: at('2011-12-28T00:00:00Z'), max: at('2012-01-02T00:00:00Z') }), { minLength: 1 }),
    fc.array(fc.integer({ min: at('2026-03-29T00:00:00Z'), max: at('2026-03-29T04:00:00Z') }), { minLength: 1 }),
    fc.array(fc.oneof(fc.double({ min: -1e11, max: 1e11, noNaN: true }), fc.integer({ min: 0, max: 4e9 })), { minLength: 1 }),
  )

  test.each(zones)('%s: at most 120 buckets without gaps count every message at its time', (zone, behind) => {
    inZone(zone)
    expect(new Date(2024, 6, 1).getTimezoneOffset()).toBe(behind)
    fc.assert(
      fc.property(times, (times) => {
        const waves = times.flatMap((_, index) => (index % 3 === 0 ? [index] : []))
        const all = bars(times, waves)
        expect(all.length).toBeLessThanOrEqual(120)
        expect(all.filter(({ from, to }, index) => to <= from || (index > 0 && all[index - 1]!.to !== from))).toEqual([])
        const places = times.map((time) => all.findIndex(({ from, to }) => Math.max(0, time) >= from && Math.max(0, time) < to))
        const counted = (ids: number[]) => all.map((_, place) => ids.filter((id) => places[id] === place).length)
        expect(all.map(({ total }) => total)).toEqual(counted([...times.keys()]))
        expect(all.map(({ repeated }) => repeated)).toEqual(counted(waves))
        expect(places).toContain(0)
        expect(places).toContain(all.length - 1)
      }),
      { numRuns: 100 },
    )
  })
})
