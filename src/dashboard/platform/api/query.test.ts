import { expect, test } from 'vitest'
import { versionOf } from '#contract/own-service.ts'
import { network, signInForEachTest } from '#dashboard/platform/session/test-gateway.ts'
import { call, request } from '#dashboard/platform/session/session.ts'
import { endpointQuery, queryClient } from './query.ts'

signInForEachTest()

/** Reads again, and returns what the cache then holds, and the statuses of the answers that arrived. */
async function read(query: ReturnType<typeof chatList>) {
  const statuses: number[] = []
  network.between = async (_, pass) => {
    const answer = await pass()
    statuses.push(answer.status)
    return answer
  }
  await queryClient.fetchQuery({ ...query, staleTime: 0 })
  return { data: queryClient.getQueryData(query.queryKey)!, statuses }
}

const chatList = () => endpointQuery('chatList', {})

const createChat = async (name: string) => (await request('chatCreate', { body: { name } })).chatId

test('an unchanged answer is a 304 and stays the same object; a changed one is read and then stays as well', async () => {
  await createChat('Lobby')
  const first = await read(chatList())
  const again = await read(chatList())
  expect([first.statuses, again.statuses]).toEqual([[200], [304]])
  expect(again.data).toBe(first.data)

  await createChat('Garden')
  const changed = await read(chatList())
  expect([changed.statuses, changed.data.data.map(({ name }) => name)]).toEqual([[200], ['Lobby', 'Garden']])
  // Equal parts are kept, so the object is a copy, which has the ETag nevertheless.
  expect(changed.data.data[0]).toBe(first.data.data[0])
  const unchanged = await read(chatList())
  expect(unchanged.statuses).toEqual([304])
  expect(unchanged.data).toBe(changed.data)
})

test('data that the page has changed itself is read as a whole', async () => {
  await createChat('Lobby')
  const { data } = await read(chatList())
  queryClient.setQueryData(chatList().queryKey, { ...data, data: [] })
  const { statuses, data: after } = await read(chatList())
  expect([statuses, after.data.map(({ name }) => name)]).toEqual([[200], ['Lobby']])
})

test('after a 304, a save is based on the version that was read', async () => {
  const chatId = await createChat('Lobby')
  const query = endpointQuery('chatRead', { params: { chatId } })
  const read = () => queryClient.fetchQuery({ ...query, staleTime: 0 })
  const first = await read()
  expect(await read()).toBe(first)
  const save = (name: string) => request('chatUpdate', { params: { chatId }, body: { name } }, { version: versionOf(first) })
  await save('Mine')
  await expect(save('Late')).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect((await read()).data.name).toBe('Mine')
})

test('a read outside of queries, such as that of a job, names no answer', async () => {
  await createChat('Lobby')
  await read(chatList())
  const sent: (string | null)[] = []
  network.between = (request, pass) => {
    sent.push(request.headers.get('if-none-match'))
    return pass()
  }
  await call('chatList', {})
  expect(sent).toEqual([null])
})
