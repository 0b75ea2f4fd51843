import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byAddress, formatRange, keyOf, type IpRange, difference } from '#engine/bans/range.ts'
import { resultOf, unintendedUnbans } from '#engine/bans/steps.ts'
import { windowRanges } from '#engine/bans/test-ranges.ts'
import { readPaste } from '../paste/paste.ts'
import { compareChats, planCopy } from './compare-chats.ts'

const rangesOf = (text: string): IpRange[] => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))
const seen = (lists: Record<string, string>) =>
  compareChats(new Map(Object.entries(lists).map(([chat, entries]) => [chat, rangesOf(entries)]))).map(({ range, states }) => [
    formatRange(range),
    ...(['has', 'covered', 'missing'] as const).map((wanted) => [...states].flatMap(([chat, is]) => (is === wanted ? [chat] : [])).join()),
  ])

test('every entry of any chat, and where it is listed, covered or missing', () => {
  expect(seen({ lobby: '1.2.3.4 9.9.9.0/24', stage: '1.2.3.0/24', bar: '9.9.9.0/25 9.9.9.128/25 1.2.3.4 1.2.3.4', empty: '' })).toEqual([
    ['1.2.3.0-1.2.3.255', 'stage', '', 'lobby,bar,empty'],
    ['1.2.3.4', 'lobby,bar', 'stage', 'empty'],
    // Two entries together hold it in the bar; a part of it is not all.
    ['9.9.9.0-9.9.9.255', 'lobby', 'bar', 'stage,empty'],
    ['9.9.9.0-9.9.9.127', 'bar', 'lobby', 'stage,empty'],
    ['9.9.9.128-9.9.9.255', 'bar', 'lobby', 'stage,empty'],
  ])
})

test('no chats, and chats without entries', () => {
  expect(seen({})).toEqual([])
  expect(seen({ lobby: '', stage: '' })).toEqual([])
})

const unique = (ranges: IpRange[]) => [...new Map(ranges.map((range) => [keyOf(range), range])).values()]
const lists = windowRanges.map(unique)

describe('copying entries to another chat', () => {
  test('bans the copied entries in addition, and unbans nothing', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, mayUnban } = planCopy(source, target, 'copy')
        const after = resultOf(target, steps)
        expect(steps.filter(({ action }) => action === 'unban')).toEqual([])
        expect(difference([...source, ...target], after)).toEqual([])
        expect(difference(after, [...source, ...target])).toEqual([])
        expect(mayUnban).toEqual([])
      }),
    )
  })

  test('made equal, the lists are the same, and no address that stays banned is unbanned in between', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, mayUnban } = planCopy(source, target, 'equal')
        expect(resultOf(target, steps)).toEqual(source.toSorted(byAddress))
        let now: IpRange[] = target
        for (const step of steps) {
          if (step.action === 'unban') expect(difference(unintendedUnbans(step.range, now, null), mayUnban)).toEqual([])
          now = resultOf(now, [step])
        }
        expect(difference(mayUnban, difference(target, source))).toEqual([])
      }),
    )
  })
})
