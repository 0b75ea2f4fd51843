import { beforeAll, describe, expect, test } from 'vitest'
import { ChatDraft } from '#contract/chats.ts'
import { byteLength } from '#contract/values.ts'
import { maxMessageBytes } from '#contract/messages.ts'
import type { Database } from '#db/open.ts'
import { createToken } from '../accounts/accounts.ts'
import { knownSettings } from '../chats/chat-settings.ts'
import type { Tables } from '../tables.ts'
import { onAnyEngine } from '../testing/databases.ts'
import { ensureDemoAccount } from './demo-account.ts'
import { demoChats, messagesOf } from './demo-chats.ts'
import { createRandom } from './random.ts'

const now = Date.UTC(2026, 10, 14, 14, 31, 42)
const seconds = now / 1000
const day = 86_400

onAnyEngine('the demo account', (bench) => {
  type Made = NonNullable<Awaited<ReturnType<typeof ensureDemoAccount>>>
  let made: Made
  let twin: Made | null
  beforeAll(async () => {
    // Two at once: several processes may start on one database.
    const answers = await Promise.all([ensureDemoAccount(bench.database, { now }), ensureDemoAccount(bench.database, { now })])
    if (!answers[0]) throw new Error('No demo account was made')
    made = answers[0]
    twin = answers[1]
  })

  const chats = () => bench.database.query.selectFrom('chat').selectAll().orderBy('id').execute()
  const messages = () => bench.database.query.selectFrom('message').selectAll().orderBy('chat_id').orderBy('id').execute()

  test('is made once, with five chats and about 20,000 messages', async () => {
    expect(twin).toEqual(made)
    expect(made.rooms).toBe(5)
    expect(made.messages).toBeGreaterThan(18_500)
    expect(made.messages).toBeLessThan(21_500)
    expect(await ensureDemoAccount(bench.database, { now: now + 1000 })).toEqual(made)
    expect(await countOf(bench.database, 'account')).toBe(1)
    expect(await messages()).toHaveLength(made.messages)
  })

  test('is close to the limits of its plan and exceeds that of keywords', async () => {
    const { token } = await createToken(bench.database, { accountId: made.accountId }, now)
    const { body } = await bench.callWith(token)('GET', '/account')
    expect(body.data).toMatchObject({
      email: 'demo@roomkeeper.example',
      company: 'Tidewater Events',
      currency: '',
      plan: { rooms: 6, usedRooms: 5, admins: 10, usedAdmins: 6, keywords: 200, usedKeywords: 212, users: 2000, exceed: true },
    })
  })

  test('can be read through the API', async () => {
    const { token } = await createToken(bench.database, { accountId: made.accountId }, now)
    const call = bench.callWith(token)
    for (const { id, last_message_id } of await chats()) {
      expect((await call('GET', `/chats/${id}`)).status).toBe(200)
      expect((await call('GET', `/chats/${id}/polls`)).status).toBe(200)
      expect((await call('GET', `/chats/${id}/banned-ips`)).status).toBe(200)
      const page = await call('GET', `/chats/${id}/messages?fast=true&reverse&limit=1`)
      expect(page.body.data).toMatchObject([{ messageId: last_message_id }])
    }
  })

  test('has settings that the service accepts', async () => {
    for (const chat of await chats()) {
      const settings = ChatDraft.parse(JSON.parse(chat.settings))
      expect(knownSettings(settings)).toEqual(settings)
    }
  })

  test('has a paid, a private, an offline and an expert’s chat, and word filters that match inside words', async () => {
    const settings = (await chats()).map((chat) => ChatDraft.parse(JSON.parse(chat.settings)))
    expect(settings.some((one) => one.monetizeLogin)).toBe(true)
    expect(settings.some((one) => one.forceSDKLogin)).toBe(true)
    expect(settings.some((one) => one.offline && one.offlineMessage)).toBe(true)
    expect(settings.some((one) => one.type === 1)).toBe(true)
    expect(settings.some((one) => / \w/.test(one.filterWords ?? ''))).toBe(true)
    expect(new Set(settings.map((one) => one.langId))).toEqual(new Set(['en', 'pl', 'de', 'es']))
  })

  test('has polls in every state, a tie and some without votes', async () => {
    const polls = await bench.database.query.selectFrom('poll').selectAll().execute()
    expect(new Set(polls.map(({ status }) => status))).toEqual(new Set(['draft', 'sent', 'published']))
    expect(polls.some(({ deleted }) => deleted)).toBe(true)
    expect(polls.some((poll) => poll.answer1count > 0 && poll.answer1count === poll.answer2count)).toBe(true)
    expect(polls.some((poll) => poll.last_sent && poll.answer1count + poll.answer2count + poll.answer3count === 0)).toBe(true)
    for (const poll of polls) expect((poll.last_sent ?? poll.created) >= poll.created, poll.question).toBe(true)
  })

  test('numbers messages in the order of their times, and each chat counts its own', async () => {
    const all = await messages()
    for (const chat of await chats()) {
      const own = all.filter((message) => message.chat_id === chat.id)
      expect(own.map(({ id }) => id)).toEqual(own.map((_, index) => index + 1))
      expect(own.map(({ time }) => time)).toEqual(own.map(({ time }) => time).toSorted((a, b) => a - b))
      expect(chat.last_message_id).toBe(own.length)
      const polls = await bench.database.query.selectFrom('poll').select('id').where('chat_id', '=', chat.id).execute()
      expect(chat.last_poll_id).toBe(polls.length)
      expect(chat.created).toBeLessThan(own[0]?.time ?? 0)
    }
  })

  test('has messages of the last thirty days up to now; those of the closed chat are months old', async () => {
    const all = await messages()
    const [stage, ...others] = await chats()
    expect(Math.max(...all.map(({ time }) => time))).toBe(seconds - 4)
    expect(stage?.last_used).toBe('2026-11-14 14:31:38')
    const closed = others.at(-1)
    const open = all.filter((message) => message.chat_id !== closed?.id)
    expect(Math.min(...open.map(({ time }) => time))).toBeGreaterThanOrEqual(seconds - 30 * day)
    expect(Math.min(...open.map(({ time }) => time))).toBeLessThan(seconds - 28 * day)
    expect(Math.max(...all.filter((message) => message.chat_id === closed?.id).map(({ time }) => time))).toBeLessThan(seconds - 90 * day)
  })

  test('has many languages, links, pictures, insults, a spam wave and equal times', async () => {
    const all = await messages()
    const scripts = [
      /\p{Script=Hebrew}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Hiragana}/u,
      /[ąęłż]/,
      /[ğşı]/,
      /[ãõ]/,
      /ß|ü/,
      /¿/,
      /\p{Extended_Pictographic}/u,
      /https:\/\/\S+\.jpg/,
      /Scunthorpe/,
      /idiot/,
    ]
    for (const script of scripts)
      expect(
        all.some(({ text }) => script.test(text)),
        String(script),
      ).toBe(true)
    const lately = all.filter(({ time, text }) => time > seconds - 600 && /backstage pass/i.test(text))
    expect(lately.length).toBeGreaterThan(80)
    expect(new Set(lately.map(({ user_name }) => user_name)).size).toBe(6)
    expect(new Set(all.map(({ chat_id, time }) => `${chat_id} ${time}`)).size).toBeLessThan(all.length)
    for (const { text } of all) expect(byteLength(text)).toBeLessThanOrEqual(maxMessageBytes)
  })

  test('hardly repeats a text within a page of fifty', async () => {
    const texts = (await messages()).filter(({ text }) => !/aurora-pass|live-hd|coin-schule/.test(text)).map(({ text }) => text)
    expect(new Set(texts).size / texts.length).toBeGreaterThan(0.5)
    const pages = Array.from({ length: Math.floor(texts.length / 50) }, (_, page) => texts.slice(page * 50, page * 50 + 50))
    const shares = pages.map((page) => new Set(page).size / page.length)
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.97)
    expect(Math.min(...shares)).toBeGreaterThan(0.8)
  })
})

onAnyEngine('without a demo account', (bench) => {
  test('nothing is added where accounts exist', async () => {
    await bench.newAccount()
    expect(await ensureDemoAccount(bench.database, { now })).toBeNull()
    expect(await countOf(bench.database, 'chat')).toBe(0)
  })
})

describe('the same seed', () => {
  test('gives the same messages', () => {
    const messages = (seed: number) => demoChats.map((chat) => messagesOf(chat, createRandom(seed), seconds))
    expect(messages(3)).toEqual(messages(3))
    expect(messages(4)).not.toEqual(messages(3))
  })
})

async function countOf(database: Database<Tables>, table: keyof Tables): Promise<number> {
  const { count } = await database.query
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
