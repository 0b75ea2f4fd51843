import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import type { HoursState } from '#engine/hours/openings.ts'
import { hoursSettings } from '#contract/gateway/hours.ts'
import { compare, heldAfter } from './hours-task.ts'
import { type HoursMemory, type HoursValues, noMemory } from './plan-hours.ts'

const open: HoursState = { kind: 'open' }
const closed = (message = 'Closed'): HoursState => ({ kind: 'closed', message, showForm: false })
const online: HoursValues = { offline: false, offlineMessage: 'Own', offlineShowForm: true }
const shut: HoursValues = { offline: true, offlineMessage: 'Closed', offlineShowForm: false }
const memory = (part: Partial<HoursMemory>): HoursMemory => ({ ...noMemory, ...part })

it.each<[string, HoursState, HoursValues, Partial<HoursMemory>, object, string[]]>([
  ['closes', closed(), online, {}, shut, []],
  ['closes what it left open', closed(), online, { held: online }, shut, []],
  [
    'opens, and puts back the own message',
    open,
    shut,
    { held: shut, before: { offlineMessage: 'Own', offlineShowForm: true } },
    online,
    [],
  ],
  ['leaves open what is open', open, online, { held: online }, {}, []],
  ['opens nothing that someone took offline', open, { ...online, offline: true }, { held: online }, {}, ['offline']],
  ['takes no part in what someone took offline', closed(), { ...online, offline: true }, { held: online }, {}, ['offline']],
  ['opens it once someone says so', open, { ...online, offline: true }, { held: online, follows: true }, { offline: false }, []],
  ['accepts that someone opened it, when it is to open', open, { ...shut, offline: false }, { held: shut }, {}, []],
  ['does not close again what someone opened', closed('Later'), { ...shut, offline: false }, { held: shut }, {}, ['offline']],
  [
    'closes with the message that someone wrote meanwhile',
    closed(),
    { ...online, offlineMessage: 'Theirs' },
    { held: online },
    { offline: true, offlineShowForm: false },
    ['offlineMessage'],
  ],
  [
    'opens, and keeps the message that someone wrote meanwhile',
    open,
    { ...shut, offlineMessage: 'Theirs' },
    { held: shut, before: { offlineMessage: 'Own', offlineShowForm: true } },
    { offline: false, offlineShowForm: true },
    [],
  ],
  ['knows its own write that nobody saw end', closed(), shut, { held: online, attempt: shut }, {}, []],
])('%s', (_, state, fresh, remembered, changes, disputed) => {
  const plan = compare(state, fresh, memory(remembered))
  expect(plan.changes).toEqual(changes)
  expect(plan.disputed.map(({ setting }) => setting)).toEqual(disputed)
})

test('whatever people change meanwhile stays until someone decides, and everything else is as it was before', () => {
  const state = fc.constantFrom<HoursState>(open, open, closed(), closed(), closed('Later'))
  const foreign = fc.record(
    { offline: fc.boolean(), offlineMessage: fc.constantFrom('Own', 'Closed', 'Theirs'), offlineShowForm: fc.boolean() },
    { requiredKeys: [] },
  )
  const step = fc.oneof({ weight: 3, arbitrary: state }, { weight: 1, arbitrary: foreign })
  let disputes = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let chat = { ...online }
      let remembered: HoursMemory = noMemory
      /** What a person changed since opening hours acted last. */
      const touched = new Set<keyof HoursValues>()
      let touchedEver = false
      for (const one of steps) {
        if (!('kind' in one)) {
          for (const name of hoursSettings) if (one[name] !== undefined && one[name] !== chat[name]) touched.add(name)
          touchedEver ||= touched.size > 0
          chat = Object.assign({}, chat, one)
          continue
        }
        const plan = compare(one, chat, remembered)
        for (const name of hoursSettings)
          if (touched.has(name) && remembered.held && chat[name] !== remembered.held[name]) expect(plan.changes).not.toHaveProperty(name)
        chat = Object.assign({}, chat, plan.changes)
        disputes += plan.disputed.length
        remembered = { ...noMemory, held: heldAfter(chat, plan, remembered), before: plan.before }
        if (plan.disputed.length === 0) touched.clear()
        if (!touchedEver) expect(chat).toEqual(one.kind === 'open' ? online : { ...shut, offlineMessage: one.message })
      }
    }),
    { numRuns: 2000 },
  )
  expect(disputes).toBeGreaterThan(100)
})
