import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SettingValue } from '#contract/settings-derive.ts'
import { endingOf, resumingOf, type Ending, type Layer } from './stack.ts'

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
      const [first, seen] = [endingOf(layers, onId), questionIn(endingOf(layers, onId), now)]
      if (seen !== null && decision === null) return { ...first, isAsked: true }
      const ending = seen === null ? first : endingOf(layers, onId, seen)
      const isKept = seen !== null && decision === 'keep'
      if (ending.kind === 'back' && !isKept && now === ending.base) now = String(ending.value)
      const over = ending.kind === 'under' && !isKept ? ending : null
      layers = layers
        .filter((layer) => layer.onId !== onId)
        .map((layer) => (over && layer.onId === over.over ? { ...layer, before: over.value } : layer))
      return { ...first, isAsked: seen !== null }
    },
  }
}

/** What somebody set meanwhile; null: nobody did. As the three-way save asks, where no other preset lies over it. */
function questionIn(ending: Ending, now: string): SettingValue | null {
  if (ending.kind === 'decide') return ending.seen
  return ending.kind === 'back' && now !== ending.base && now !== ending.value ? now : null
}

const values = fc.constantFrom('a', 'b', 'c')
const ids = ['1', '2', '3', '4']
const presets = fc.array(values, { minLength: 1, maxLength: ids.length })

test('modes that lie on one another end in any order, and the chat holds what the highest that is left has set', () => {
  fc.assert(
    fc.property(values, presets, fc.shuffledSubarray(ids, { minLength: ids.length }), (first, set, order) => {
      const chat = oneSetting(first)
      for (const [index, value] of set.entries()) chat.turnOn(ids[index]!, value)
      const left = set.map((value, index) => ({ id: ids[index]!, value }))
      for (const id of order.filter((one) => left.some((other) => other.id === one))) {
        expect(chat.end(id).isAsked).toBe(false)
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

test('a value that someone set is never overwritten by the end of a mode unless a person said so', () => {
  fc.assert(
    fc.property(values, steps, (first, all) => {
      const chat = oneSetting(first)
      // Every value that somebody sets is a new one, so that it is known whose value the chat holds.
      let foreign: string | null = null
      for (const [index, step] of all.entries()) {
        const isOn = step.kind !== 'change' && chat.layers().some(({ onId }) => onId === step.id)
        const before = chat.now()
        if (step.kind === 'change') {
          foreign = `someone’s ${index}`
          chat.change(foreign)
        } else if (step.kind === 'turnOn' && !isOn) {
          chat.turnOn(step.id, step.value)
          foreign = null
        } else if (step.kind === 'end') {
          const ending = chat.end(step.id, step.decision)
          if (foreign !== null && chat.now() !== foreign) {
            expect([ending.isAsked, step.decision]).toEqual([true, 'back'])
            foreign = null
          }
          // Only a value that is put back changes the chat.
          if (ending.kind === 'none' || ending.kind === 'under') expect(chat.now()).toBe(before)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('a value that was changed under another mode is asked about too', () => {
  const chat = oneSetting('on')
  chat.turnOn('lockdown', 'off')
  chat.change('admins only')
  chat.turnOn('event', 'off')
  expect(chat.end('lockdown')).toMatchObject({ kind: 'decide', set: 'off', seen: 'admins only', value: 'on', isAsked: true })
  expect(chat.end('lockdown', 'back')).toMatchObject({ isAsked: true })
  expect(chat.now()).toBe('off')
  expect(chat.end('event')).toMatchObject({ kind: 'back', base: 'off', value: 'on', isAsked: false })
  expect(chat.now()).toBe('on')
})

test('a mode that found its own value leaves alone what someone sets later', () => {
  const chat = oneSetting('off')
  chat.turnOn('lockdown', 'off')
  chat.change('on')
  expect(chat.end('lockdown')).toMatchObject({ kind: 'none', isAsked: false })
  expect(chat.now()).toBe('on')
})

test('turning a mode on again, under another one, hands its value to that one unless someone changed it since', () => {
  const layers: Layer[] = [
    { onId: 'lower', before: 'on', after: 'off' },
    { onId: 'upper', before: 'on', after: 'admins' },
  ]
  expect(resumingOf(layers, 'lower')).toEqual({ onId: 'upper', isRelinked: true, before: 'off' })
  expect(resumingOf([layers[0]!, { ...layers[1]!, before: 'by hand' }], 'lower')).toMatchObject({ isRelinked: false })
  expect(resumingOf(layers, 'upper')).toBeNull()
})
