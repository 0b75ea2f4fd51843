import { describe, expect, test } from 'vitest'
import { readPaste } from '../paste/paste.ts'
import { formatRange, only, type IpRange } from '#engine/bans/range.ts'
import { ban, unban, unintendedUnbans, planRollBack, resultOf, type BanStep, planUnbanPart } from '#engine/bans/steps.ts'
import { planTidy } from '#engine/bans/tidy.ts'

const rangesOf = (text: string): IpRange[] => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))
const rangeOf = (text: string): IpRange => rangesOf(text)[0]!
const texts = (steps: readonly BanStep[]) => steps.map(({ action, range }) => `${action} ${formatRange(range)}`)
const shown = (ranges: readonly IpRange[]) => ranges.map(formatRange)

describe('unbanning part of a range', () => {
  test.each([
    ['one address of a range', '1.2.3.0/24', '1.2.3.7', ['ban 1.2.3.0-1.2.3.6', 'ban 1.2.3.8-1.2.3.255', 'unban 1.2.3.0-1.2.3.255']],
    ['its first', '1.2.3.0/24', '1.2.3.0', ['ban 1.2.3.1-1.2.3.255', 'unban 1.2.3.0-1.2.3.255']],
    ['its last', '1.2.3.0/24', '1.2.3.255', ['ban 1.2.3.0-1.2.3.254', 'unban 1.2.3.0-1.2.3.255']],
    ['an entry of its own', '1.2.3.7 9.9.9.9', '1.2.3.7', ['unban 1.2.3.7']],
    ['what is not banned', '1.2.3.0/24', '1.2.4.0', []],
    ['more than the entry', '1.2.3.7 1.2.3.0-9', '1.2.0.0/16', ['unban 1.2.3.7', 'unban 1.2.3.0-1.2.3.9']],
    [
      'an address of several entries',
      '1.2.3.0-20 1.2.3.10-30',
      '1.2.3.15',
      ['ban 1.2.3.0-1.2.3.14', 'ban 1.2.3.16-1.2.3.30', 'unban 1.2.3.0-1.2.3.20', 'unban 1.2.3.10-1.2.3.30'],
    ],
    // Both parts are listed already: banning one again would be refused, banning the other would change nothing.
    ['with parts that stay banned', '1.2.3.0-9 1.2.3.0-4 1.2.3.6-20', '1.2.3.5', ['unban 1.2.3.0-1.2.3.9']],
    [
      'the whole space but its ends',
      '0.0.0.0/0',
      '0.0.0.1-255.255.255.254',
      ['ban 0.0.0.0', 'ban 255.255.255.255', 'unban 0.0.0.0-255.255.255.255'],
    ],
  ])('%s', (_, entries, target, steps) => {
    expect(texts(planUnbanPart(rangesOf(entries), rangeOf(target)))).toEqual(steps)
  })
})

describe('rolling back', () => {
  const before = rangesOf('1.2.3.0/24 9.9.9.9')
  const steps = planUnbanPart(before, rangeOf('1.2.3.7'))

  test.each([0, 1, 2, 3])('after %d of the steps', (done) => {
    const now = resultOf(before, steps.slice(0, done))
    expect(shown(resultOf(now, planRollBack(steps, now)))).toEqual(shown(before))
  })

  test('bans first, and leaves entries of others alone', () => {
    const now = resultOf(before, [...steps, ban(rangeOf('5.5.5.5')), unban(rangeOf('9.9.9.9'))])
    expect(texts(planRollBack(steps, now))).toEqual(['ban 1.2.3.0-1.2.3.255', 'unban 1.2.3.0-1.2.3.6', 'unban 1.2.3.8-1.2.3.255'])
  })
})

describe('before a range is unbanned', () => {
  const whole = rangeOf('1.2.3.0/24')
  const target = rangeOf('1.2.3.7')

  test('it is safe with the parts listed', () => {
    expect(unintendedUnbans(whole, rangesOf('1.2.3.0/24 1.2.3.0-6 1.2.3.8-255'), target)).toEqual([])
  })

  test('a service that merged the parts into the whole range would unban them', () => {
    expect(shown(unintendedUnbans(whole, [whole], target))).toEqual(['1.2.3.0-1.2.3.6', '1.2.3.8-1.2.3.255'])
  })

  test('a part that someone else unbanned meanwhile would be unbanned', () => {
    expect(shown(unintendedUnbans(whole, rangesOf('1.2.3.0/24 1.2.3.0-6'), target))).toEqual(['1.2.3.8-1.2.3.255'])
  })

  test('a copy does not help: the service may unban both', () => {
    expect(unintendedUnbans(whole, [whole, whole], null)).toEqual([whole])
  })
})

