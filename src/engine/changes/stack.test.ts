import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endingOf, withoutLayer, type Layer } from './stack.ts'

/** One setting of one chat, on which presets are turned on and ended, as the gateway does it. */
function oneSetting(first: string) {
  let now = first
  let layers: Layer[] = []
  return {
    now: () => now,
    layers: () => layers,
    change: (value: string) => {
      now = value
    },
    turnOn: (onId: string, value: string) => {
      layers = [...layers, { onId, before: now, after: value }]
      now = value
    },
    /** @param decision what a person answers where asked; null: nobody answers, so it stays to be decided */
    end: (onId: string, decision: 'keep' | 'back' | null = null) => {
      const ending = endingOf(layers, onId, now)
      if (ending.kind === 'decide' && decision === null) return ending
      const isBack = ending.kind === 'back' || (ending.kind === 'decide' && decision === 'back' && ending.over === null)
      if (isBack) now = String(ending.value)
      layers = withoutLayer(layers, onId, ending.kind === 'under' || (ending.kind === 'decide' && decision === 'back'))
      return ending
    },
  }
}

const values = fc.constantFrom('a', 'b', 'c')
const ids = ['1', '2', '3', '4']
const presets = fc.array(values, { minLength: 1, maxLength: ids.length })

test('presets that lie on one another end in any order, and the chat holds what the highest that is left has set', () => {
  fc.assert(
    fc.property(values, presets, fc.shuffledSubarray(ids, { minLength: ids.length }), (first, set, order) => {
      const chat = oneSetting(first)
      for (const [index, value] of set.entries()) chat.turnOn(ids[index]!, value)
      const left = set.map((value, index) => ({ id: ids[index]!, value }))
      for (const id of order.filter((one) => left.some((other) => other.id === one))) {
        expect(chat.end(id).kind).not.toBe('decide')
        left.splice(
          left.findIndex((one) => one.id === id),
          1,
        )
        expect(chat.now()).toBe(left.at(-1)?.value ?? first)
      }
      expect(chat.layers()).toEqual([])
    }),
  )
})

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('turnOn' as const), id: fc.constantFrom(...ids), value: values }),
    fc.record({ kind: fc.constant('end' as const), id: fc.constantFrom(...ids), decision: fc.constantFrom('keep', 'back', null) }),
    fc.record({ kind: fc.constant('change' as const) }),
  ),
  { maxLength: 14 },
)

test('a value that somebody set is never overwritten by the end of a preset unless a person said so', () => {
  fc.assert(
    fc.property(values, steps, (first, all) => {
      const chat = oneSetting(first)
      // Every value that somebody sets is a new one, so that it is known whose value the chat holds.
      let foreign: string | null = null
      for (const [index, step] of all.entries()) {
        const isOn = step.kind !== 'change' && chat.layers().some(({ onId }) => onId === step.id)
        const before = chat.now()
        if (step.kind === 'change') {
          foreign = `somebody’s ${index}`
          chat.change(foreign)
        } else if (step.kind === 'turnOn' && !isOn) {
          chat.turnOn(step.id, step.value)
          foreign = null
        } else if (step.kind === 'end') {
          const ending = chat.end(step.id, step.decision)
          if (foreign !== null && chat.now() !== foreign) {
            expect([ending.kind, step.decision]).toEqual(['decide', 'back'])
            foreign = null
          }
          // Only a value that is put back changes the chat.
          if (ending.kind === 'already' || ending.kind === 'under') expect(chat.now()).toBe(before)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('a value that was changed under another preset is asked about too', () => {
  const chat = oneSetting('on')
  chat.turnOn('lockdown', 'off')
  chat.change('admins only')
  chat.turnOn('event', 'off')
  expect(chat.end('lockdown')).toEqual({ kind: 'decide', seen: 'admins only', value: 'on', over: 'event' })
  expect(chat.end('lockdown', 'back')).toMatchObject({ kind: 'decide' })
  expect(chat.now()).toBe('off')
  expect(chat.end('event')).toEqual({ kind: 'back', value: 'on' })
  expect(chat.now()).toBe('on')
})

test('a preset that found its own value leaves alone what somebody sets later', () => {
  const chat = oneSetting('off')
  chat.turnOn('lockdown', 'off')
  chat.change('on')
  expect(chat.end('lockdown')).toEqual({ kind: 'already' })
  expect(chat.now()).toBe('on')
})
