import { expect, test } from 'vitest'
import { Failure, type Call } from '#contract/client.ts'
import { heldCurrency, setCurrency } from './currency.ts'

/** An account at the other end of a wire that may be cut. */
function account({ held = '', send, read }: { held?: string; send?: () => void; read?: () => void } = {}) {
  const state = { held, sent: 0 }
  const call = async (name: string, input: { body?: { currency: string } }) => {
    if (name === 'currencySet') {
      state.sent++
      send?.()
      if (state.held === '') state.held = input.body!.currency
      return { status: true }
    }
    read?.()
    return { status: true, data: { currency: state.held } }
  }
  // Only the two calls that are made here.
  return { state, call: call as unknown as Call }
}

const fail = (kind: ConstructorParameters<typeof Failure>[0]) => () => {
  throw new Failure(kind)
}

test('a currency that is set is read back', async () => {
  const { call, state } = account()
  expect(await setCurrency(call, 'EUR')).toEqual({ is: 'set' })
  expect(state).toEqual({ held: 'EUR', sent: 1 })
})

test('a code that the service stores in another case counts as set', async () => {
  const { call, state } = account()
  await setCurrency(call, 'EUR')
  state.held = 'eur'
  expect(await setCurrency(call, 'EUR')).toEqual({ is: 'set' })
})

test.each(['unreachable', 'timed-out', 'not-this-api'] as const)('%s: the account is read, and nothing is sent again', async (kind) => {
  const before = account({ send: fail(kind) })
  expect(await setCurrency(before.call, 'EUR')).toEqual({ is: 'open' })
  expect(before.state.sent).toBe(1)
  const after = account()
  const lost: Call = async (...args) => {
    const answer = await after.call(...args)
    if (args[0] === 'currencySet') throw new Failure(kind)
    return answer
  }
  expect(await setCurrency(lost, 'EUR')).toEqual({ is: 'set' })
  expect(after.state.sent).toBe(1)
})

test('a currency that someone else set first is reported', async () => {
  const { call } = account({ held: 'USD', send: fail('refused') })
  expect(await setCurrency(call, 'EUR')).toEqual({ is: 'other', currency: 'USD' })
})

test('a refusal is reported where the account has no currency', async () => {
  expect(await setCurrency(account({ send: fail('refused') }).call, 'EUR')).toMatchObject({ is: 'refused', failure: { kind: 'refused' } })
  const unread = account({ send: fail('refused'), read: fail('unreachable') })
  expect(await setCurrency(unread.call, 'EUR')).toMatchObject({ is: 'refused', failure: { kind: 'refused' } })
})

test('a confirmed currency that the account does not have is reported as not kept', async () => {
  const { call } = account()
  const liar: Call = async (...args) => (args[0] === 'currencySet' ? { status: true } : call(...args)) as never
  expect(await setCurrency(liar, 'EUR')).toEqual({ is: 'not kept' })
})

test('where the account cannot be read, the outcome is unknown, whatever the answer was', async () => {
  for (const send of [undefined, fail('timed-out')]) {
    const { call, state } = account({ read: fail('unreachable'), ...(send && { send }) })
    expect(await setCurrency(call, 'EUR')).toMatchObject({ is: 'unknown', failure: { kind: 'unreachable' }, isConfirmed: !send })
    expect(state.sent).toBe(1)
    expect(await heldCurrency(call)).toBeInstanceOf(Failure)
  }
})
