import { expect, test } from 'vitest'
import { isOwnLimitValid, limitInWords, limitText, ownLimits, ownLimitText, parseLimit } from './limits.ts'

test.each([
  ['deletionsPerHour', '500', 500],
  ['deletionsPerHour', ' 1,000 ', 1000],
  ['deletionsPerHour', '0', 0],
  ['deletionsPerHour', '', null],
  ['deletionsPerHour', 'No limit', null],
  ['deletionsPerHour', '1000001', undefined],
  ['deletionsPerHour', '1.5', undefined],
  ['deletionsPerHour', '-1', undefined],
  ['widestBan', '/24', 24],
  ['widestBan', '24', 24],
  ['widestBan', '/7', undefined],
  ['widestBan', '/33', undefined],
  ['widestBan', '', null],
] as const)('%s: what is typed as %j is %s', (name, typed, limit) => {
  expect(parseLimit(name, typed)).toBe(limit)
})

test.each(['deletionsPerHour', 'widestBan'] as const)('%s: a limit comes back from its text', (name) => {
  for (const limit of [null, 8, 24]) expect(parseLimit(name, limitText(name, limit))).toBe(limit)
})

test('limits in words', () => {
  expect([
    limitInWords('deletionsPerHour', 1500),
    limitInWords('widestBan', 24),
    limitInWords('widestBan', null),
    limitInWords('deletionsPerHour', 0),
  ]).toEqual(['1,500', '/24', 'no limit', '0'])
})

test('a limit of one person is as the role, none or their own, and 0 is a limit', () => {
  for (const own of [undefined, null, 0, 200])
    expect(ownLimits({ deletionsPerHour: ownLimitText(own), widestBan: '' })).toEqual(own === undefined ? {} : { deletionsPerHour: own })
})

test.each(['=', '=x', '=-1', '=1.5', 'nonsense'])('%j is not accepted as a limit of one person', (text) => {
  expect(isOwnLimitValid('deletionsPerHour', text)).toBe(false)
})
