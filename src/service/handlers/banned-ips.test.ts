import { describe, expect, it } from 'vitest'
import { onEveryEngine, type Bench } from '../testing/databases.ts'

const newChat = async (bench: Bench) => {
  const { call } = await bench.newAccount()
  const { body } = await call('POST', '/chats', { name: 'Room' })
  const path = `/chats/${body.chatId}/banned-ips`
  const bans = async () =>
    ((await call('GET', path)).body.data as { firstIp: string; lastIp: string }[]).map(({ firstIp, lastIp }) => `${firstIp}-${lastIp}`)
  return { call, path, bans }
}

onEveryEngine('banned addresses', (bench) => {
  describe('banCreate', () => {
    it('bans an address, a range, everything', async () => {
      const { call, path, bans } = await newChat(bench)
      expect((await call('POST', path, { ip: '203.0.113.7' })).body).toEqual({ status: true })
      await call('POST', path, { ip: '192.0.2.0', lastIp: '192.0.2.255' })
      await call('POST', path, { ip: '0.0.0.0', lastIp: '255.255.255.255' })
      await call('POST', path, { ip: '192.0.2.0', lastIp: '192.0.2.127' })
      expect(await bans()).toEqual(['0.0.0.0-255.255.255.255', '192.0.2.0-192.0.2.127', '192.0.2.0-192.0.2.255', '203.0.113.7-203.0.113.7'])
    })

    it('refuses an exact duplicate, also among concurrent requests', async () => {
      const { call, path, bans } = await newChat(bench)
      const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', path, { ip: '192.0.2.1', lastIp: '192.0.2.1' })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
      expect(await call('POST', path, { ip: '192.0.2.1' })).toMatchObject({ status: 409, body: { status: false, code: 'already_banned' } })
      expect(await bans()).toEqual(['192.0.2.1-192.0.2.1'])
    })

    it.each([
      [{}, 'ip'],
      [{ ip: '010.0.0.1' }, 'ip'],
      [{ ip: '256.0.0.1' }, 'ip'],
      [{ ip: '1.2.3' }, 'ip'],
      [{ ip: '::1' }, 'ip'],
      [{ ip: ' 1.2.3.4' }, 'ip'],
      [{ ip: '1.2.3.4\n' }, 'ip'],
      [{ ip: 16_909_060 }, 'ip'],
      [{ ip: '1.2.3.4', lastIp: '' }, 'lastIp'],
      [{ ip: '1.2.3.4', lastIp: '1.2.3.3' }, 'lastIp'],
    ])('refuses %j', async (body, field) => {
      const { call, path, bans } = await newChat(bench)
      expect(await call('POST', path, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: { [field]: expect.arrayContaining([expect.any(String)]) } },
      })
      expect(await bans()).toEqual([])
    })
  })

  describe('banList', () => {
    it('sorts by numeric address', async () => {
      const { call, path, bans } = await newChat(bench)
      for (const ip of ['100.0.0.1', '9.0.0.1', '20.0.0.1']) await call('POST', path, { ip })
      expect((await call('GET', path)).body['count']).toBe(3)
      expect(await bans()).toEqual(['9.0.0.1-9.0.0.1', '20.0.0.1-20.0.0.1', '100.0.0.1-100.0.0.1'])
    })
  })

  describe('banLift', () => {
    it('names the smallest banned range around an address that was not banned by itself', async () => {
      const { call, path, bans } = await newChat(bench)
      await call('POST', path, { ip: '203.0.0.0', lastIp: '203.255.255.255' })
      await call('POST', path, { ip: '203.0.113.0', lastIp: '203.0.113.255' })
      const refusal = (message: string) => ({ status: 404, body: { status: false, code: 'not_found', message } })
      expect(await call('DELETE', `${path}/203.0.113.7`)).toMatchObject(
        refusal('203.0.113.7 is inside 203.0.113.0-203.0.113.255; unban that range.'),
      )
      expect(await call('DELETE', `${path}/203.0.113.0:203.0.113.9`)).toMatchObject(
        refusal('203.0.113.0-203.0.113.9 is inside 203.0.113.0-203.0.113.255; unban that range.'),
      )
      expect(await call('DELETE', `${path}/203.0.112.0:203.0.113.0`)).toMatchObject(
        refusal('203.0.112.0-203.0.113.0 is inside 203.0.0.0-203.255.255.255; unban that range.'),
      )
      expect(await call('DELETE', `${path}/202.0.0.1`)).toMatchObject(refusal('There is no such ban.'))
      expect(await bans()).toHaveLength(2)
    })

    it('unbans one address, not the range around it', async () => {
      const { call, path, bans } = await newChat(bench)
      await call('POST', path, { ip: '192.0.2.1' })
      await call('POST', path, { ip: '192.0.2.0', lastIp: '192.0.2.9' })
      expect((await call('DELETE', `${path}/192.0.2.1`)).body).toEqual({ status: true })
      expect(await call('DELETE', `${path}/192.0.2.1`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await bans()).toEqual(['192.0.2.0-192.0.2.9'])
    })
  })

  describe('banLiftRange', () => {
    it.each([':', '%3A', '%3a'])('unbans exactly the stored range, separated by %s', async (colon) => {
      const { call, path, bans } = await newChat(bench)
      await call('POST', path, { ip: '192.0.2.0', lastIp: '192.0.2.9' })
      await call('POST', path, { ip: '192.0.2.0', lastIp: '192.0.2.8' })
      expect((await call('DELETE', `${path}/192.0.2.0${colon}192.0.2.7`)).status).toBe(404)
      expect((await call('DELETE', `${path}/192.0.2.0${colon}192.0.2.9`)).body).toEqual({ status: true })
      expect(await bans()).toEqual(['192.0.2.0-192.0.2.8'])
    })

    it('refuses what is not an address', async () => {
      const { call, path } = await newChat(bench)
      expect((await call('DELETE', `${path}/1.2.3.4:x`)).status).toBe(400)
      expect((await call('DELETE', `${path}/x`)).status).toBe(400)
    })
  })
})
