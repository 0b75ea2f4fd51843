// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Failure, withoutEffect, type FailureKind } from '#contract/client.ts'
import { errorMessage, isOutcomeUnknown } from './error-messages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Whether a change may have happened, by kind. A new kind does not compile until it stands here. */
const kinds: Record<FailureKind, boolean> = {
  unreachable: true,
  'timed-out': true,
  'not-this-api': true,
  'too-large': true,
  'server-error': true,
  'signed-out': false,
  'too-many-requests': false,
  refused: false,
}
// The keys are those of the record above.
const names = Object.keys(kinds) as FailureKind[]

describe.each(names)('%s', (kind) => {
  test('has a cause and an advice that is whole sentences', () => {
    const { cause, advice } = errorMessage(new Failure(kind))
    expect(cause).toMatch(/^[A-Z].*[^.]$/)
    expect(advice).toMatch(/^[A-Z].*[^.][.?]$/)
    expect(cause + advice).not.toMatch(/undefined|null|NaN/)
  })

  test('tells whether the change may have happened', () => {
    expect(isOutcomeUnknown(new Failure(kind))).toBe(kinds[kind])
  })
})

test('no two causes share their words', () => {
  expect(new Set(names.map((kind) => errorMessage(new Failure(kind)).cause)).size).toBe(names.length)
})

test.each(['signed-out', 'not-this-api', 'refused', 'server-error'] as const)(
  '%s quotes the message of the service, with one full stop, and the gateway not at all',
  (kind) => {
    for (const serviceMessage of ['The plan is full', 'The plan is full.'])
      expect(errorMessage(new Failure(kind, { serviceMessage })).advice).toMatch(/^The service answered “The plan is full”\.(?! [^C])/)
    expect(errorMessage(new Failure(kind, { reason: 'It redirects.' })).advice).toMatch(/^It redirects\./)
  },
)

test.each(names)('%s: a look that showed no effect is reported, and nothing is left to check', (kind) => {
  const { advice } = errorMessage(withoutEffect(new Failure(kind)))
  expect(advice).toMatch(/shows no change/)
  expect(advice).not.toMatch(/Check/)
})

test('a web page in place of an answer asks for a reload, also where nothing was sent', () => {
  const failure = new Failure('not-this-api', { isWebPage: true })
  for (const error of [failure, withoutEffect(failure, 'Nothing was sent. You may try again.')])
    expect(errorMessage(error).advice).toMatch(/Reload the page: unsaved edits are kept\.$/)
})

test('without a connection it says so, whatever came from the gateway', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(errorMessage(new Failure('unreachable')).cause).toBe('No connection')
})

test.each([
  [undefined, '60 s'],
  [0, '0 s'],
  [1.2, '2 s'],
])('after Retry-After %j it says %s', (retryAfter, wait) => {
  expect(errorMessage(new Failure('too-many-requests', { retryAfter })).advice).toContain(wait)
})

test.each([new TypeError('x is undefined'), 'text', undefined])('%s is a fault of the page, in words without its own', (error) => {
  expect(errorMessage(error).cause).toBe('Something went wrong on this page')
  expect(errorMessage(error).advice).not.toContain('undefined')
  expect(isOutcomeUnknown(error)).toBe(true)
})

test('after a failed read there is no result to check, and a change that was told to wait was not made', () => {
  const read = new Failure('server-error')
  read.isOfRead = true
  expect(errorMessage(read).advice).toContain('Try again in a moment.')
  expect(errorMessage(new Failure('server-error')).advice).toContain('Check the result')
  const busy = () => new Failure('too-many-requests', { retryAfter: 2.5 })
  expect(errorMessage(busy()).advice).toBe('The service asks to wait 3 s. Nothing was changed. Try again after that.')
  const busyRead = busy()
  busyRead.isOfRead = true
  expect(errorMessage(busyRead).advice).toBe('The service asks to wait 3 s. Try again after that.')
})
