import fc from 'fast-check'
import { expect, test } from 'vitest'
import { banOutcomes } from '#contract/gateway/jobs.ts'
import { inJobs, leftOf, planIn, planOfLeft, storedPlan, type ChatPlan, type Unfinished } from './plan.ts'
import { only } from './range.ts'
import { ban, unban, type BanStep } from './steps.ts'

const address = fc.nat(0xff_ff_ff_ff)
const anyRange = fc.tuple(address, address).map(([one, other]) => ({ first: Math.min(one, other), last: Math.max(one, other) }))
const anyRanges = fc.array(anyRange, { maxLength: 20 })
const anyPlan: fc.Arbitrary<ChatPlan> = fc
  .record({ bans: anyRanges, unbans: anyRanges, mayUnban: anyRanges, rollsBack: fc.boolean(), wideOnce: fc.boolean() })
  .map(({ bans, unbans, ...rest }) => ({ chatId: 1, chatName: 'Hall', steps: [...bans.map(ban), ...unbans.map(unban)], ...rest }))

test('a plan comes back from where it is kept as it was', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      expect(planIn(storedPlan(plan))).toEqual(plan)
    }),
  )
})

test('what is left comes back with its outcomes and reasons, each with its steps', () => {
  const anyUnfinished: fc.Arbitrary<Unfinished> = fc.record({
    step: fc.tuple(fc.constantFrom(ban, unban), anyRange).map(([of, range]) => of(range)),
    outcome: fc.constantFrom(...banOutcomes),
    reason: fc.constantFrom('', 'The list is full.', 'No.'),
  })
  const sorted = (unfinished: readonly Unfinished[]) => unfinished.map((one) => JSON.stringify(one)).toSorted()
  fc.assert(
    fc.property(fc.array(anyUnfinished), anyRanges, (unfinished, mayUnban) => {
      const kept = leftOf({ chatId: 1, chatName: 'Hall', done: 0, unfinished, rolledBack: null }, { mayUnban })
      const back = planOfLeft(kept)
      expect(sorted(back.unfinished)).toEqual(sorted(unfinished))
      expect(back.plan).toEqual({ chatId: 1, chatName: 'Hall', steps: back.unfinished.map(({ step }) => step), mayUnban })
    }),
  )
})

test('a service that says something else, and much, of each step is not kept word by word', () => {
  const unfinished = Array.from({ length: 5000 }, (_, at) => ({
    step: ban(only(at)),
    outcome: 'refused' as const,
    reason: `${at} ${'x'.repeat(1000)}`,
  }))
  const kept = leftOf({ chatId: 1, chatName: 'Hall', done: 0, unfinished, rolledBack: null }, { mayUnban: [] })
  expect(JSON.stringify(kept).length).toBeLessThan(30_000)
  const back = planOfLeft(kept).unfinished
  expect([back.length, new Set(back.map(({ reason }) => reason)).size]).toEqual([5000, 21])
})

test('more steps than one job may have are several jobs, in order; what is rolled back as a whole stays whole', () => {
  const max = { steps: 10, chats: 3 }
  fc.assert(
    fc.property(fc.array(anyPlan, { maxLength: 12 }), (plans) => {
      const jobs = inJobs(plans, max)
      const stepsIn = (some: readonly ChatPlan[]) => some.flatMap(({ steps }) => steps)
      expect(jobs.flatMap(stepsIn)).toEqual(stepsIn(plans))
      for (const job of jobs) {
        const isWhole = job.length === 1 && job[0]!.rollsBack
        expect(stepsIn(job).length > 0 && job.length <= max.chats && (stepsIn(job).length <= max.steps || isWhole)).toBe(true)
      }
      const whole = ({ rollsBack, steps }: ChatPlan): BanStep[][] => (rollsBack && steps.length > 0 ? [steps] : [])
      expect(jobs.flat().flatMap(whole)).toEqual(plans.flatMap(whole))
    }),
  )
})
