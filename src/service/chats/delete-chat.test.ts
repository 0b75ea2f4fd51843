import { expect, it } from 'vitest'
import { resumeChatDeletions, deleteMessagesUpTo } from './delete-chat.ts'
import { onEveryEngine } from '../testing/databases.ts'

onEveryEngine('removal', (bench) => {
  const addMessages = (chatId: number, count: number) =>
    bench.database.query
      .insertInto('message')
      .values(
        Array.from({ length: count }, (_, n) => ({
          chat_id: chatId,
          id: n + 1,
          time: n,
          user_id: 0,
          user_name: '',
          image: null,
          text: 'x',
        })),
      )
      .execute()
  const left = async (chatId: number) =>
    (await bench.database.query.selectFrom('message').select('id').where('chat_id', '=', chatId).execute()).length

  it('deletes up to an id and only in this chat', async () => {
    await addMessages(900, 10)
    await addMessages(901, 10)
    await deleteMessagesUpTo(bench.database.query, 900, 7)
    expect([await left(900), await left(901)]).toEqual([3, 10])
  })

  it('completes an interrupted deletion and touches no live chat', async () => {
    const { call } = await bench.newAccount()
    const made = await Promise.all([call('POST', '/chats', { name: 'Going' }), call('POST', '/chats', { name: 'Staying' })])
    const [going = 0, staying = 0] = made.map(({ body }) => body.chatId)
    await addMessages(going, 5)
    await addMessages(staying, 5)
    await bench.database.query.updateTable('chat').set({ deleted: 1 }).where('id', '=', going).execute()
    expect((await call('GET', `/chats/${going}`)).status).toBe(404)
    await resumeChatDeletions(bench.database.query)
    expect([await left(going), await left(staying)]).toEqual([0, 5])
    expect(await bench.database.query.selectFrom('chat').select('id').where('id', '=', going).execute()).toEqual([])
    expect((await call('GET', `/chats/${staying}`)).status).toBe(200)
  })
})
