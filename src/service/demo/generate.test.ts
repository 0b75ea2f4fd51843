import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { onEveryEngine } from '../test-databases.ts'
import { generateChats } from './generate.ts'

const now = Date.UTC(2026, 10, 14, 14, 31, 42)

onEveryEngine('generated chats', (bench) => {
  test('hold exactly as many messages as asked for, counted right and past the plan', async () => {
    const { accountId, call } = await bench.newAccount(1)
    const progress: number[] = []
    const made = await generateChats(bench.database, {
      accountId,
      chats: 3,
      messages: 45_001,
      now,
      onProgress: (stored) => progress.push(stored),
    })
    expect(made).toMatchObject({ accountId, messages: 45_001 })
    expect(progress.at(-1)).toBe(45_001)
    const { data } = (await call('GET', '/chats')).body
    expect(data).toHaveLength(3)
    const sizes: number[] = []
    for (const id of made.chatIds) {
      const chat = await bench.database.query.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const messages = await bench.database.query
        .selectFrom('message')
        .select(['id', 'time'])
        .where('chat_id', '=', id)
        .orderBy('time')
        .orderBy('id')
        .execute()
      expect(messages.map((message) => message.id)).toEqual(messages.map((_, index) => index + 1))
      expect(messages.at(-1)?.time).toBeLessThanOrEqual(now / 1000)
      expect(chat.last_message_id).toBe(messages.length)
      expect(chat.hash).toMatch(/^[\w*:@~!-]{8}$/)
      sizes.push(messages.length)
    }
    expect(sizes).toEqual([15_001, 15_000, 15_000])
  })

  test('go on as chats do: the next message gets the next id', async () => {
    const { accountId, call } = await bench.newAccount()
    const { chatIds } = await generateChats(bench.database, { accountId, chats: 1, messages: 7, now })
    expect((await call('POST', `/chats/${chatIds[0]}/messages`, { text: 'Hello' })).status).toBe(200)
    const { body } = await call('GET', `/chats/${chatIds[0]}/messages?fast=true&limit=20`)
    expect(body['count']).toBe(8)
    expect(body.data).toContainEqual(expect.objectContaining({ messageId: 8, text: 'Hello' }))
  })

  test('may be empty', async () => {
    const { accountId, call } = await bench.newAccount()
    const { chatIds } = await generateChats(bench.database, { accountId, chats: 2, messages: 0, now })
    expect((await call('GET', `/chats/${chatIds[1]}`)).body.data).toMatchObject({ lastUsed: null })
  })

  test('need an account', async () => {
    await expect(generateChats(bench.database, { accountId: 999, chats: 1, messages: 1, now })).rejects.toThrow('There is no account 999')
  })
})

const run = (...args: string[]) =>
  spawnSync('npx', ['tsx', new URL('demo-data-command.ts', import.meta.url).pathname, ...args], { encoding: 'utf8' })

test.each([
  [['--account', 'x', '--chats', '1', '--messages', '1'], '--account must be a whole number'],
  [['--account', '1', '--chats', '0', '--messages', '1'], '--chats must be a whole number, at least 1'],
  [['--account', '1', '--chats', '1'], '--messages must be a whole number'],
  [['--rooms', '1'], "Unknown option '--rooms'"],
])('the command refuses %j with its usage', (args, words) => {
  const { status, stdout, stderr } = run(...args)
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(words)
  expect(stderr).toContain('Usage:')
})