describe('tidying', () => {
  const both = { mergeAdjacent: true, mergeOverlapping: true }
  const messy = '77.111.244.0/22 77.111.246.12 91.219.236.0/25 91.219.236.128/25 9.9.9.0-9 9.9.9.5-20 8.8.8.0-4 8.8.8.3-7 8.8.8.5-9'
  const found = (entries: string, options = both) =>
    planTidy(rangesOf(entries), options).findings.map(
      ({ kind, range, with: others, isPlanned }) =>
        `${formatRange(range)} ${kind} ${shown(others).join(' and ')}${isPlanned ? '' : ', left'}`,
    )

  test('what it finds', () => {
    expect(found(messy)).toEqual([
      '8.8.8.3-8.8.8.7 contained 8.8.8.0-8.8.8.4 and 8.8.8.5-8.8.8.9',
      '8.8.8.5-8.8.8.9 adjacent 8.8.8.0-8.8.8.4',
      '9.9.9.5-9.9.9.20 overlapping 9.9.9.0-9.9.9.9',
      '77.111.246.12 contained 77.111.244.0-77.111.247.255',
      '91.219.236.128-91.219.236.255 adjacent 91.219.236.0-91.219.236.127',
    ])
  })

  test('its steps and the proof', () => {
    const { steps, proof } = planTidy(rangesOf(messy), both)
    expect(texts(steps)).toEqual([
      'ban 8.8.8.0-8.8.8.9',
      'ban 9.9.9.0-9.9.9.20',
      'ban 91.219.236.0-91.219.236.255',
      'unban 77.111.246.12',
      'unban 91.219.236.0-91.219.236.127',
      'unban 91.219.236.128-91.219.236.255',
      'unban 9.9.9.0-9.9.9.9',
      'unban 9.9.9.5-9.9.9.20',
      'unban 8.8.8.0-8.8.8.4',
      'unban 8.8.8.3-8.8.8.7',
      'unban 8.8.8.5-8.8.8.9',
    ])
    expect(proof).toEqual({ entriesBefore: 9, entriesAfter: 4, addressesBefore: 1311, addressesAfter: 1311, isSameSet: true })
  })

  test('merges only what it is asked to', () => {
    const entries = '9.9.9.0-9 9.9.9.5-20 9.9.9.21-30'
    expect(texts(planTidy(rangesOf(entries), { mergeAdjacent: false, mergeOverlapping: false }).steps)).toEqual([])
    expect(found(entries, { mergeAdjacent: false, mergeOverlapping: true })).toEqual([
      '9.9.9.5-9.9.9.20 overlapping 9.9.9.0-9.9.9.9',
      '9.9.9.21-9.9.9.30 adjacent 9.9.9.5-9.9.9.20, left',
    ])
    expect(texts(planTidy(rangesOf(entries), { mergeAdjacent: true, mergeOverlapping: false }).steps)).toEqual([
      'ban 9.9.9.5-9.9.9.30',
      'unban 9.9.9.5-9.9.9.20',
      'unban 9.9.9.21-9.9.9.30',
    ])
  })

  test('an entry that is already listed is not banned again', () => {
    expect(texts(planTidy(rangesOf('9.9.9.0-4 9.9.9.5-9 9.9.9.0-9'), both).steps)).toEqual([
      'unban 9.9.9.0-9.9.9.4',
      'unban 9.9.9.5-9.9.9.9',
    ])
  })

  test('a copy is removed only where a wider entry stays: a service may unban both', () => {
    expect(found('9.9.9.9 9.9.9.9')).toEqual(['9.9.9.9 duplicate 9.9.9.9, left'])
    expect(planTidy(rangesOf('9.9.9.9 9.9.9.9'), both).steps).toEqual([])
    expect(texts(planTidy(rangesOf('9.9.9.9 9.9.9.9 9.9.9.8'), both).steps)).toEqual([
      'ban 9.9.9.8-9.9.9.9',
      'unban 9.9.9.9',
      'unban 9.9.9.9',
      'unban 9.9.9.8',
    ])
  })

  test('an empty list and both ends of the space', () => {
    expect(planTidy([], both)).toMatchObject({ findings: [], steps: [], proof: { isSameSet: true } })
    expect(planTidy([only(0), only(0xff_ff_ff_ff)], both).steps).toEqual([])
  })
})
