import { expect, test } from 'vitest'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import { testItem } from '#contract/gateway/test-inbox.ts'
import type { Hit } from '#contract/gateway/review.ts'
import { verdictOf } from '#dashboard/platform/review/verdict.ts'
import { entriesOf, groupKeyOf, nextShown, type ReviewEntry, type ShownEntry, waitingOf } from './entries.ts'
import { type ItemRow, mostAffectedFirst, nextItems, nextOpen, questionOf, rowOf, titleOf } from './items.ts'

const hit = (id: string, part: Partial<Hit> = {}): Hit => ({
  id,
  message: { chatId: 7, messageId: 1, time: 1000, userName: 'ticket_fairy', text: 'cheap passes', highlights: [] },
  chatName: 'Main stage',
  ruleId: 'scam',
  ruleName: 'Fake ticket links',
  isShadow: false,
  ruleState: 'live',
  precision: null,
  reasons: [],
  alike: '',
  seenAt: 1_000_000,
  state: 'held',
  due: 1_060_000,
  leftMs: null,
  at: 1_000_000,
  by: '',
  note: '',
  ...part,
})
const marked = (id: string, part: Partial<Hit> = {}) => hit(id, { state: 'marked', due: null, ...part })
const entries = (held: Hit[], marks: Hit[] = [], split: string[] = []) => entriesOf({ held, marked: marks }, (key) => split.includes(key))
const idsIn = (list: readonly ReviewEntry[]) => list.map(({ hits }) => hits.map(({ id }) => id).join('+'))

const calm = { latest: () => undefined, now: 0, mayInsert: true, mayRemove: true }
const rows = (...open: ReviewEntry[]) => nextShown([], { ...calm, open })

test('nearly identical messages are one entry at the position of the first, held before marked, without decided ones', () => {
  const list = entries(
    [hit('a', { alike: 'x' }), hit('b'), hit('c', { alike: 'x' }), hit('d', { by: 'Tom' })],
    [marked('e', { alike: 'x' })],
  )
  expect(idsIn(list)).toEqual(['a+c', 'b', 'e'])
  expect(list.map(({ kind }) => kind)).toEqual(['held', 'held', 'marked'])
})

test('messages of other rules or chats are never one entry', () => {
  const other = { ...hit('c').message, chatId: 8 }
  expect(
    idsIn(entries([hit('a', { alike: 'x' }), hit('b', { alike: 'x', ruleId: 'other' }), hit('c', { alike: 'x', message: other })])),
  ).toEqual(['a', 'b', 'c'])
})

test('a split group is decided individually, in its position', () => {
  const hits = [hit('a', { alike: 'x' }), hit('b'), hit('c', { alike: 'x' })]
  expect(idsIn(entries(hits, [], [groupKeyOf(hits[0]!)]))).toEqual(['a', 'c', 'b'])
})

test('new entries wait while rows must not move, and are then inserted by rank', () => {
  const before = rows(...entries([hit('b')]))
  const open = entries([hit('a'), hit('b'), hit('c')])
  const waits = nextShown(before, { ...calm, open, mayInsert: false })
  expect([idsIn(waits), idsIn(waitingOf(waits, open))]).toEqual([['b'], ['a', 'c']])
  expect(idsIn(nextShown(waits, { ...calm, open }))).toEqual(['a', 'b', 'c'])
})

test('a decided entry keeps its row for two seconds, and longer while the pointer aims', () => {
  const before = rows(...entries([hit('a'), hit('b')], [marked('c'), marked('d')]))
  const open = entries([hit('a')], [marked('d')])
  const decided = [hit('b', { state: 'spared', by: 'Tom' }), marked('c', { state: 'kept', by: 'Tom' })]
  const latest = (id: string) => decided.find((one) => one.id === id)
  const settled = nextShown(before, { ...calm, open, latest, now: 5000 })
  expect(idsIn(settled)).toEqual(['a', 'b', 'c', 'd'])
  expect(settled.map(({ leavesAt }) => leavesAt)).toEqual([null, 7000, 7000, null])
  expect(nextShown(settled, { ...calm, open, latest, now: 6999 })).toBe(settled)
  expect(nextShown(settled, { ...calm, open, latest, now: 7000, mayRemove: false })).toBe(settled)
  expect(idsIn(nextShown(settled, { ...calm, open, latest, now: 7000 }))).toEqual(['a', 'd'])
})

test('new entries do not move a settled one', () => {
  const before = rows(...entries([hit('b'), hit('c')]))
  const latest = () => hit('b', { state: 'deleted', due: null })
  const open = entries([hit('a'), hit('c')], [marked('d')])
  expect(idsIn(nextShown(before, { ...calm, open, latest }))).toEqual(['b', 'a', 'c', 'd'])
})

test('an entry that is decided to be deleted stays until it is deleted', () => {
  const before = rows(...entries([hit('a')]))
  const deleting = nextShown(before, { ...calm, open: [], latest: () => hit('a', { by: 'Ana' }), now: 5000 })
  expect(deleting[0]?.leavesAt).toBeNull()
  const deleted = nextShown(deleting, { ...calm, open: [], latest: () => hit('a', { by: 'Ana', state: 'deleted' }), now: 9000 })
  expect(deleted[0]?.leavesAt).toBe(11_000)
})

test('an entry whose decision is undone is open again', () => {
  const open = entries([hit('a')])
  const settled = nextShown(rows(...open), { ...calm, open: [], latest: () => hit('a', { state: 'spared', by: 'Ana' }) })
  expect(settled[0]?.leavesAt).toBe(2000)
  expect(nextShown(settled, { ...calm, open, now: 1000 })[0]?.leavesAt).toBeNull()
})

