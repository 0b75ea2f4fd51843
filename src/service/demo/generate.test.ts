import { describe, expect, test } from 'vitest'
import { UsageError } from '#db/command-line.ts'
import { environmentOf, onAnyEngine } from '../testing/databases.ts'
import { runDemoDataCommand } from './demo-data-action.ts'
import { generateChats } from './generate.ts'

const now = Date.UTC(2026, 10, 14, 14, 31, 42)

onAnyEngine('generated chats', (bench) => {
  test('have exactly the requested number of messages, correctly counted and beyond the plan', async () => {
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

  test('continue like other chats: the next message gets the next id', async () => {
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

  test('are created by the command, which reports its progress', async () => {
    const { accountId, call } = await bench.newAccount()
    const said: string[] = []
    const args = ['--account', String(accountId), '--chats', '20', '--messages', '60']
    const made = await runDemoDataCommand(args, environmentOf(bench.place), (text) => said.push(text))
    expect(made).toMatchObject({ accountId, messages: 60 })
    // What it does first, and a line for each tenth.
    expect(said.map((line) => line.split(',')[0]).slice(1)).toEqual(
      [6, 12, 18, 24, 30, 36, 42, 48, 54, 60].map((stored) => `${stored} of 60 messages`),
    )
    expect((await call('GET', '/chats')).body['count']).toBe(20)
  })

  test('need an account', async () => {
    await expect(generateChats(bench.database, { accountId: 999, chats: 1, messages: 1, now })).rejects.toThrow('There is no account 999')
  })
})

describe('the demo-data command', () => {
  test.each([
    [['--account', 'x', '--chats', '1', '--messages', '1'], '--account must be a whole number'],
    [['--account', '1', '--chats', '0', '--messages', '1'], '--chats must be a whole number, at least 1'],
    [['--account', '1', '--chats', '1'], '--messages must be a whole number'],
    [['--rooms', '1'], "Unknown option '--rooms'"],
  ])('refuses %j', async (args, words) => {
    // Nothing is opened before the arguments are right: this address would be refused.
    const failure = await runDemoDataCommand(args, { DATABASE_URL: 'mysql://x' }, () => {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toContain(words)
  })
})
