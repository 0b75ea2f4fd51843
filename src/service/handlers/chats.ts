import { createHash, randomInt } from 'node:crypto'
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import { defaults } from '#contract/settings-derive.ts'
import { insert, rowsWith, update } from '#db/rows.ts'
import { isDuplicate } from '#db/errors.ts'
import { retry } from '#db/open.ts'
import { versionIn, versionedEtag } from '#http/read-response.ts'
import { knownSettings, shownSettings, storedSettings } from '../chats/chat-settings.ts'
import { nextId } from '../ids.ts'
import type { Context, Handler } from '../handler.ts'
import { readInChunks } from '../lists/list-response.ts'
import { liveChats } from '../chats/live-chats.ts'
import { changedMeanwhile, notFound, planFull } from '../refusals.ts'
import { deleteChatRows } from '../chats/delete-chat.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'

export const chatList: Handler<'chatList'> = async function* (_input, { database, account }) {
  const chats = liveChats(database.query, account).selectAll().orderBy('id')
  return yield* readInChunks((count, last) => (last ? chats.where('id', '>', last.id) : chats).limit(count).execute(), shown)
}

export const chatRead: Handler<'chatRead'> = async ({ params }, context) => {
  const chat = await ownChat(context.database.query, context.account, params.chatId)
  context.setVersion(tagOf(chat))
  return { status: true, data: shown(chat) }
}

export const chatCreate: Handler<'chatCreate'> = async ({ body }, context) => {
  const settings = knownSettings(body)
  return addChat(context, async () => ({ settings: JSON.stringify({ ...defaults, ...settings }), design: '{}' }))
}

export const chatDuplicate: Handler<'chatDuplicate'> = ({ params, body }, context) =>
  addChat(context, async (trx) => {
    const source = await ownChat(trx, context.account, params.chatId)
    const original = storedSettings(source.settings)
    const settings = {
      ...(body.settings ? original : defaults),
      name: body.name ?? copyName(original.name),
      monetizeLogin: body.monetize ? original.monetizeLogin : defaults.monetizeLogin,
    }
    const bansOf = body.bannedIps ? source.id : undefined
    return { settings: JSON.stringify(settings), design: body.design ? source.design : '{}', bansOf }
  })

export const chatUpdate: Handler<'chatUpdate'> = async ({ params, body }, { database, account, ifMatch, setVersion }) => {
  const changes = knownSettings(body)
  const version = await database.serializable(async (trx) => {
    const chat = await liveChats(trx, account).where('id', '=', params.chatId).selectAll().executeTakeFirst()
    if (!chat) throw notFound('chat')
    if (ifMatch !== undefined && !matches(ifMatch, chat)) throw changedMeanwhile(tagOf(chat))
    // Fields left out keep their value: docs/assumptions.md row 3.
    const settings = JSON.stringify({ ...storedSettings(chat.settings), ...changes })
    await update(trx, 'chat', { id: params.chatId }, { settings })
    return tagOf({ ...chat, settings })
  })
  setVersion(version)
  return { status: true }
}

export const chatDelete: Handler<'chatDelete'> = async ({ params }, { database, account, now }) => {
  if (!(await update(database.query, 'chat', { id: params.chatId, account_id: account, deleted: null }, { deleted: toUnixSeconds(now()) })))
    throw notFound('chat')
  await deleteChatRows(database.query, params.chatId)
  return { status: true }
}

async function ownChat(query: Kysely<Tables>, account: number, chatId: number): Promise<Selectable<Tables['chat']>> {
  const chat = await liveChats(query, account).where('id', '=', chatId).selectAll().executeTakeFirst()
  if (!chat) throw notFound('chat')
  return chat
}

const versionOf = (settings: string) => createHash('sha256').update(settings).digest('base64url')

/** Its version is that of the settings alone: `lastUsed` changes while people use the chat, which must not make a save stale. */
const tagOf = (chat: Selectable<Tables['chat']>) => versionedEtag(versionOf(chat.settings), JSON.stringify(shown(chat)))

/** Weak tags match too: the tag of a compressed response is weak (W/). */
function matches(ifMatch: string, { settings }: Selectable<Tables['chat']>): boolean {
  const version = `"${versionOf(settings)}"`
  return ifMatch.split(',').some((tag) => ['*', version].includes(versionIn(tag.trim())))
}

const shown = ({ id, hash, created, last_used, settings }: Selectable<Tables['chat']>) => ({
  id,
  hash,
  createDate: created,
  lastUsed: last_used,
  // The service has no pages of its own that it could link to.
  registerTermsLink: '',
  ...shownSettings(settings),
})

interface Content {
  settings: string
  design: string
  /** The chat whose bans are copied. */
  bansOf?: number | undefined
}

/**
 * Adds a chat within the plan. Throws `plan_full`.
 * @param contentOf runs in the same transaction, because the chat that is copied may be deleted concurrently
 */
async function addChat({ database, account, now }: Context, contentOf: (trx: Transaction<Tables>) => Promise<Content>) {
  const id = await nextId(database.query, 'chat')
  const add = () =>
    database.serializable(async (trx) => {
      const { bansOf, ...content } = await contentOf(trx)
      await requireFreeChat(trx, account)
      const hash = newHash()
      await insert(trx, 'chat', { id, account_id: account, hash, created: toUnixSeconds(now()), last_used: null, ...content })
      if (bansOf !== undefined) await copyBans(trx, bansOf, id)
      return { status: true, chatId: id, hash }
    })
  // A collision of hashes is nearly impossible and no reason to refuse a chat.
  return retry(add, isDuplicate)
}

async function requireFreeChat(trx: Transaction<Tables>, account: number): Promise<void> {
  const { plan_rooms: maxChats } = await rowsWith(trx, 'account', { id: account }).select('plan_rooms').executeTakeFirstOrThrow()
  const { used } = await liveChats(trx, account)
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  if (used >= maxChats) throw planFull(maxChats)
}

const copyBans = (trx: Transaction<Tables>, from: number, to: number) =>
  trx
    .insertInto('banned_range')
    .columns(['chat_id', 'first_ip', 'last_ip'])
    .expression((eb) =>
      eb
        .selectFrom('banned_range')
        .select([sql<number>`cast(${to} as bigint)`.as('chat_id'), 'first_ip', 'last_ip'])
        .where('chat_id', '=', from),
    )
    .execute()

const suffix = ' (copy)'
/** Within the 200 characters of a name, without splitting a surrogate pair. */
const copyName = (name: string) => name.slice(0, 200 - suffix.length).replace(/[\uD800-\uDBFF]$/, '') + suffix

const hashCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_*:@~!-'
const newHash = () => Array.from({ length: 8 }, () => hashCharacters[randomInt(hashCharacters.length)]).join('')
