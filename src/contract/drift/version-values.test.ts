import { expect, test } from 'vitest'
import { defaults } from '../settings-derive.ts'
import { valuesAt, type KnownChange } from './version-values.ts'

const change = (at: number, name: string, before: boolean | string, after: boolean | string): KnownChange => ({
  at,
  changes: [{ name, before, after }],
})

const first = { at: 100, values: { ...defaults, upload: true } }

test('from the newest snapshot, the changes since are made, and no later ones', () => {
  const changes = [change(50, 'upload', false, true), change(150, 'upload', true, false), change(250, 'allowLinks', true, false)]
  expect(valuesAt(200, changes, [first])).toEqual({ ...defaults, upload: false })
  expect(valuesAt(300, changes, [first])).toEqual({ ...defaults, upload: false, allowLinks: false })
  const second = { at: 220, values: { ...defaults, upload: true, name: 'Seen later' } }
  expect(valuesAt(300, changes, [first, second])).toEqual({ ...second.values, allowLinks: false })
})

test('before the first snapshot, changes are taken back, newest first', () => {
  const changes = [change(10, 'name', 'A', 'B'), change(50, 'name', 'B', 'C'), change(150, 'name', 'C', 'D')]
  const snapshots = [{ at: 100, values: { ...defaults, name: 'C' } }]
  expect(valuesAt(10, changes, snapshots)['name']).toBe('B')
  expect(valuesAt(5, changes, snapshots)['name']).toBe('A')
})

test('without any snapshot, what did not change since is left out', () => {
  const changes = [change(10, 'name', 'A', 'B'), change(50, 'upload', true, false)]
  expect(valuesAt(10, changes, [])).toEqual({ upload: true })
  expect(valuesAt(50, changes, [])).toEqual({})
})

test('what is no setting is left out', () => {
  expect(valuesAt(5, [change(10, 'send', true, false)], [])).toEqual({})
})
