import { expect, test } from 'vitest'
import { combine, withChanges, type KnownChange } from './version-values.ts'

const changes: KnownChange[] = [
  { name: 'name', before: 'A', after: 'B' },
  { name: 'upload', before: true, after: false },
  // What was there before was not known.
  { name: 'upload', after: true },
  { name: 'name', before: 'B', after: 'C' },
  { name: 'send', before: true, after: false },
]
const seen = { name: 'Seen', upload: true, anonymous: false }

test('from a version on, changes are made; the last of each setting counts, and what is no setting is left out', () => {
  const sum = new Map<string, KnownChange>()
  combine(sum, changes.slice(0, 2))
  expect(withChanges(seen, sum.values(), 'after')).toEqual({ name: 'B', upload: false, anonymous: false })
  combine(sum, changes.slice(2))
  expect(withChanges(seen, sum.values(), 'after')).toEqual({ name: 'C', upload: true, anonymous: false })
})

test('back from a version, changes are taken back; the first of each setting counts, and what did not change is left out', () => {
  const sum = new Map<string, KnownChange>()
  combine(sum, changes)
  expect(withChanges(seen, sum.values(), 'before')).toEqual({ name: 'A', upload: true, anonymous: false })
  expect(withChanges({}, sum.values(), 'before')).toEqual({ name: 'A', upload: true })
})
