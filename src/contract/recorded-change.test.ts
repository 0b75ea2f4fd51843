import { expect, test } from 'vitest'
import { recordedChange } from './recorded-change.ts'

test.each([
  [[4, 5], '4, 5'],
  [{ toString: 1 }, ''],
  [null, ''],
  ['text', 'text'],
])('the subject of a request that was not checked yet: %j', (body, subject) => {
  expect(recordedChange('messageDeleteSome', { params: { chatId: 7 }, body }, undefined).subject).toBe(subject)
})
