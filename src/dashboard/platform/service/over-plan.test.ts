import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Plan } from '#contract/account.ts'
import { overPlan } from './over-plan.ts'

const plan = (part: Partial<Plan> = {}): Plan => ({
  rooms: 10,
  admins: 3,
  users: 100,
  keywords: 5,
  usedRooms: 0,
  usedAdmins: 0,
  usedKeywords: 0,
  exceed: false,
  ...part,
})

test.each<[string, Partial<Plan>]>([
  ['an empty plan', {}],
  ['a full one', { usedRooms: 10, usedAdmins: 3, usedKeywords: 5 }],
  ['one without stated maxima', { rooms: null, admins: null, keywords: null, users: null, usedRooms: 999 }],
  ['one without stated use', { usedRooms: null, usedAdmins: null, usedKeywords: null, rooms: 0 }],
  ['one with a use below nothing', { usedRooms: -5, usedAdmins: -1 }],
])('%s is within the limits', (_, part) => {
  expect(overPlan(plan(part))).toBeNull()
})

test.each<[Partial<Plan>, string, string]>([
  [{ usedRooms: 11 }, '1 chat', '11 of 10 chats are in use.'],
  [{ usedRooms: 1012, rooms: 1 }, '1,011 chats', '1,012 of 1 chat are in use.'],
  [{ usedAdmins: 5, usedKeywords: 6 }, '2 admins and 1 keyword', '5 of 3 admins and 6 of 5 keywords are in use.'],
  [{ usedRooms: 2, rooms: 0, usedAdmins: 9, admins: null, exceed: true }, '2 chats', '2 of 0 chats are in use.'],
])('%j', (part, what, detail) => {
  const remedy = `Remove ${what}, or ask the service for a larger plan.`
  expect(overPlan(plan(part))).toEqual({ title: `${what} over the plan.`, detail, remedy })
})

test('when only the service reports an overrun, no numbers are invented', () => {
  expect(overPlan(plan({ exceed: true }))).toEqual({
    title: 'The account is over its plan.',
    detail: 'The service says so, without saying by what.',
    remedy: 'Ask the service what to remove, or for a larger plan.',
  })
})

test('a plan is exceeded exactly when a usage is above its limit or the service says so', () => {
  const amount = fc.option(fc.integer({ min: 0, max: 50 }))
  const numbers = fc.record({
    rooms: amount,
    admins: amount,
    users: amount,
    keywords: amount,
    usedRooms: amount,
    usedAdmins: amount,
    usedKeywords: amount,
    exceed: fc.boolean(),
  })
  fc.assert(
    fc.property(numbers, (any) => {
      const above = (used: number | null, limit: number | null) => used !== null && limit !== null && used > limit
      const isOver =
        above(any.usedRooms, any.rooms) || above(any.usedAdmins, any.admins) || above(any.usedKeywords, any.keywords) || any.exceed
      const words = overPlan(Plan.parse(any))
      expect(words !== null).toBe(isOver)
      if (words) expect(words.title + words.detail).not.toMatch(/null|NaN|undefined|-\d/)
    }),
  )
})
