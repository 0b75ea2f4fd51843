import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatTurns } from '#contract/gateway/schedule.ts'
import type { NextAction } from '#contract/gateway/standing-access.ts'
import { clockAt, dayMs, hourMs } from '#contract/hours/zone.ts'
import { agendaDays, agendaOf, byDay, hoursOfWeek, laterToday, rowsOf, turnsInWords, type Row } from './agenda.ts'

const at = Date.parse('2026-11-25T14:31:00Z')
const chat = (chatId: number, turns: number[], part: Partial<ChatTurns> = {}): ChatTurns => ({
  chatId,
  zone: 'UTC',
  opensFirst: true,
  turns,
  actionId: `next of ${chatId}`,
  ...part,
})
const action = (id: string, due: number, part: Partial<NextAction> = {}): NextAction => ({
  id,
  kind: 'preset',
  title: `End ${id}`,
  note: '',
  chatIds: [1],
  due,
  state: 'planned',
  ...part,
})
const everything = { kind: null, chatId: null }
const far = at + 14 * dayMs

describe('the agenda', () => {
  test('folds the turns of one moment, and only the first turn of a chat can be skipped', () => {
    const { entries, counts } = agendaOf(
      { actions: [action('Event', at + 2)], hours: [chat(1, [at + 1, at + 3]), chat(2, [at + 1, at + 3], { opensFirst: false })] },
      everything,
      far,
    )
    expect(entries.map((entry) => ('turns' in entry ? turnsInWords(entry.turns) : entry.action.title))).toEqual([
      '1 chat opens, 1 closes',
      'End Event',
      '1 chat opens, 1 closes',
    ])
    expect(
      entries.flatMap((entry) => ('turns' in entry ? entry.turns : [])).map(({ chatId, opens, actionId }) => [chatId, opens, actionId]),
    ).toEqual([
      [1, true, 'next of 1'],
      [2, false, 'next of 2'],
      [1, false, null],
      [2, true, null],
    ])
    expect(counts).toEqual({ modes: 1, hours: 2, checks: 0 })
  })

  test('what was missed is apart, the oldest first, and what comes after the last day is left out', () => {
    const actions = [action('b', at - 1, { state: 'late' }), action('a', at - 2, { state: 'late', kind: 'hours' }), action('c', far)]
    const { missed, entries, counts } = agendaOf({ actions, hours: [chat(1, [far - 1, far])] }, everything, far)
    expect([missed.map(({ id }) => id), entries.map((entry) => entry.at), counts]).toEqual([
      ['a', 'b'],
      [far - 1],
      { modes: 1, hours: 2, checks: 0 },
    ])
  })

  test('of a chat has what is about it or about all, and the counts do not change with the kind that is chosen', () => {
    const schedule = {
      actions: [action('one', at), action('two', at, { chatIds: [2] }), action('check', at, { kind: 'drift', chatIds: [] })],
      hours: [chat(1, [at + 1]), chat(2, [at + 1])],
    }
    const { entries, counts } = agendaOf(schedule, { kind: 'checks', chatId: 2 }, far)
    expect([entries.length, counts]).toEqual([1, { modes: 1, hours: 1, checks: 1 }])
    const [turned] = agendaOf(schedule, { kind: 'hours', chatId: 2 }, far).entries
    expect(turned).toMatchObject({ turns: [{ chatId: 2 }] })
  })
})

test('later today is what is still to come before midnight of the viewer, without checks', () => {
  const schedule = {
    actions: [
      action('now', at),
      action('check', at + 1, { kind: 'drift' }),
      action('Event', at + hourMs),
      action('late', at + 1, { state: 'late' }),
    ],
    // In Berlin it is 15:31.
    hours: [chat(1, [at + 1, at + 8 * hourMs, at + 9 * hourMs])],
  }
  const times = (zone: string) => laterToday(schedule, zone, at).map((entry) => (entry.at - at) / hourMs)
  expect(times('Europe/Berlin')).toEqual([1 / hourMs, 1, 8])
  expect(times('UTC')).toEqual([1 / hourMs, 1, 8, 9])
})

const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns')
/** Days around both changes of the clocks in 2027, and others. */
const nows = fc
  .constantFrom('2027-03-20', '2027-03-28', '2027-10-25', '2027-11-01', '2027-04-01', '2027-09-30', '2026-12-31')
  .chain((date) => fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => Date.parse(`${date}T00:00Z`) + minute * 60_000))

