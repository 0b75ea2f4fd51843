import { afterEach, expect, test, vi } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { gateway } from './gateway.ts'

afterEach(() => vi.unstubAllGlobals())

const fromGateway = { 'x-roomkeeper-refusal': 'gateway' }

/** The Failure that the page makes of a response to a write. */
async function failureOf(status: number, body: object | string, headers: Record<string, string> = {}): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify({ status: false, message: 'Words.', ...body })
  vi.stubGlobal('fetch', async () => new Response(text, { status, headers }))
  const failure: unknown = await createClient(gateway.send(undefined))('pollReset', { params: { chatId: 1, pollId: 2 } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Failure)
  // The previous line checked the type.
  return failure as Failure
}

test.each<[number, string, string, boolean]>([
  [502, 'upstream_unreachable', 'unreachable', true],
  [504, 'upstream_timeout', 'timed-out', true],
  [502, 'upstream_failing', 'server-error', true],
  [502, 'upstream_not_api', 'not-this-api', true],
  [500, 'internal', 'server-error', true],
  [503, 'unavailable', 'server-error', true],
  // The gateway refuses these requests before it forwards anything.
  [503, 'busy', 'too-many-requests', false],
  [429, 'too_many_sign_ins', 'too-many-requests', false],
  [428, 'version_needed', 'refused', false],
  [401, 'no_session', 'signed-out', false],
])('%d %s from the gateway is %s', async (status, code, kind, isUnknown) => {
  const failure = await failureOf(status, { code }, fromGateway)
  expect([failure.kind, failure.outcomeUnknown]).toEqual([kind, isUnknown])
  // The gateway's message is not a message of the service.
  expect([failure.serviceMessage, failure.reason]).toEqual(['', 'Words.'])
})

test.each([
  [503, 'busy', 'server-error'],
  [502, 'upstream_unreachable', 'server-error'],
  [403, 'fresh_token_needed', 'refused'],
  [409, 'other_account', 'refused'],
])('%d %s from the service is not attributed to the gateway', async (status, code, kind) => {
  const failure = await failureOf(status, { code })
  expect([failure.kind, failure.isFromGateway, failure.serviceMessage, failure.reason]).toEqual([kind, false, 'Words.', ''])
})

test('a code in a response of the service does not trigger the token dialog', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async () => Response.json({ status: false, code: 'fresh_token_needed' }, { status: 403 }))
  const call = createClient(gateway.send(undefined), async (need) => asked.push(need) > 0)
  await expect(call('chatDelete', { params: { chatId: 1 } })).rejects.toMatchObject({ kind: 'refused' })
  expect(asked).toEqual([])
})

test('the reason why the service rejected a token is kept in its own words', async () => {
  const failure = await failureOf(401, { code: 'token_refused', said: 'Revoked.' }, fromGateway)
  expect([failure.kind, failure.serviceMessage]).toEqual(['signed-out', 'Revoked.'])
})
