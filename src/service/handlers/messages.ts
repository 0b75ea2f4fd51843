import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import { parseJson } from '#contract/values.ts'
import { defaultMessagePageSize, maxMessagePageSize } from '#contract/messages.ts'
import type { Context, Handler } from '../handler.ts'
import { readInChunks } from '../lists/list-response.ts'
import { liveChats, nextNumberInChat, requireChat } from '../chats/live-chats.ts'
import { badNext, notFound } from '../refusals.ts'
import { deleteMessagesUpTo } from '../chats/delete-chat.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'
import { insert, rowsWith } from '#db/rows.ts'

/** System messages have no user. */
const systemUserId = 0

export const messageSend: Handler<'messageSend'> = async ({ params, body }, { database, account, now }) => {
  const message = {
    chat_id: params.chatId,
    time: toUnixSeconds(now()),
    user_id: systemUserId,
    user_name: body.username ?? '',
    // An image without a username is ignored: docs/assumptions.md row 13.
    image: body.username && body.image ? body.image : null,
    text: body.text,
  }
  await database.transaction(async (trx) => {
    const id = await nextNumberInChat(trx, account, params.chatId, 'last_message_id')
    await insert(trx, 'message', { ...message, id })
  })
  return { status: true }
}

export const messageList: Handler<'messageList'> = async function* ({ params, query }, context) {
  const { next, limit: requested, reverse, from, to } = query
  const cursor = next === undefined ? undefined : cursorOf(next, { chatId: params.chatId, reverse, from, to })
  await requireChat(context, params.chatId)
  const range = cursor?.range ?? { chatId: params.chatId, reverse: reverse ?? false, from, to }
  const limit = Math.min(requested ?? cursor?.limit ?? defaultMessagePageSize, maxMessagePageSize)
  const read = (count: number, last: MessagePosition | undefined) => readPage(context, range, last ?? cursor?.after, count)
  const { data, cutAfter } = yield* readInChunks(read, shown, limit)
  return { data, ...(cutAfter && { next: nextOf({ range, limit, after: cutAfter }) }) }
}

/** Returns only the newest messages, oldest first: see docs/assumptions.md. */
export const messageListSlow: Handler<'messageListSlow'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const all = { chatId: params.chatId, reverse: false, from: undefined, to: undefined }
  const before = await positionBefore(context, params.chatId, maxMessagePageSize)
  const { data } = yield* readInChunks((count, last) => readPage(context, all, last ?? before, count), shown, maxMessagePageSize)
  return { data }
}

/** The position before the `count` newest messages; undefined where there are no more than that. */
async function positionBefore({ database }: Context, chatId: number, count: number): Promise<MessagePosition | undefined> {
  const newest = await rowsWith(database.query, 'message', { chat_id: chatId })
    .select(['time', 'id'])
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(count + 1)
    .execute()
  return newest[count]
}

export const messageDelete: Handler<'messageDelete'> = async ({ params }, context) => {
  await requireChat(context, params.chatId)
  if (!(await deleteMessages(context, params.chatId, [params.messageId]))) throw notFound('message')
  return { status: true }
}

export const messageDeleteSome: Handler<'messageDeleteSome'> = async ({ params, body }, context) => {
  await requireChat(context, params.chatId)
  await deleteMessages(context, params.chatId, body)
  return { status: true }
}

export const messageDeleteAll: Handler<'messageDeleteAll'> = async ({ params }, { database, account, decideOnce }) => {
  const last = await decideOnce(async (query) => {
    const chat = await liveChats(query, account).where('id', '=', params.chatId).select('last_message_id').executeTakeFirst()
    if (!chat) throw notFound('chat')
    return chat.last_message_id
  })
  // Messages that are posted while this runs are kept.
  await deleteMessagesUpTo(database.query, params.chatId, last)
  return { status: true }
}

async function deleteMessages({ database }: Context, chatId: number, ids: number[]): Promise<bigint> {
  // Autocommit with retry: concurrent requests may delete the same messages.
  const { numDeletedRows } = await database.autocommit((query) =>
    query.deleteFrom('message').where('chat_id', '=', chatId).where('id', 'in', ids).executeTakeFirstOrThrow(),
  )
  return numDeletedRows
}

function readPage(
  { database }: Context,
  range: MessageRange,
  after: MessagePosition | undefined,
  count: number,
): Promise<Selectable<Tables['message']>[]> {
  const { chatId, reverse, from, to } = range
  const order = reverse ? 'desc' : 'asc'
  let page = rowsWith(database.query, 'message', { chat_id: chatId }).selectAll()
  // A position lies within its range and replaces the end where reading began: given both conditions, SQLite would search from that end.
  if (from !== undefined && (!after || reverse)) page = page.where('time', '>=', from)
  if (to !== undefined && (!after || !reverse)) page = page.where('time', '<=', to)
  if (after) page = page.where((eb) => eb(eb.refTuple('time', 'id'), reverse ? '<' : '>', eb.tuple(after.time, after.id)))
  return page.orderBy('time', order).orderBy('id', order).limit(count).execute()
}

const shown = ({ id, time, user_id, image, user_name, text }: Selectable<Tables['message']>) => ({
  messageId: id,
  time,
  userId: user_id,
  image,
  userName: user_name,
  text,
})

/** Which messages are read, and in which order. */
interface MessageRange {
  chatId: number
  reverse: boolean
  /** Unix seconds, both inclusive. */
  from: number | undefined
  to: number | undefined
}

/** The last message of a page: the next page begins after it. */
interface MessagePosition {
  time: number
  id: number
}

/** The content of `next`: the parameters of its request, and how far that got. */
interface MessageCursor {
  range: MessageRange
  limit: number
  after: MessagePosition
}

const whole = z.number().check(z.int())
const limits = whole.check(z.minimum(1), z.maximum(maxMessagePageSize))
const parts = z.tuple([whole, z.literal([0, 1]), z.nullable(whole), z.nullable(whole), limits, whole, whole])

const encode = (values: z.output<typeof parts>) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** The value of `next`, which is opaque to clients. */
export const nextOf = ({ range: { chatId, reverse, from, to }, limit, after: { time, id } }: MessageCursor): string =>
  encode([chatId, reverse ? 1 : 0, from ?? null, to ?? null, limit, time, id])

/**
 * Throws `bad_next` for a value that was not issued for this chat, and where the request names another order or range.
 * @param requested the other parameters of the request; those left out are taken from `next`
 */
function cursorOf(next: string, requested: { [K in keyof MessageRange]?: MessageRange[K] | undefined }): MessageCursor {
  const decoded = parts.safeParse(parseJson(Buffer.from(next, 'base64url').toString()))
  if (!decoded.success) throw badNext()
  const [chatId, reverse, from, to, limit, time, id] = decoded.data
  const range: MessageRange = { chatId, reverse: reverse === 1, from: from ?? undefined, to: to ?? undefined }
  const cursor = { range, limit, after: { time, id } }
  const agrees = (['chatId', 'reverse', 'from', 'to'] as const).every(
    (name) => requested[name] === undefined || requested[name] === range[name],
  )
  if (!agrees || nextOf(cursor) !== next || !isWithin(range, cursor.after)) throw badNext()
  return cursor
}

const isWithin = ({ from = -Infinity, to = Infinity }: MessageRange, { time }: MessagePosition) => from <= time && time <= to
