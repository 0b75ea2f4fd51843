import { expect, test } from 'vitest'
import type { QuietHours } from '#contract/workspace/my-notifications.ts'
import { quietFields, quietResolver, type QuietFields } from './quiet-fields.ts'

const quiet: QuietHours = { isOn: true, zone: 'Europe/Lisbon', from: 23 * 60, to: 7 * 60, days: [4, 5] }

const resolve = async (fields: QuietFields) => quietResolver(fields, undefined, { fields: {}, shouldUseNativeValidation: false })

test.each([
  [quiet, 'some'],
  [{ ...quiet, days: [6, 5, 4, 3, 2, 1, 0] }, 'every'],
  [{ ...quiet, days: [0, 1, 2, 3, 4] }, 'week'],
  [{ ...quiet, days: [5, 6] }, 'weekend'],
] as const)('%j survives conversion to fields and back', async (stored, choice) => {
  const hours = { ...stored, days: [...stored.days] }
  const fields = quietFields(hours)
  expect(fields.choice).toBe(choice)
  expect(await resolve(fields)).toEqual({ values: { ...hours, days: hours.days.toSorted((one, other) => one - other) }, errors: {} })
})

test('24:00 is midnight', async () => {
  expect(await resolve({ ...quietFields(quiet), to: '24' })).toMatchObject({ values: { to: 0 } })
})

test('invalid times, zones and days are errors of their fields', async () => {
  const wrong: QuietFields = { ...quietFields(quiet), from: '25:00', to: 'late', zone: 'Atlantis', days: [] }
  expect(Object.keys((await resolve(wrong)).errors)).toEqual(['from', 'to', 'zone'])
  expect(Object.keys((await resolve({ ...quietFields(quiet), days: [] })).errors)).toEqual(['days'])
})
