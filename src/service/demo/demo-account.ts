import type { Insertable, Kysely } from 'kysely'
import { ipv4ToNumber } from '#contract/values.ts'
import { defaults } from '#contract/settings-derive.ts'
import type { Database } from '#db/open.ts'
import { nextId } from '../ids.ts'
import { liveChats } from '../chats/live-chats.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds, toUtcDateTime } from '../times.ts'
import type { DemoPoll } from './chat-file.ts'
import { demoChats, messagesOf, type DemoChat } from './demo-chats.ts'
import { insertMessages } from './generate.ts'
import { createRandom } from './random.ts'
import { insert, rowsWith } from '#db/rows.ts'

export const demoEmail = 'demo@roomkeeper.example'

interface DemoAccount {
  accountId: number
  rooms: number
  messages: number
}

/**
 * The demo account, created where the database has no accounts yet. Resolves to null where there are accounts but no demo account.
 * @param now milliseconds; the last messages of the demo are a few seconds older
 */
export async function ensureDemoAccount(database: Database<Tables>, { now }: { now: number }): Promise<DemoAccount | null> {
  const found = await findDemo(database.query)
  if (found !== undefined) return found
  const contents = demoChats.map((chat, index) => ({ chat, drafts: messagesOf(chat, createRandom(index + 1), toUnixSeconds(now)) }))
  return database.serializable(async (trx) => {
    // The transaction begins with a write, which on SQLite makes a second process wait. If that then finds the demo account, its id remains unused.
    const accountId = await nextId(trx, 'account')
    const meanwhile = await findDemo(trx)
    if (meanwhile !== undefined) return meanwhile
    await insert(trx, 'account', { id: accountId, ...profile, token_key: '', created: toUnixSeconds(now) - 1600 * day })
    for (const { chat, drafts } of contents) {
      const chatId = await nextId(trx, 'chat')
      const messages = drafts.map((message, index): Tables['message'] => ({ chat_id: chatId, id: index + 1, ...message }))
      await insert(trx, 'chat', chatRow(chat, { chatId, accountId, messages, now }))
      await insertMessages(trx, messages)
      const polls = chat.polls.toReversed().map((poll, index) => pollRow(poll, { chatId, id: index + 1, now }))
      const bans = chat.bans.map((ban) => banRow(ban, chatId))
      await insert(trx, 'poll', polls)
      await insert(trx, 'banned_range', bans)
    }
    return { accountId, rooms: demoChats.length, messages: contents.reduce((sum, { drafts }) => sum + drafts.length, 0) }
  })
}

/** null where there are accounts but no demo account, undefined where there are no accounts. */
async function findDemo(query: Kysely<Tables>): Promise<DemoAccount | null | undefined> {
  const demo = await rowsWith(query, 'account', { email: demoEmail }).select('id').executeTakeFirst()
  if (!demo) return (await query.selectFrom('account').select('id').limit(1).executeTakeFirst()) ? null : undefined
  const chats = await liveChats(query, demo.id).select('id').execute()
  let messages = 0
  for (const { id } of chats) {
    const { count } = await rowsWith(query, 'message', { chat_id: id })
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    messages += count
  }
  return { accountId: demo.id, rooms: chats.length, messages }
}

const day = 86_400

const profile = {
  email: demoEmail,
  name: 'Inês Carvalho',
  company: 'Tidewater Events',
  // Without a currency the paid entry of one chat does not work, which the overview reports.
  payment_email: 'payments@tidewater.example',
  currency: null,
  country_id: 620,
  address: 'Rua do Cais 41',
  city: 'Lisboa',
  state: '',
  unit: '2.º Esq.',
  zip_code: '1200-109',
  reserved_name: 'tidewater',
  plan_rooms: 6,
  plan_admins: 10,
  plan_users: 2000,
  plan_keywords: 200,
  used_admins: 6,
  used_keywords: 212,
  social: 1,
  network_one_link: 'https://tidewater.example/chat',
  network_two_name: 'tidewaterevents',
}

interface StoredChat {
  chatId: number
  accountId: number
  messages: Tables['message'][]
  now: number
}

function chatRow(chat: DemoChat, { chatId, accountId, messages, now }: StoredChat): Insertable<Tables['chat']> {
  const last = messages.at(-1)
  return {
    id: chatId,
    account_id: accountId,
    hash: chat.hash,
    created: toUnixSeconds(now) - chat.createdDaysAgo * day,
    last_used: last ? toUtcDateTime(last.time * 1000) : null,
    settings: JSON.stringify({ ...defaults, ...chat.settings }),
    design: JSON.stringify(chat.design),
    last_message_id: messages.length,
    last_poll_id: chat.polls.length,
  }
}

function pollRow(poll: DemoPoll, { chatId, id, now }: { chatId: number; id: number; now: number }): Tables['poll'] {
  const date = (ago: number | undefined) => (ago === undefined ? null : toUtcDateTime(now - ago * 1000))
  const answers = [1, 2, 3, 4].flatMap((number) => {
    const [text, votes] = poll.answers[number - 1] ?? ['', 0]
    return [
      [`answer${number}`, text],
      [`answer${number}count`, votes],
    ]
  })
  return {
    chat_id: chatId,
    id,
    status: poll.publishedAgo !== undefined ? 'published' : poll.sentAgo !== undefined ? 'sent' : 'draft',
    user_id: 0,
    question: poll.question,
    // These are all columns of answers.
    ...(Object.fromEntries(answers) as Pick<Tables['poll'], AnswerColumn>),
    created: toUtcDateTime(now - poll.createdAgo * 1000),
    last_sent: date(poll.sentAgo),
    published: date(poll.publishedAgo),
    deleted: date(poll.deletedAgo),
  }
}

type AnswerColumn = `answer${1 | 2 | 3 | 4}${'' | 'count'}`

function banRow(ban: string, chatId: number): Tables['banned_range'] {
  const [first = '', last = first] = ban.split('-')
  return { chat_id: chatId, first_ip: ipv4ToNumber(first), last_ip: ipv4ToNumber(last) }
}
