import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CompiledQuery, Kysely } from 'kysely'
import { defaults } from '#contract/settings-derive.ts'
import type { Database } from '#db/open.ts'
import { nextId } from '../ids.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds, toUtcDateTime } from '../times.ts'
import { castOf, chatter, type Voice } from './conversation.ts'
import { bankOf } from './speech.ts'
import { createRandom, type Random } from './random.ts'
import { insert, rowsWith, update } from '#db/rows.ts'

interface GenerateOptions {
  accountId: number
  chats: number
  /** In total. */
  messages: number
  /** Milliseconds; the newest messages are slightly older. */
  now: number
  /** Called now and then with the number of messages stored so far. */
  onProgress?: (stored: number) => void
}

/** Messages per transaction: many enough to be fast, few enough that other writers wait less than a second. */
const batchSize = 20_000
const year = 365 * 86_400

/**
 * Adds chats with messages to an account, spread evenly over the year before `now`. The limits of its plan are ignored.
 * Rejects where the account does not exist. When it is interrupted, all chats are valid but have fewer messages.
 */
export async function generateChats(database: Database<Tables>, { accountId, chats, messages, now, onProgress }: GenerateOptions) {
  const account = await rowsWith(database.query, 'account', { id: accountId }).select('id').executeTakeFirst()
  if (!account) throw new Error(`There is no account ${accountId}`)
  const chatIds: number[] = []
  let stored = 0
  for (let index = 0; index < chats; index++) {
    const chatId = await addChat(database, { accountId, now })
    chatIds.push(chatId)
    const count = Math.floor(messages / chats) + (index < messages % chats ? 1 : 0)
    for (const batch of batches(createRandom(chatId), { chatId, count, now: toUnixSeconds(now) })) {
      await storeBatch(database, chatId, batch)
      stored += batch.length
      onProgress?.(stored)
      // SQLite runs synchronously: without yielding nothing else would run, not even the freeing of statements.
      await setImmediate()
    }
  }
  return { accountId, chatIds, messages: stored }
}

async function addChat(database: Database<Tables>, { accountId, now }: { accountId: number; now: number }): Promise<number> {
  const id = await nextId(database.query, 'chat')
  await database.query
    .insertInto('chat')
    .values({
      id,
      account_id: accountId,
      // Eight characters that are all allowed in a hash.
      hash: randomBytes(6).toString('base64url'),
      created: toUnixSeconds(now) - year,
      last_used: null,
      settings: JSON.stringify({ ...defaults, name: nameOf(createRandom(id), id) }),
      design: '{}',
    })
    .execute()
  return id
}

async function storeBatch(database: Database<Tables>, chatId: number, batch: Tables['message'][]): Promise<void> {
  const last = batch.at(-1)
  if (!last) return
  await database.serializable(async (trx) => {
    await insertMessages(trx, batch)
    await update(trx, 'chat', { id: chatId }, { last_message_id: last.id, last_used: toUtcDateTime(last.time * 1000) })
  })
}

const voices: Voice[] = [
  { language: 'en', bank: bankOf('mainStage', 'en'), share: 1 },
  { language: 'de', bank: bankOf('nightCafe', 'de'), share: 1 },
  { language: 'es', bank: bankOf('mainStage', 'es'), share: 1 },
  { language: 'pl', bank: bankOf('nightRadio', 'pl'), share: 1 },
]

/** @param now Unix seconds */
function* batches(random: Random, { chatId, count, now }: { chatId: number; count: number; now: number }): Generator<Tables['message'][]> {
  const { language, bank } = random.pick(voices)
  const talk = chatter(random, castOf(random, language), bank)
  let batch: Tables['message'][] = []
  for (let id = 1; id <= count; id++) {
    const { value } = talk.next()
    const time = now - year + Math.floor(((id - random.next()) * year) / count)
    batch.push({ chat_id: chatId, id, time, user_id: value.by.id, user_name: value.by.name, image: value.by.image, text: value.text })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length) yield batch
}

const places = 'Harbour|Rooftop|Garden|Library|Market|Station|Courtyard|Bridge|Lighthouse|Cellar|Orchard|Tram stop'.split('|')
const kinds = 'chat|lounge|corner|table|evening|crowd|regulars|open house|after hours'.split('|')

const nameOf = (random: Random, id: number) => `${random.pick(places)} ${random.pick(kinds)} ${id}`

/** Rows of seven parameters each, below the maximum of either engine. */
const rowsPerStatement = 200

/** Inserts any number of messages. Compiling a statement with so many parameters costs more than running it, so it is compiled once. */
export async function insertMessages(query: Kysely<Tables>, messages: Tables['message'][]): Promise<void> {
  let full: CompiledQuery | undefined
  for (let start = 0; start < messages.length; start += rowsPerStatement) {
    const rows = messages.slice(start, start + rowsPerStatement)
    if (rows.length < rowsPerStatement) await insert(query, 'message', rows)
    else {
      full ??= query.insertInto('message').values(rows).compile()
      await query.executeQuery({ ...full, parameters: rows.flatMap(valuesOf) })
    }
  }
}

/** Kysely lists the columns in the order of the keys of the first row. */
const valuesOf = (row: Tables['message']) => Object.values(row)
