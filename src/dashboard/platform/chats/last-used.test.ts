import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { recentlyUsed, leastRecentlyUsed, isBusy, isUnused } from './last-used.ts'

const chat = (wire: Record<string, unknown>) =>
  Chat.parse({ id: 1, name: '', hash: 'a1b2c3d4', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '', ...wire })

const now = Date.UTC(2026, 2, 4) / 1000
const day = 24 * 60 * 60
const text = (at: number) => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')
const used = (daysAgo: number) => ({ lastUsed: text(now - daysAgo * day) })

test.each([
  ['used 90 days ago', used(90), false],
  ['used a second earlier', { lastUsed: text(now - 90 * day - 1) }, true],
  ['never used and new', { createDate: now - day }, false],
  ['never used and old', { createDate: now - 91 * day }, true],
  ['used in the future', used(-3), false],
  ['of no stated age', { createDate: null }, false],
  ['with a date that is none, and old', { lastUsed: 'soon', createDate: now - 91 * day }, true],
  ['never used, by the zero date', { lastUsed: '0000-00-00 00:00:00', createDate: now - 91 * day }, true],
])('a chat %s is unused: %j', (_, wire, expected) => {
  expect(isUnused(chat(wire), now)).toBe(expected)
})

test.each([
  ['15 minutes ago', { lastUsed: text(now - 15 * 60) }, true],
  ['a second earlier', { lastUsed: text(now - 15 * 60 - 1) }, false],
  ['never, and created just now', { createDate: now }, false],
])('a chat that was used last %s is busy: %j', (_, wire, expected) => {
  expect(isBusy(chat(wire), now)).toBe(expected)
})

test('the recently used chats are sorted newest first, unused ones last, and limited to the requested number', () => {
  const chats = [chat({ id: 1 }), chat({ id: 2, lastUsed: '2026-01-01 00:00:00' }), chat({ id: 3, lastUsed: '2026-01-02 00:00:00' })]
  expect(recentlyUsed(chats, 9).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(recentlyUsed(chats, 1).map(({ id }) => id)).toEqual([3])
})

test('longestUnused returns every chat once, sorted by last use', () => {
  // Only the fields that determine the order.
  const rooms = fc.array(
    fc.record({ lastUsed: fc.option(fc.constantFrom('2024-01-01 00:00:00', '2025-06-01 10:00:00', 'odd')), createDate: fc.nat() }),
  )
  fc.assert(
    fc.property(rooms, (list) => {
      const ordered = leastRecentlyUsed(list as never)
      expect(ordered).toHaveLength(list.length)
      const at = (room: { lastUsed: string | null; createDate: number | null }) =>
        room.lastUsed && room.lastUsed !== 'odd' ? Date.parse(`${room.lastUsed.replace(' ', 'T')}Z`) / 1000 : (room.createDate ?? 0)
      ordered.slice(1).forEach((room, index) => expect(at(ordered[index]!)).toBeLessThanOrEqual(at(room)))
    }),
  )
})
