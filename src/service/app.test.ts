import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiNames } from '#contract/api.ts'
import { openDatabase } from '#db/open.ts'
import { createApp } from './app.ts'
import type { Tables } from './tables.ts'
import { onEveryEngine } from './testing/databases.ts'

const refused = (status: number, code: string) => ({ status, body: { status: false, code, message: expect.stringMatching(/\w/) } })

onEveryEngine('the service', (bench) => {
  it('sends 404 for an unknown path and 405 with Allow for an unknown method', async () => {
    const { call } = await bench.newAccount()
    for (const path of [
      '/',
      '/chat',
      '/chats/',
      '/chats/1/',
      '/chats/1/nothing',
      '//chats',
      '/chats//1',
      '/CHATS',
      '/chats/1/polls/1/close',
    ]) {
      expect(await call('GET', path), path).toMatchObject(refused(404, 'not_found'))
    }
    for (const method of ['PATCH', 'BREW', 'OPTIONS', 'DELETE']) {
      const answer = await call(method, '/chats')
      expect(answer).toMatchObject(refused(405, 'method_not_allowed'))
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST'])
    }
  })

  it('records the use of a token at most once a minute', async () => {
    const { call, accountId } = await bench.newAccount()
    const used = async () =>
      (await bench.database.query.selectFrom('token').select('last_used').where('account_id', '=', accountId).executeTakeFirstOrThrow())
        .last_used
    const start = Math.floor(bench.clock.now / 1000)
    expect(await used()).toBeNull()
    await call('GET', '/account')
    expect(await used()).toBe(start)
    bench.clock.now += 59_000
    await call('GET', '/account')
    expect(await used()).toBe(start)
    bench.clock.now += 1000
    await call('GET', '/account')
    expect(await used()).toBe(start + 60)
  })

  it('limits the requests of each token separately', async () => {
    const app = createApp({ database: bench.database, rateLimit: 3 })
    const [one, two] = [await bench.newAccount(), await bench.newAccount()]
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await bench.callWith(one.token, app)('GET', '/account')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const answer = await bench.callWith(one.token, app)('GET', '/account')
    expect(answer).toMatchObject(refused(429, 'too_many_requests'))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await bench.callWith(two.token, app)('GET', '/account')).status).toBe(200)
  })

  it('limits each costly endpoint to a tenth', async () => {
    const app = createApp({ database: bench.database, rateLimit: 20 })
    const { token } = await bench.newAccount()
    const call = bench.callWith(token, app)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await call('POST', '/chats', { name: 'Room' })).status)
    expect(statuses).toEqual([200, 200, 429])
    const answer = await call('POST', '/chats', { name: 'Room' })
    expect(answer).toMatchObject(refused(429, 'too_many_requests'))
    expect(answer.body['message']).toContain('More than 2 requests')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('GET', '/chats')).body).toMatchObject({ count: 2 })
    expect((await call('DELETE', '/chats/999999999')).status).toBe(404)
  })

  it('logs each request without its token or texts', async () => {
    const { call, token, accountId } = await bench.newAccount()
    const { body } = await call('POST', '/chats', { name: 'Secret name' })
    await call('DELETE', `/chats/${body.chatId}`)
    await call('DELETE', `/chats/${body.chatId}`)
    const mine = bench.logged.filter(({ account }) => account === accountId)
    expect(mine).toMatchObject([
      { level: 'info', endpoint: 'chatCreate', status: 200, code: null },
      { level: 'info', endpoint: 'chatDelete', params: { chatId: String(body.chatId) }, status: 200 },
      { level: 'warn', endpoint: 'chatDelete', status: 404, code: 'not_found' },
    ])
    expect(JSON.stringify(bench.logged)).not.toContain(token)
    expect(JSON.stringify(mine)).not.toContain('Secret')
  })

  it('answers 500 without internals when a response does not match its schema', async () => {
    const { call } = await bench.newAccount()
    const { chatId } = (await call('POST', '/chats', { name: 'Room' })).body
    // Text in a place of JSON: only a fault of ours could put it there.
    await bench.database.query.updateTable('chat').set({ settings: 'SELECT secret' }).where('id', '=', chatId).execute()
    const answer = await call('GET', `/chats/${chatId}`)
    expect(answer).toMatchObject(refused(500, 'internal'))
    expect(JSON.stringify(answer.body)).not.toMatch(/SELECT|secret|JSON|\.ts/)
    const request = answer.headers.get('x-request-id') ?? 'none'
    expect(answer.body['message']).toContain(request)
    expect(bench.logged.at(-1)).toMatchObject({ level: 'error', request, status: 500, error: expect.any(Error) })
    await bench.database.query.updateTable('chat').set({ settings: '{"offline":"perhaps"}' }).where('id', '=', chatId).execute()
    expect(await call('GET', `/chats/${chatId}`)).toMatchObject(refused(500, 'internal'))
  })
})

describe('without its database', () => {
  it('answers 503 with Retry-After', async () => {
    const database = openDatabase<Tables>({ url: 'postgres://nobody@127.0.0.1:1/none' })
    const app = createApp({ database })
    const response = await app.fetch(
      new Request('http://service.test/account', { headers: { authorization: `Bearer rk_${'A'.repeat(43)}` } }),
    )
    expect({ status: response.status, body: await response.json() }).toMatchObject(refused(503, 'unavailable'))
    expect(response.headers.get('retry-after')).toBe('5')
    await database.close()
  })
})

it('has tests of each endpoint beside its handler', () => {
  const folder = join(import.meta.dirname, 'handlers')
  const tests = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(apiNames.filter((name) => !tests.includes(`describe('${name}'`))).toEqual([])
})
