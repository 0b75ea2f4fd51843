import { afterEach, beforeEach, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startGateway } from '#gateway/testing/gateway.ts'
import { json, remoteAccount, startRemoteService } from '#gateway/testing/remote-service.ts'
import { storeHit, storeRule } from './test-hits.ts'

/** Messages that wait for a decision and that something else deletes. */

type Gateway = Awaited<ReturnType<typeof startGateway>>
const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])

async function queueOf(gateway: Gateway, cookie: string) {
  const workspace = gateway.pageHeaders(cookie)[identityHeader]
  await storeRule(gateway.query, { workspace, id: 'scam', rule, state: 'live', since: gateway.clock.ms - 60_000 })
  const ask = (method: string, path: string, body?: object) =>
    gateway.send(`/bff/workspace${path}`, { method, headers: gateway.pageHeaders(cookie), ...(body && { body: JSON.stringify(body) }) })
  return {
    hit: (chat_id: number, message_id: number, part: Partial<Parameters<typeof storeHit>[1]> = {}) => {
      const seen_at = gateway.clock.ms - 60_000
      return storeHit(gateway.query, { workspace, rule_id: 'scam', chat_id, message_id, seen_at, state: 'marked', ...part })
    },
    keep: async (id: string) => {
      const answer = await ask('POST', '/review/decisions', { ids: [id], decision: 'keep' })
      return gatewayApi.reviewDecide.response.parse(await answer.json()).data.map(({ outcome, hit }) => [outcome, hit?.state])
    },
    today: async () => gatewayApi.reviewRead.response.parse(await (await ask('GET', '/review?since=0')).json()).data.today,
    last: async () => gatewayApi.reviewLastList.response.parse(await (await ask('GET', '/review/decisions')).json()).data,
    stateOf: async (id: string) => {
      const { state, due } = await gateway.query
        .selectFrom('rule_hit')
        .select(['state', 'due'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [state, due]
    },
  }
}

onEveryEngine('hits of messages that were deleted', (bench) => {
  let gateway: Gateway
  let cookie: string
  let queue: Awaited<ReturnType<typeof queueOf>>
  let chatId: number
  let ids: number[]
  beforeEach(async () => {
    gateway = await startGateway({}, 'url' in bench.place ? bench.place : undefined)
    ;({ cookie } = await gateway.signIn())
    queue = await queueOf(gateway, cookie)
    chatId = ((await (await gateway.call(cookie, 'POST', '/chats', { name: 'Stage' })).json()) as { chatId: number }).chatId
    for (let count = 0; count < 3; count++) await gateway.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: `cheap ${count}` })
    const { data } = (await (await gateway.call(cookie, 'GET', `/chats/${chatId}/messages?fast=true`)).json()) as {
      data: { messageId: number }[]
    }
    ids = data.map(({ messageId }) => messageId).toSorted((one, other) => one - other)
  })
  afterEach(() => gateway.close())

  test.each<[string, number, (first: number, chat: number) => [string, string, unknown?]]>([
    ['one message', 1, (first, chat) => ['DELETE', `/chats/${chat}/messages/${first}`]],
    ['several messages', 1, (first, chat) => ['POST', `/chats/${chat}/messages/delete`, [first]]],
    ['all messages', 3, (_, chat) => ['DELETE', `/chats/${chat}/messages`]],
    ['the chat', 3, (_, chat) => ['DELETE', `/chats/${chat}`]],
  ])('whoever deletes %s closes its hits of all rules, and "Keep" comes too late', async (_, closed, request) => {
    const elsewhere = await queue.hit(chatId + 1, ids[0]!)
    const due = gateway.clock.ms + 100_000
    const held = await queue.hit(chatId, ids[0]!, { state: 'held', due, rule_id: 'other' })
    const marked = await Promise.all(ids.map((id) => queue.hit(chatId, id)))
    await gateway.confirm(cookie)
    const [method, path, body] = request(ids[0]!, chatId)
    expect((await gateway.call(cookie, method, path, body as object)).status).toBe(200)
    expect((await Promise.all(marked.map(queue.stateOf))).filter(([state]) => state === 'gone')).toHaveLength(closed)
    expect(await queue.stateOf(held)).toEqual(['gone', null])
    expect(await queue.stateOf(elsewhere)).toEqual(['marked', null])
    expect(await queue.keep(marked[0]!)).toEqual([['tooLate', 'gone']])
    expect([await queue.today(), await queue.last()]).toEqual([{ decided: 0, right: 0 }, []])
  })

  test('a deletion that the service refuses closes nothing, and decisions that were made stay', async () => {
    const open = await queue.hit(chatId, ids[0]!)
    await gateway.call(cookie, 'DELETE', `/chats/${chatId + 1}/messages/${ids[0]}`)
    await gateway.call(cookie, 'POST', `/chats/${chatId}/messages/delete`, [])
    expect(await queue.stateOf(open)).toEqual(['marked', null])
    expect(await queue.keep(open)).toEqual([['done', 'kept']])
    await gateway.call(cookie, 'DELETE', `/chats/${chatId}/messages/${ids[0]}`)
    expect(await queue.stateOf(open)).toEqual(['kept', null])
  })
})

test('a read of a remote service that no longer has a message closes its hit, unless the read is only a part', async () => {
  const message = { messageId: 2, time: 1500, userId: 1, image: null, userName: 'Ann', text: 'Hello' }
  let answer: object = {}
  const remote = await startRemoteService((request, response) =>
    request.url?.includes('/messages') ? json(response, answer) : json(response, { status: true, data: remoteAccount }),
  )
  const gateway = await startGateway({ upstream: { address: remote.address } })
  const { cookie } = await gateway.signIn({ token: 'opaque' })
  const queue = await queueOf(gateway, cookie)
  const there = await queue.hit(7, 2, { time: 1500 })
  const missing = await queue.hit(7, 3, { time: 1500 })
  const atTheEnd = await queue.hit(7, 4, { time: 2000 })
  const justSeen = await queue.hit(7, 5, { time: 1500, seen_at: gateway.clock.ms })
  const states = async () => (await Promise.all([there, missing, atTheEnd, justSeen].map(queue.stateOf))).map(([state]) => state)
  const read = async (body: object, more = '') => {
    answer = body
    await gateway.call(cookie, 'GET', `/chats/7/messages?fast=true&from=1000&to=2000${more}`)
    return states()
  }
  const untouched = ['marked', 'marked', 'marked', 'marked']
  expect(await read({ status: true, data: [message], next: 'more' })).toEqual(untouched)
  expect(await read({ status: true, data: [message] }, '&next=more')).toEqual(untouched)
  expect(await read({ status: false, data: [] })).toEqual(untouched)
  expect(await read({ status: true, data: [{ ...message, messageId: 'two' }] })).toEqual(untouched)
  expect(await read({ status: true, data: [message] })).toEqual(['marked', 'gone', 'marked', 'marked'])
  await gateway.close()
  await remote.close()
})