describe('the days of the viewer', () => {
  test('follow each other without a gap from midnight to midnight, also when clocks change', () => {
    fc.assert(
      fc.property(zones, nows, (zone, now) => {
        const days = agendaDays(zone, now)
        expect(days).toHaveLength(14)
        expect(days[0]!.from <= now && now < days[0]!.to).toBe(true)
        for (const [index, { date, from, to }] of days.entries()) {
          expect(clockAt(zone, from)).toEqual({ date, minute: 0 })
          expect(clockAt(zone, to - 1).date).toBe(date)
          if (index > 0) expect(from).toBe(days[index - 1]!.to)
        }
      }),
    )
  })

  test('each entry is listed once, in order, on the day that a calendar of the viewer shows', () => {
    fc.assert(
      fc.property(zones, nows, fc.array(fc.integer({ min: -60, max: 15 * 24 * 60 }), { maxLength: 60 }), (zone, now, minutes) => {
        const days = agendaDays(zone, now)
        const until = days.at(-1)!.to
        const times = minutes.map((minute) => now + minute * 60_000)
        const { entries } = agendaOf(
          {
            actions: times.map((due, index) => action(String(index), due)),
            hours: [
              chat(
                1,
                times.filter((time) => time > now).toSorted((a, b) => a - b),
              ),
            ],
          },
          everything,
          until,
        )
        const rows = rowsOf([], days, byDay(entries, days), now, new Set())
        const listed = rows.flatMap((row) => (row.is === 'entry' ? [{ ...row, date: days[row.day]!.date }] : []))
        expect(listed.map(({ entry }) => entry)).toEqual(entries)
        for (const { entry, date } of listed) if (entry.at >= days[0]!.from) expect(clockAt(zone, entry.at).date).toBe(date)
        const line = rows.findIndex(({ is }) => is === 'now')
        const isBefore = (row: Row) => row.is !== 'entry' || row.entry.at <= now
        expect([rows.slice(0, line).every(isBefore), rows.slice(line).some((row) => row.is === 'entry' && row.entry.at <= now)]).toEqual([
          true,
          false,
        ])
      }),
    )
  })

  test('the table of a week has each entry once, in the hour of its clock', () => {
    fc.assert(
      fc.property(zones, nows, fc.array(fc.integer({ min: 1, max: 7 * 24 * 60 }), { maxLength: 60 }), (zone, now, minutes) => {
        const days = agendaDays(zone, now).slice(0, 7)
        const { entries } = agendaOf(
          { actions: minutes.map((minute, index) => action(String(index), now + minute * 60_000)), hours: [] },
          everything,
          days[6]!.to,
        )
        const hours = hoursOfWeek(byDay(entries, days), zone)
        expect(hours.flatMap(({ cells }) => cells.flat()).length).toBe(entries.length)
        for (const { hour, cells } of hours)
          for (const [day, cell] of cells.entries())
            for (const entry of cell) {
              const clock = clockAt(zone, entry.at)
              expect([clock.date, Math.floor(clock.minute / 60)]).toEqual([days[day]!.date, hour])
            }
      }),
    )
  })
})

test('rows: what was missed first, a heading for each day, and a row for each chat of what is unfolded', () => {
  const days = agendaDays('UTC', at)
  const { missed, entries } = agendaOf(
    { actions: [action('late', at - hourMs, { state: 'late' })], hours: [chat(1, [at + hourMs]), chat(2, [at + hourMs])] },
    everything,
    far,
  )
  const rows = rowsOf(missed, days, byDay(entries, days), at, new Set([at + hourMs]))
  expect(rows.map(({ is }) => is).slice(0, 8)).toEqual(['missedHead', 'missed', 'day', 'now', 'entry', 'turn', 'turn', 'day'])
  expect(rows.filter((row) => row.is === 'day' && row.isEmpty)).toHaveLength(13)
})

test('two thousand chats that all open and close at times of their own have one entry for each minute', () => {
  const hours = Array.from({ length: 2000 }, (_, id) =>
    chat(
      id + 1,
      Array.from({ length: 28 }, (__, turn) => at + turn * 12 * hourMs + (id % 720) * 60_000),
    ),
  )
  const days = agendaDays('Europe/Lisbon', at)
  const { entries } = agendaOf({ actions: [], hours }, everything, days.at(-1)!.to)
  expect(entries.flatMap((entry) => ('turns' in entry ? entry.turns : [])).length).toBeGreaterThan(50_000)
  expect(entries.length).toBeLessThanOrEqual(14 * 24 * 60)
  expect(rowsOf([], days, byDay(entries, days), at, new Set()).length).toBe(entries.length + 15)
})
