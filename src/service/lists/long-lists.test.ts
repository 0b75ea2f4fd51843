import { beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { chunkSize } from './list-response.ts'
import { type Call, onEveryEngine } from '../testing/databases.ts'
import { fillChat } from '../testing/full-chat.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const poll = { question: 'One more?', answer1: 'Yes', answer2: 'No' }

onEveryEngine('a chat as full as it may be', (bench) => {
  let call: Call
  let token: string
  let chatId: number
  let pollIds: number[]
  const inChat = (rest: string) => `/chats/${chatId}/${rest}`

  beforeAll(async () => {
    ;({ call, token } = await bench.newAccount())
    chatId = (await call('POST', '/chats', { name: 'Room' })).body.chatId
    pollIds = await fillChat(bench.database, chatId)
  })

  /** The answer itself, of a service with places of its own. */
  const serviceOf = (owner = token) => {
    const app = createApp({ database: bench.database, rateLimit: 1_000_000, log: (entry) => bench.logged.push(entry) })
    return (path: string) => app.fetch(new Request(`http://service.test${path}`, { headers: { authorization: `Bearer ${owner}` } }))
  }

  it('refuses further polls and bans until some are deleted', async () => {
    expect(await call('POST', inChat('polls'), poll)).toMatchObject({ status: 409, body: { status: false, code: 'poll_limit' } })
    await call('DELETE', inChat(`polls/${pollIds.at(-1)}`))
    const made = await call('POST', inChat('polls'), poll)
    expect(made.status).toBe(200)
    pollIds.splice(-1, 1, Number(made.body['id']))
    expect((await call('POST', inChat('polls'), poll)).status).toBe(409)

    const ban = { ip: '1.1.1.1' }
    expect(await call('POST', inChat('banned-ips'), ban)).toMatchObject({ status: 409, body: { status: false, code: 'ban_limit' } })
    await call('DELETE', inChat('banned-ips/128.0.0.4:128.0.0.6'))
    expect((await call('POST', inChat('banned-ips'), ban)).status).toBe(200)
    await call('DELETE', inChat('banned-ips/1.1.1.1'))
    await call('POST', inChat('banned-ips'), { ip: '128.0.0.4', lastIp: '128.0.0.6' })
  })

  it('lists every poll once and in order, without deleted ones', async () => {
    const { status, body } = await call('GET', inChat('polls'))
    expect(status).toBe(200)
    expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual(pollIds)
    expect(body).toMatchObject({ status: true, count: pollIds.length })
  })

  it('lists every ban once and in order', async () => {
    const { body } = await call('GET', inChat('banned-ips'))
    const bans = body.data as { firstIp: string; lastIp: string }[]
    expect(bans).toHaveLength(10_000)
    expect(new Set(bans.map(({ firstIp }) => firstIp)).size).toBe(10_000)
    expect([bans[0], bans[100], bans.at(-1)]).toEqual([
      { firstIp: '128.0.0.4', lastIp: '128.0.0.6' },
      { firstIp: '128.0.1.148', lastIp: '128.0.1.150' },
      { firstIp: '128.0.156.64', lastIp: '128.0.156.66' },
    ])
    expect(body['count']).toBe(10_000)
  })

  it('reads a list only as fast as the client does', async () => {
    const reader = (await serviceOf()(inChat('polls'))).body!.getReader()
    const decoder = new TextDecoder()
    let text = decoder.decode((await reader.read()).value)
    expect(text.match(/"question"/g)).toHaveLength(chunkSize)
    // All that follows is read after this.
    await bench.database.query.updateTable('poll').set({ question: 'Later?' }).where('chat_id', '=', chatId).execute()
    const sizes: number[] = []
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const words = decoder.decode(part.value)
      sizes.push(words.match(/"question"/g)?.length ?? 0)
      text += words
    }
    const { data } = JSON.parse(text) as { data: { question: string }[] }
    expect(Math.max(...sizes)).toBe(chunkSize)
    expect(data.filter(({ question }) => question === 'Later?')).toHaveLength(data.length - chunkSize)
  })

  it('limits the long lists that an account reads at once, queues some and refuses the rest', async () => {
    const read = serviceOf()
    const reads = upTo(21).map(() => read(inChat('polls')))
    const refused = await Promise.any(reads.map(async (answer) => ((await answer).status === 200 ? Promise.reject(new Error()) : answer)))
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({ status: 429, body: { code: 'too_many_reads' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A short list waits for nothing, and neither does another account.
    expect((await read('/account')).status).toBe(200)
    // Each that is given up makes place for the next.
    const statuses = await Promise.all(
      reads.map(async (read) => {
        const answer = await read
        if (!answer.bodyUsed) await answer.body!.cancel()
        return answer.status
      }),
    )
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
  })

  it('aborts the body and logs it when a later chunk does not match the schema', async () => {
    const other = await bench.newAccount()
    for (const name of upTo(chunkSize + 50)) await other.call('POST', '/chats', { name: `Room ${name}` })
    const last = ((await other.call('GET', '/chats')).body.data as { id: number }[]).at(-1)!.id
    await bench.database.query.updateTable('chat').set({ settings: '{"offline":"perhaps"}' }).where('id', '=', last).execute()
    const answer = await serviceOf(other.token)('/chats')
    await expect(answer.text()).rejects.toThrow('does not match its schema')
    expect(bench.logged.at(-1)).toMatchObject({ level: 'error', endpoint: 'chatList', account: other.accountId, error: expect.any(Error) })
  })
})
