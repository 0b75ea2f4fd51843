import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockHeader } from '#contract/clocks.ts'
import { startGateway } from '../testing/gateway.ts'
import { answerAccount, startRemoteService } from '../testing/remote-service.ts'
import { createServiceClock } from './upstream.ts'

const at = Date.parse('2026-11-25T12:00:00Z')
const dated = (ms: number, more: Record<string, string> = {}) => new Headers({ date: new Date(ms).toUTCString(), ...more })

describe('the clock of a service', () => {
  test.each([
    // Both clocks may agree.
    [0, 0, 0],
    [0, 999, 0],
    // Our request was sent after that second, or its answer arrived before it.
    [20_000, 0, 20_000],
    [-20_000, 0, -19_000],
    [3_600_000, 0, 3_600_000],
    [-3_600_000, 0, -3_599_000],
  ])('%i ms ahead, asked %i ms into a second', (ahead, into, expected) => {
    const clock = createServiceClock()
    clock.note(dated(at + ahead), at + into, at + into)
    expect(clock.aheadMs()).toBe(expected)
    // A slow answer agrees with what is known, and one without a date or from a cache says nothing.
    clock.note(dated(at + ahead), at + into - 15_000, at + into + 15_000)
    clock.note(new Headers(), at, at)
    clock.note(dated(at - 999_000, { age: '999' }), at, at)
    expect(clock.aheadMs()).toBe(expected)
  })
})

describe('the page is told', () => {
  let remote: Awaited<ReturnType<typeof startRemoteService>>
  beforeAll(async () => (remote = await startRemoteService(answerAccount)))
  afterAll(() => remote.close())

  test.each([20_000, -20_000, 3_600_000, -3_600_000])('the time of the gateway and that the service is %i ms ahead', async (ahead) => {
    const nowMs = () => at
    await using gateway = await disposable({ upstream: { address: remote.address }, nowMs })
    remote.state.answer = (request, response) => {
      response.setHeader('date', new Date(at + ahead).toUTCString())
      answerAccount(request, response)
    }
    const { cookie } = await gateway.signIn()
    const { headers } = await gateway.call(cookie, 'GET', '/account')
    const [time, serviceAhead] = headers.get(clockHeader)!.split(' ').map(Number)
    expect(time).toBe(at)
    expect(Math.abs(serviceAhead! - ahead)).toBeLessThanOrEqual(1000)
  })

  test('our own service has the clock of the gateway', async () => {
    await using gateway = await disposable({})
    const { cookie } = await gateway.signIn()
    const { headers } = await gateway.call(cookie, 'GET', '/account')
    expect(headers.get(clockHeader)).toMatch(/^\d{13} 0$/)
  })
})

async function disposable(options: Parameters<typeof startGateway>[0]) {
  const gateway = await startGateway(options)
  return { ...gateway, [Symbol.asyncDispose]: gateway.close }
}
