// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { readPaste } from '../paste/paste.ts'
import { formatRange, only, type Range } from './range.ts'
import { planSpare } from './spare.ts'
import { ban, lift, lostByLifting, planRollBack, resultOf, type Step } from './steps.ts'
import { planTidy } from './tidy.ts'

const rangesOf = (text: string): Range[] => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))
const rangeOf = (text: string): Range => rangesOf(text)[0]!
const words = (steps: readonly Step[]) => steps.map(({ act, range }) => `${act} ${formatRange(range)}`)
const shown = (ranges: readonly Range[]) => ranges.map(formatRange)

describe('sparing', () => {
  test.each([
    ['one address of a range', '1.2.3.0/24', '1.2.3.7', ['ban 1.2.3.0-1.2.3.6', 'ban 1.2.3.8-1.2.3.255', 'lift 1.2.3.0-1.2.3.255']],
    ['its first', '1.2.3.0/24', '1.2.3.0', ['ban 1.2.3.1-1.2.3.255', 'lift 1.2.3.0-1.2.3.255']],
    ['its last', '1.2.3.0/24', '1.2.3.255', ['ban 1.2.3.0-1.2.3.254', 'lift 1.2.3.0-1.2.3.255']],
    ['an entry of its own', '1.2.3.7 9.9.9.9', '1.2.3.7', ['lift 1.2.3.7']],
    ['what is not banned', '1.2.3.0/24', '1.2.4.0', []],
    ['more than the entry', '1.2.3.7 1.2.3.0-9', '1.2.0.0/16', ['lift 1.2.3.7', 'lift 1.2.3.0-1.2.3.9']],
    [
      'an address of several entries',
      '1.2.3.0-20 1.2.3.10-30',
      '1.2.3.15',
      ['ban 1.2.3.0-1.2.3.14', 'ban 1.2.3.16-1.2.3.30', 'lift 1.2.3.0-1.2.3.20', 'lift 1.2.3.10-1.2.3.30'],
    ],
    // Both parts are there already: to ban one again would be refused, to ban the other useless.
    ['with parts that stay banned', '1.2.3.0-9 1.2.3.0-4 1.2.3.6-20', '1.2.3.5', ['lift 1.2.3.0-1.2.3.9']],
    [
      'the whole space but its ends',
      '0.0.0.0/0',
      '0.0.0.1-255.255.255.254',
      ['ban 0.0.0.0', 'ban 255.255.255.255', 'lift 0.0.0.0-255.255.255.255'],
    ],
  ])('%s', (_, entries, spared, steps) => {
    expect(words(planSpare(rangesOf(entries), rangeOf(spared)))).toEqual(steps)
  })
})

describe('rolling back', () => {
  const before = rangesOf('1.2.3.0/24 9.9.9.9')
  const steps = planSpare(before, rangeOf('1.2.3.7'))

  test.each([0, 1, 2, 3])('after %d of the steps', (taken) => {
    const now = resultOf(before, steps.slice(0, taken))
    expect(shown(resultOf(now, planRollBack(steps, now)))).toEqual(shown(before))
  })

  test('bans first, and leaves alone what others added', () => {
    const now = resultOf(before, [...steps, ban(rangeOf('5.5.5.5')), lift(rangeOf('9.9.9.9'))])
    expect(words(planRollBack(steps, now))).toEqual(['ban 1.2.3.0-1.2.3.255', 'lift 1.2.3.0-1.2.3.6', 'lift 1.2.3.8-1.2.3.255'])
  })
})

describe('before a lift', () => {
  const whole = rangeOf('1.2.3.0/24')
  const spared = rangeOf('1.2.3.7')

  test('it is safe with the parts listed', () => {
    expect(lostByLifting(whole, rangesOf('1.2.3.0/24 1.2.3.0-6 1.2.3.8-255'), spared)).toEqual([])
  })

  test('a service that merged the parts into the whole would free them', () => {
    expect(shown(lostByLifting(whole, [whole], spared))).toEqual(['1.2.3.0-1.2.3.6', '1.2.3.8-1.2.3.255'])
  })

  test('a part that somebody else lifted meanwhile would be free', () => {
    expect(shown(lostByLifting(whole, rangesOf('1.2.3.0/24 1.2.3.0-6'), spared))).toEqual(['1.2.3.8-1.2.3.255'])
  })

  test('a copy is no help: both may go', () => {
    expect(lostByLifting(whole, [whole, whole], null)).toEqual([whole])
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

  test('what it does, and the proof', () => {
    const { steps, proof } = planTidy(rangesOf(messy), both)
    expect(words(steps)).toEqual([
      'ban 8.8.8.0-8.8.8.9',
      'ban 9.9.9.0-9.9.9.20',
      'ban 91.219.236.0-91.219.236.255',
      'lift 77.111.246.12',
      'lift 91.219.236.0-91.219.236.127',
      'lift 91.219.236.128-91.219.236.255',
      'lift 9.9.9.0-9.9.9.9',
      'lift 9.9.9.5-9.9.9.20',
      'lift 8.8.8.0-8.8.8.4',
      'lift 8.8.8.3-8.8.8.7',
      'lift 8.8.8.5-8.8.8.9',
    ])
    expect(proof).toEqual({ entriesBefore: 9, entriesAfter: 4, addressesBefore: 1311, addressesAfter: 1311, isSameSet: true })
  })

  test('joins only what it is asked to', () => {
    const entries = '9.9.9.0-9 9.9.9.5-20 9.9.9.21-30'
    expect(words(planTidy(rangesOf(entries), { mergeAdjacent: false, mergeOverlapping: false }).steps)).toEqual([])
    expect(found(entries, { mergeAdjacent: false, mergeOverlapping: true })).toEqual([
      '9.9.9.5-9.9.9.20 overlapping 9.9.9.0-9.9.9.9',
      '9.9.9.21-9.9.9.30 adjacent 9.9.9.5-9.9.9.20, left',
    ])
    expect(words(planTidy(rangesOf(entries), { mergeAdjacent: true, mergeOverlapping: false }).steps)).toEqual([
      'ban 9.9.9.5-9.9.9.30',
      'lift 9.9.9.5-9.9.9.20',
      'lift 9.9.9.21-9.9.9.30',
    ])
  })

  test('an entry that is there already is not banned again', () => {
    expect(words(planTidy(rangesOf('9.9.9.0-4 9.9.9.5-9 9.9.9.0-9'), both).steps)).toEqual(['lift 9.9.9.0-9.9.9.4', 'lift 9.9.9.5-9.9.9.9'])
  })

  test('a copy goes only where something wider stays: a service may lift both', () => {
    expect(found('9.9.9.9 9.9.9.9')).toEqual(['9.9.9.9 duplicate 9.9.9.9, left'])
    expect(planTidy(rangesOf('9.9.9.9 9.9.9.9'), both).steps).toEqual([])
    expect(words(planTidy(rangesOf('9.9.9.9 9.9.9.9 9.9.9.8'), both).steps)).toEqual([
      'ban 9.9.9.8-9.9.9.9',
      'lift 9.9.9.9',
      'lift 9.9.9.9',
      'lift 9.9.9.8',
    ])
  })

  test('an empty list and both ends of the space', () => {
    expect(planTidy([], both)).toMatchObject({ findings: [], steps: [], proof: { isSameSet: true } })
    expect(planTidy([only(0), only(0xff_ff_ff_ff)], both).steps).toEqual([])
  })
})
