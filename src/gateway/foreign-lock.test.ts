import Sqlite from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseFile } from '#db/open.ts'
import { createRandom } from '#service/demo/random.ts'
import { startGateway } from './testing/gateway.ts'

/** How often another process locks the database. */
const locks = 20

let gateway: Awaited<ReturnType<typeof startGateway>>
let other: Sqlite.Database
beforeEach(async () => {
  gateway = await startGateway({ signInLimit: 1_000_000 }, undefined, { lockTimeoutMs: 10 })
  other = new Sqlite(databaseFile(gateway.folder))
})
afterEach(async () => {
  other.close()
  await gateway.close()
})

it.each([1, 2])('a database that another process locks at any moment works again without a restart (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const { cookie } = await gateway.signIn()
  const chatId = await newChat(cookie)
  const requests: Record<string, () => Promise<number>> = {
    read: async () => (await gateway.call(cookie, 'GET', '/chats')).status,
    'sign-in': async () => (await gateway.signIn()).answer.status,
    session: async () => (await gateway.send('/bff/session', { headers: { cookie } })).status,
    post: async () => (await gateway.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: 'Hello' })).status,
    health: async () => (await gateway.send('/healthz')).status,
  }
  const kinds = Object.keys(requests)
  const request = () => requests[random.pick(kinds)]!()
  for (let lock = 0; lock < locks; lock++) {
    const before = Array.from({ length: random.int(0, 4) }, request)
    other.exec('begin immediate')
    const during = Array.from({ length: random.int(1, 6) }, request)
    // Ended before anybody has noticed, or after every request was refused.
    if (random.chance(0.7)) {
      const answers = await Promise.all(during)
      expect(answers.filter((status) => status >= 500 && status !== 503)).toEqual([])
      expect(await requests['post']!()).toBe(503)
      expect(await requests['health']!()).toBe(503)
    }
    other.exec('rollback')
    await Promise.all([...before, ...during])
    for (const kind of random.shuffled(kinds)) expect({ lock, kind, status: await requests[kind]!() }).toEqual({ lock, kind, status: 200 })
  }
})

async function newChat(cookie: string): Promise<number> {
  const answer = await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })
  const { chatId } = (await answer.json()) as { chatId: number }
  return chatId
}
