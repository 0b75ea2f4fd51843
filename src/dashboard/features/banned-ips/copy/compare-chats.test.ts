import { expect, test } from 'vitest'
import { compareChats } from './compare-chats.ts'
import { readPaste } from '../paste/paste.ts'
import { formatRange, type IpRange } from '#engine/bans/range.ts'

const rangesOf = (text: string): IpRange[] => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))
const seen = (lists: Record<string, string>) =>
  compareChats(new Map(Object.entries(lists).map(([chat, entries]) => [chat, rangesOf(entries)]))).map(
    ({ range, has, coveredIn, missingIn }) => [formatRange(range), has.join(), coveredIn.join(), missingIn.join()],
  )

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
