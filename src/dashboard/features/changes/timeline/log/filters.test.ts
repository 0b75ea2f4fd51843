import { describe, expect, test } from 'vitest'
import { everything, auditFilters, rangeInWords, rangePresets } from '#dashboard/features/changes/timeline/view.ts'

const noon = new Date(2026, 10, 14, 12).getTime()

describe('filters of the audit log', () => {
  test('are left out where nothing is set', () => {
    expect(auditFilters(everything)).toEqual({})
    expect(auditFilters({ ...everything, search: '  ' })).toEqual({})
  })

  test('name the fields as the endpoints do', () => {
    const view = { ...everything, search: ' Köln ', chatId: 7, kind: 'bans', outcome: 'refused', person: 'p1', field: 'upload' } as const
    expect(auditFilters(view)).toEqual({ text: 'Köln', chat: 7, kind: 'bans', outcome: 'refused', person: 'p1', field: 'upload' })
  })

  test('days begin and end where the viewer’s do, the last one included', () => {
    expect(auditFilters({ ...everything, from: '2026-11-13', to: '2026-11-14' })).toEqual({
      from: new Date(2026, 10, 13).getTime(),
      to: new Date(2026, 10, 15).getTime(),
    })
    // Days of 23 and 25 hours have their own end.
    expect(auditFilters({ ...everything, to: '2026-03-29' }).to).toBe(new Date(2026, 2, 30).getTime())
  })
})

describe('ranges of days', () => {
  test('the usual ones end today, or are yesterday alone', () => {
    expect(rangePresets(noon).map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2026-11-14 2026-11-14',
      '2026-11-13 2026-11-13',
      '2026-11-08 2026-11-14',
      '2026-10-16 2026-11-14',
    ])
  })

  test.each([
    ['2026-11-13', '2026-11-14', '13 – 14 November'],
    ['2026-11-14', '2026-11-14', '14 November'],
    ['2026-10-30', '2026-11-02', '30 October – 2 November'],
    ['2025-12-31', '2026-01-01', '31 December 2025 – 1 January 2026'],
    ['2026-11-13', null, 'From 13 November'],
    [null, '2026-11-13', 'Until 13 November'],
    [null, null, ''],
  ])('%s to %s', (from, to, words) => {
    // Which spaces stand around the dash differs between versions of ICU.
    expect(rangeInWords({ from, to }, noon).replaceAll(/\s/g, ' ').replace(/ ?– ?/, ' – ')).toBe(words)
  })
})
