import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseView, viewText } from './page-view.ts'

const size = fc.integer({ min: 200, max: 10_000 })

test('what a page keeps is what the gateway reads', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5')
  const view = fc.record({ width: size, height: size, zone, folded: fc.boolean() }, { requiredKeys: ['width', 'height', 'zone'] })
  fc.assert(
    fc.property(view, (one) => {
      expect(parseView(viewText(one))).toEqual(one)
    }),
  )
})

test.each([
  undefined,
  '',
  '1280.800',
  '1280.800.',
  '1280.800.Europe/Lisbon; rm',
  '1280.800.../../etc',
  '0.800.UTC',
  '1e9.800.UTC',
  'x.y.z',
  '1280.5.UTC',
])('%j is no view', (text) => expect(parseView(text)).toBeNull())