test('the entries of a split group replace it, and a group that loses messages stays', () => {
  const hits = [hit('a', { alike: 'x' }), hit('b', { alike: 'x' })]
  const before = rows(...entries(hits))
  const open = entries(hits, [], [groupKeyOf(hits[0]!)])
  expect(idsIn(nextShown(before, { ...calm, open }))).toEqual(['a', 'b'])
  const fewer = nextShown(before, { ...calm, open: entries([hits[1]!]) })
  expect([idsIn(fewer), fewer[0]?.key]).toEqual([['b'], before[0]?.key])
})

test('after a decision the next open entry becomes current, or else the previous one', () => {
  const settled = { leavesAt: 1 }
  const list: ShownEntry[] = [
    { key: 'a', kind: 'held', hits: [hit('a')], leavesAt: null },
    { key: 'b', kind: 'held', hits: [hit('b')], leavesAt: null },
    { key: 'c', kind: 'held', hits: [hit('c', { state: 'spared', by: 'Tom' })], ...settled },
  ]
  expect(nextOpen(list, 'a')?.key).toBe('b')
  expect(nextOpen(list, 'b')?.key).toBe('a')
  expect(nextOpen(list.slice(2), 'c')).toBeUndefined()
  expect(nextOpen([...list, rowOf(testItem())], 'b')?.key).toBe('outside-7')
})

test('items that come wait while rows must not move, and those that are decided go as soon as rows may', () => {
  const [first, second, third] = ['7', '8', '9'].map((id) => rowOf(testItem({ id }))) as [ItemRow, ItemRow, ItemRow]
  const keys = (mayInsert: boolean, mayRemove: boolean) =>
    nextItems([first, second], [third, second], { mayInsert, mayRemove }).map(({ key }) => key)
  expect(keys(false, false)).toEqual(['outside-7', 'outside-8'])
  expect(keys(false, true)).toEqual(['outside-8'])
  expect(keys(true, true)).toEqual(['outside-9', 'outside-8'])
  const shown = [first]
  expect(nextItems(shown, [first], { mayInsert: true, mayRemove: true })).toBe(shown)
  // What is read again shows its new numbers.
  const [changed] = nextItems(shown, [rowOf(testItem({ count: 3 }))], { mayInsert: false, mayRemove: false })
  expect(changed?.item.count).toBe(3)
})

test.each<[Partial<InboxItem>, string, string]>([
  [{ count: 2, isSevere: true }, '2 outside changes', 'lets people in or removes protection'],
  [{ kind: 'change', title: 'Ending “Lockdown”', count: 2 }, 'Ending “Lockdown”', '2 chats need a decision'],
  [{ kind: 'hours' }, 'Opening hours ask', ''],
  [{ kind: 'hours', isMissed: true }, 'Opening hours were missed', ''],
  [{ kind: 'action', title: 'End the mode “Lockdown”', isMissed: true }, 'End the mode “Lockdown”', 'missed'],
])('an item is %j: %s, %s', (part, title, question) => {
  expect([titleOf(testItem(part)), questionOf(testItem(part))]).toEqual([title, question])
})

test.each<[Partial<Hit>, 'done' | 'already' | 'tooLate' | undefined, string | RegExp]>([
  [{ state: 'spared', by: 'Tom' }, undefined, 'Kept by Tom'],
  [{ state: 'spared', by: 'Ines' }, 'done', 'Kept'],
  [{ state: 'kept', by: 'Tom' }, 'already', 'Kept by Tom'],
  [{ state: 'held', by: 'Tom' }, undefined, 'Will be deleted by Tom'],
  [{ state: 'deleting' }, 'tooLate', 'Too late: it is being deleted'],
  [{ state: 'deleted' }, 'tooLate', /^Too late: deleted at \d\d:\d\d:\d\d$/],
  [{ state: 'deleted', by: 'Tom' }, undefined, /^Deleted by Tom at \d\d/],
  [{ state: 'refused', note: 'No such message' }, undefined, 'The service refused to delete it: No such message'],
  [{ state: 'dropped' }, undefined, 'Not deleted: the rule was stopped'],
  [{}, undefined, 'No longer waiting'],
])('%j, decided here as %s: %s', (part, outcome, words) => {
  const own = new Map(outcome ? [['a', outcome]] : [])
  if (typeof words === 'string') expect(verdictOf([hit('a', part)], own)).toBe(words)
  else expect(verdictOf([hit('a', part)], own)).toMatch(words)
})

test('messages of one entry that ended differently are counted', () => {
  const hits = [hit('a', { state: 'spared', by: 'Tom' }), hit('b', { state: 'spared', by: 'Tom' }), hit('c', { state: 'gone' })]
  expect(verdictOf(hits, new Map())).toBe('2: Kept by Tom · 1: It no longer existed')
})

test('what affects most comes first, also where its messages are decided one by one; rows that must not move keep their places', () => {
  const wave = [marked('a', { alike: 'x' }), marked('b'), marked('c', { alike: 'x' }), marked('d', { alike: 'x' })]
  const list = [rowOf(testItem({ id: '7', count: 2 })), rowOf(testItem({ id: '8', count: 1 })), ...rows(...entries([], wave))]
  const keysOf = (ordered: readonly { key: string }[]) => ordered.map(({ key }) => key)
  const first = mostAffectedFirst(list, null)
  expect(keysOf(first)).toEqual([groupKeyOf(wave[0]!), 'outside-7', 'outside-8', 'b'])
  const oneByOne = [...list.slice(0, 2), ...rows(...entries([], wave, [groupKeyOf(wave[0]!)]))]
  expect(keysOf(mostAffectedFirst(oneByOne, null))).toEqual(['a', 'c', 'd', 'outside-7', 'outside-8', 'b'])
  const order = keysOf(first).toReversed()
  expect(keysOf(mostAffectedFirst(list, order))).toEqual(order)
})
