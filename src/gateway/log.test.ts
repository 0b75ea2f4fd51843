import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

let written: Record<string, unknown>[]
let lines: string[]
let log: ReturnType<typeof createLog>
beforeEach(() => {
  vi.useFakeTimers()
  written = []
  lines = []
  log = createLog('info', {
    write: (line: string) => {
      lines.push(line)
      written.push(JSON.parse(line) as Record<string, unknown>)
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const failed = (code: string, message = code) => Object.assign(new Error(message), { code })

test('a failure that comes again is logged once, and then counted every minute', () => {
  for (let request = 0; request < 1000; request++) log.error({ err: failed('SQLITE_FULL'), event: 'worker' }, 'planned actions do not run')
  expect(written).toMatchObject([
    { event: 'worker', err: { code: 'SQLITE_FULL', stack: expect.any(String) }, msg: 'planned actions do not run' },
  ])
  vi.advanceTimersByTime(60_000)
  expect(written.slice(1)).toMatchObject([{ level: 50, event: 'worker', reason: 'SQLITE_FULL', repeats: 999 }])
  expect(written[1]).not.toHaveProperty('err')
  log.error({ err: failed('SQLITE_FULL'), event: 'worker' }, 'planned actions do not run')
  vi.advanceTimersByTime(60_000)
  expect(written.slice(2)).toMatchObject([{ repeats: 1, msg: 'planned actions do not run: 1 more in the last minute' }])
})

test('after a minute without it, a failure is logged as a whole again', () => {
  log.error({ err: failed('ECONNREFUSED') }, 'unexpected error')
  vi.advanceTimersByTime(60_000)
  log.error({ err: failed('ECONNREFUSED') }, 'unexpected error')
  expect(written).toHaveLength(2)
  expect(written[1]).toMatchObject({ err: { code: 'ECONNREFUSED' } })
})

test('other failures, and lines that are no failures, are all logged', () => {
  log.error({ err: failed('SQLITE_FULL') }, 'unexpected error')
  log.error({ err: failed('SQLITE_BUSY') }, 'unexpected error')
  log.error({ err: new Error('x is undefined') }, 'unexpected error')
  log.error({ err: new Error('y is undefined') }, 'unexpected error')
  log.error({ err: new Error('y is undefined') }, 'an action failed')
  for (let times = 0; times < 3; times++) log.info({ event: 'refusal' }, 'no')
  expect(written).toHaveLength(8)
})

test('the references that answers name are in the log, also of repeats', () => {
  for (const reference of ['a', 'b', 'c']) log.error({ err: new Error('x is undefined'), reference }, 'unexpected error')
  vi.advanceTimersByTime(60_000)
  expect(written).toMatchObject([{ reference: 'a' }, { repeats: 2, references: ['b', 'c'] }])
})

test('what terminals obey is escaped in the log, and is read back as it was', () => {
  const name = 'Kim\r\n\u001b[2J\u009b2J\u007f\u2028\u202ebob\u2066\u200f'
  log.warn({ chat: name, [name]: 1, err: new Error(name) }, name)
  expect(lines.join('')).toMatch(/^[^\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+\n$/u)
  expect(written).toMatchObject([{ chat: name, [name]: 1, msg: name, err: { message: name } }])
})
