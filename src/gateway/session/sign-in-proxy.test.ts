import { describe, expect, test } from 'vitest'
import { listen, stop } from '../server/serve.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'

describe('behind a proxy', () => {
  // Every sign-in of this test arrives from 127.0.0.1.
  async function failures(trustedProxies: string[], forwardedFor: (time: number) => string) {
    const gateway = await startGateway({ trustedProxies })
    const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
    const attempt = async (time: number) => {
      const headers = { ...fromPage, 'x-forwarded-for': forwardedFor(time), 'x-forwarded-proto': 'https' }
      return (await fetch(`${address}/bff/session`, { method: 'POST', headers, body: '{"token":"wrong"}' })).status
    }
    const answers: number[] = []
    for (let time = 0; time < 12; time++) answers.push(await attempt(time))
    const log = gateway.logged.join('')
    await stop(server)
    await gateway.close()
    return { refused: answers.filter((status) => status === 429).length, log }
  }

  test('an untrusted proxy is logged as a warning once', async () => {
    const warnings = async (trustedProxies: string[]) =>
      (await failures(trustedProxies, (time) => `198.51.100.${time}`)).log.split('\n').filter((line) => line.includes('unlisted-proxy'))
    expect((await warnings([])).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, address: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') }),
    ])
    expect(await warnings(['127.0.0.1'])).toEqual([])
  })

  test('behind a trusted proxy each browser has its own limit, and its address is in the log', async () => {
    const { refused, log } = await failures(['127.0.0.0/8'], (time) => `203.0.113.66, 198.51.100.${time}`)
    expect(refused).toBe(0)
    expect(log).toContain('"address":"198.51.100.11"')
    expect(log).not.toContain('203.0.113.66')
    expect((await failures(['127.0.0.1'], (time) => `203.0.113.${time}, 198.51.100.1`)).refused).toBe(2)
  })

  test('an IPv6 /64 network shares one limit', async () => {
    expect((await failures(['127.0.0.1'], (time) => `2001:db8:7:7::${time}`)).refused).toBe(2)
    expect((await failures(['127.0.0.1'], (time) => `2001:db8:7:${time}::1`)).refused).toBe(0)
  })

  test('behind an untrusted proxy a changing X-Forwarded-For does not evade the limit', async () => {
    const { refused, log } = await failures([], (time) => `198.51.100.${time}`)
    expect(refused).toBe(2)
    expect(log).not.toContain('198.51.100')
  })
})
