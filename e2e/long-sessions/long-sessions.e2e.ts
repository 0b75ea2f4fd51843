import { expect, test } from '@playwright/test'
import { broken, type Known } from '../support/long-sessions/invariants.ts'
import { testSession } from '../support/long-sessions/session-test.ts'
import { shrink } from '../support/long-sessions/shrink.ts'
import { nothingSeen } from '../support/long-sessions/tabs.ts'

/** Random sequences of actions over all pages, on each of three services in turn. `npm run proof -- R32` takes 200 of them. */

for (let seed = 1; seed <= 8; seed++) testSession(seed)
for (const seed of [1, 2, 3]) testSession(seed, 'moderation')

/** A page on which every invariant holds. */
const calm: Known = {
  before: { ...nothingSeen, path: '/chats', selected: ['Select Lobby'] },
  after: { ...nothingSeen, path: '/chats', selected: ['Select Lobby'], focus: 'button Take offline' },
  navigated: false,
  overlaid: true,
  closed: true,
  isGentle: false,
  isDisturbed: false,
  edits: { bar: 0 },
  unasked: [],
  untrue: [],
  unchosen: [],
  isAfterKey: true,
  pointed: null,
  troubles: [],
}
const jump = { value: 0.03, isAfterInput: false, moved: 'div' }

test('every invariant of the sessions can fail', () => {
  const after = (seen: Partial<Known['after']>): Partial<Known> => ({ after: { ...calm.after, ...seen } })
  const found = (change: Partial<Known>) => broken({ ...calm, ...change }).map((words) => words.split(':')[0])
  expect(found({})).toEqual([])
  for (const [kind, change] of [
    ['edits', { edits: { bar: 1 } }],
    ['screen', { untrue: ['upload: the screen says true, the service false'] }],
    ['sent without being asked for', { unasked: ['PUT /bff/api/chats/7'] }],
    ['keys', after({ selected: [] })],
    ['focus', after({ focus: 'body' })],
    ['overlay', after({ overlays: ['dialog Delete Lobby?'] })],
    ['width', after({ tooWide: 1 })],
    ['shift', after({ shifts: [jump] })],
    ['shift', { isGentle: true, ...after({ shifts: [{ ...jump, isAfterInput: true }] }) }],
    ['surprise', { unchosen: ['surprise: message 1 7 is gone, which nobody chose'] }],
    ['text field', after({ isTyping: true, focus: 'input Search' })],
    [
      'pointer',
      { pointed: { came: { x: 1, y: 1, what: 'Keep', deletes: false }, is: { x: 1, y: 1, what: 'Delete message 7', deletes: true } } },
    ],
    ['browser', { troubles: ['console.error: no'] }],
  ] as const)
    expect(found(change)).toEqual([kind])
  // Shifts that are allowed.
  expect(found({ navigated: true, ...after({ shifts: [jump] }) })).toEqual([])
  expect(found(after({ shifts: [{ ...jump, isAfterInput: true }] }))).toEqual([])
})

test('a failing sequence is reduced to the actions that make it fail', async () => {
  const steps = Array.from({ length: 60 }, (_, index) => index)
  let tries = 0
  const fails = async (part: readonly number[]) => {
    tries++
    return [7, 31, 59].every((step) => part.includes(step))
  }
  expect(await shrink(steps, fails, Date.now() + 60_000)).toEqual([7, 31, 59])
  expect(tries).toBeLessThan(60)
  expect(await shrink(steps, fails, Date.now() - 1)).toEqual(steps)
})
