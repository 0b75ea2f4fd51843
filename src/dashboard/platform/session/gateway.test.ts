import { afterEach, expect, test, vi } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { gateway } from './gateway.ts'

afterEach(() => vi.unstubAllGlobals())

const fromGateway = { 'x-roomkeeper-refusal': 'gateway' }

/** What the page makes of an answer to a change. */
async function failureOf(status: number, body: object | string, headers: Record<string, string> = {}): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify({ status: false, message: 'Words.', ...body })
  vi.stubGlobal('fetch', async () => new Response(text, { status, headers }))
  const failure: unknown = await createClient(gateway.send(undefined))('pollReset', { params: { chatId: 1, pollId: 2 } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Failure)
  // Checked in the line above.
  return failure as Failure
}

test.each<[number, string, string, boolean]>([
  [502, 'upstream_unreachable', 'unreachable', true],
  [504, 'upstream_timeout', 'timed-out', true],
  [502, 'upstream_failing', 'server-error', true],
  [502, 'upstream_not_api', 'not-this-api', true],
  [500, 'internal', 'server-error', true],
  [503, 'unavailable', 'server-error', true],
  // It refuses so before it does anything.
  [503, 'busy', 'too-many-requests', false],
  [429, 'too_many_sign_ins', 'too-many-requests', false],
  [428, 'version_needed', 'refused', false],
  [401, 'no_session', 'signed-out', false],
])('%d %s of the gateway is %s', async (status, code, kind, isUnknown) => {
  const failure = await failureOf(status, { code }, fromGateway)
  expect([failure.kind, failure.outcomeUnknown]).toEqual([kind, isUnknown])
  // Its words are not those of the service.
  expect([failure.serviceMessage, failure.reason]).toEqual(['', 'Words.'])
})

test.each([
  [503, 'busy', 'server-error'],
  [502, 'upstream_unreachable', 'server-error'],
  [403, 'fresh_token_needed', 'refused'],
  [409, 'other_account', 'refused'],
])('a service that answers %d %s does not speak for the gateway', async (status, code, kind) => {
  const failure = await failureOf(status, { code })
  expect([failure.kind, failure.isFromGateway, failure.serviceMessage, failure.reason]).toEqual([kind, false, 'Words.', ''])
})

test('nobody is asked for a token because a service says so', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async () => Response.json({ status: false, code: 'fresh_token_needed' }, { status: 403 }))
  const call = createClient(gateway.send(undefined), async (need) => asked.push(need) > 0)
  await expect(call('chatDelete', { params: { chatId: 1 } })).rejects.toMatchObject({ kind: 'refused' })
  expect(asked).toEqual([])
})

test('why the service refused a token, in its words', async () => {
  const failure = await failureOf(401, { code: 'token_refused', said: 'Revoked.' }, fromGateway)
  expect([failure.kind, failure.serviceMessage]).toEqual(['signed-out', 'Revoked.'])
})
