import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'

test('work that fails after its answer is logged with the error', async () => {
  const error = vi.fn<(of: object, message: string) => void>()
  const failing = new EventEmitter()
  const work = once(failing, 'done').then(() => undefined)
  await inTime(work, 0, { error })
  const late = new Error('the database does not answer')
  failing.emit('error', late)
  await expect.poll(() => error.mock.calls).toEqual([[{ err: late, event: 'preset' }, 'a preset could not be carried out']])
})

test('work that fails before its answer is not logged: the answer says it', async () => {
  const error = vi.fn<(of: object, message: string) => void>()
  await expect(inTime(Promise.reject(new Error('no')), 60_000, { error })).rejects.toThrow('no')
  expect(error).not.toHaveBeenCalled()
})
