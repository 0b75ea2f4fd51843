import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, sessionFrom, startGateway } from '../testing/gateway.ts'
import { withoutAnswer } from '../testing/no-answer.ts'
import { answerAccount, json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'

describe('with a remote service', () => {
  let remote: Awaited<ReturnType<typeof startRemoteService>>
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    remote = await startRemoteService(answerAccount)
    gateway = await startGateway({ upstream: { address: `${remote.address}/v1` } })
  })
  afterEach(async () => {
    await gateway.close()
    await remote.close()
  })

  test('the session names the service and the account', async () => {
    const { answer } = await gateway.signIn({ token: 'opaque' })
    expect(await sessionFrom(answer)).toMatchObject({
      service: { kind: 'remote', address: `${remote.address}/v1` },
      account: { id: remoteAccount.id, name: 'Lee', email: 'lee@example.org' },
    })
    expect(remote.reached).toEqual(['GET /v1/account'])
  })

  test('an expired token opens no session', async () => {
    const ended = `e30.${Buffer.from(JSON.stringify({ exp: gateway.now() - 1 })).toString('base64url')}.x`
    expect(await codeOf((await gateway.signIn({ token: ended })).answer)).toBe('token_refused')
  })

  test.each<[string, number, string, Parameters<typeof startRemoteService>[0]]>([
    ['refuses with 401', 401, 'token_refused', (_, r) => json(r, { status: false, message: 'No such token' }, 401)],
    ['refuses with 403', 401, 'token_refused', (_, r) => json(r, { status: 0 }, 403)],
    ['refuses with 200', 401, 'token_refused', (_, r) => json(r, { status: 0, message: 'Bad' })],
    ['refuses without JSON', 401, 'token_refused', (_, r) => r.writeHead(401).end()],
    ['asks for a pause', 429, 'too_many_requests', (_, r) => json(r, { status: false }, 429, { 'retry-after': '7' })],
    ['refuses with 200 and no reason', 502, 'upstream_failing', (_, r) => json(r, { status: false })],
    ['refuses with 200 and blanks', 502, 'upstream_failing', (_, r) => json(r, { status: false, message: ' ' })],
    ['fails with a web page', 502, 'upstream_failing', (_, r) => r.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['fails and gives a reason', 502, 'upstream_failing', (_, r) => json(r, { status: false, message: 'Bad token' }, 500)],
    ['fails', 502, 'upstream_failing', (_, r) => json(r, { status: false }, 503)],
    ['breaks off', 502, 'upstream_unreachable', (q) => q.socket.destroy()],
    ['has another path', 502, 'upstream_not_api', (_, r) => json(r, { error: 'no such page' }, 404)],
    ['is a web page', 502, 'upstream_not_api', (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['redirects to a login', 502, 'upstream_not_api', (_, r) => r.writeHead(302, { location: '/login' }).end()],
    ['answers something else', 502, 'upstream_not_api', (_, r) => json(r, { status: true, data: { id: 'x' } })],
    ['answers an array', 502, 'upstream_not_api', (_, r) => json(r, [])],
  ])('the sign-in reports a service that %s', async (_, status, code, behaviour) => {
    remote.state.answer = behaviour
    const { answer, cookie } = await gateway.signIn({ token: 'opaque' })
    expect(answer.status).toBe(status)
    expect(await codeOf(answer)).toBe(code)
    expect(cookie).toBe('')
    // No redirect is followed, and no request is retried.
    expect(remote.reached).toEqual(['GET /v1/account'])
  })

  test('the sign-in reports a service that hangs', async () => {
    const { answer, cookie } = await withoutAnswer(remote, () => gateway.signIn({ token: 'opaque' }))
    expect([answer.status, await codeOf(answer), cookie]).toEqual([504, 'upstream_timeout', ''])
    expect(remote.reached).toEqual(['GET /v1/account'])
  })

  test('the sign-in reports a service that is unreachable', async () => {
    await remote.close()
    const { answer } = await gateway.signIn({ token: 'opaque' })
    expect([answer.status, await codeOf(answer)]).toEqual([502, 'upstream_unreachable'])
    remote = await startRemoteService(answerAccount)
  })

  test('the service’s own message is passed on', async () => {
    remote.state.answer = (_, r) => json(r, { status: false, message: 'This token was revoked.' }, 401)
    expect(await (await gateway.signIn({ token: 'opaque' })).answer.json()).toMatchObject({
      message: 'The service does not accept this token.',
      said: 'This token was revoked.',
    })
  })

  test('only a rejected token counts as a failed attempt', async () => {
    remote.state.answer = (_, r) => json(r, { status: false })
    for (let attempt = 0; attempt < 15; attempt++)
      expect(await codeOf((await gateway.signIn({ token: 'opaque' })).answer)).toBe('upstream_failing')
    remote.state.answer = answerAccount
    expect((await gateway.signIn({ token: 'opaque' })).answer.status).toBe(200)
  })
})
