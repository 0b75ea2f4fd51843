import type { Selectable } from 'kysely'
import { defaultMessagePageSize, maxMessagePageSize } from '#contract/messages.ts'
import type { Context, Handler } from '../handler.ts'
import { inParts } from '../lists/chunked-list.ts'
import { cursorOf, nextOf, type Position, type Range } from '../chats/message-cursor.ts'
import { liveChats, nextInChat, requireChat } from '../chats/live-chats.ts'
import { notFound } from '../refusals.ts'
import { removeMessages } from '../chats/delete-chat.ts'
import type { MessageTable } from '../tables.ts'
import { toSeconds } from '../times.ts'

/** Who a system message is from: nobody. */
const system = 0

export const messageSend: Handler<'messageSend'> = async ({ params, body }, { database, account, now }) => {
  const message = {
    chat_id: params.chatId,
    time: toSeconds(now()),
    user_id: system,
    user_name: body.username ?? '',
    // An image counts only beside a username: docs/assumptions.md row 13.
    image: body.username && body.image ? body.image : null,
    text: body.text,
  }
  await database.transaction(async (trx) => {
    const id = await nextInChat(trx, account, params.chatId, 'last_message_id')
    await trx
      .insertInto('message')
      .values({ ...message, id })
      .execute()
  })
  return { status: true }
}

export const messageList: Handler<'messageList'> = async function* ({ params, query }, context) {
  const { next, limit: asked, reverse, from, to } = query
  const cursor = next === undefined ? undefined : cursorOf(next, { chatId: params.chatId, reverse, from, to })
  await requireChat(context, params.chatId)
  const range = cursor?.range ?? { chatId: params.chatId, reverse: reverse ?? false, from, to }
  const limit = Math.min(asked ?? cursor?.limit ?? defaultMessagePageSize, maxMessagePageSize)
  const read = (count: number, last: Position | undefined) => readPage(context, range, last ?? cursor?.after, count)
  const { data, cutAfter } = yield* inParts(read, shown, limit)
  return { data, ...(cutAfter && { next: nextOf({ range, limit, after: cutAfter }) }) }
}

/** Not everything at once, as its name would have it, but the newest messages, oldest first. */
export const messageListSlow: Handler<'messageListSlow'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const all = { chatId: params.chatId, reverse: false, from: undefined, to: undefined }
  const before = await positionBefore(context, params.chatId, maxMessagePageSize)
  const { data } = yield* inParts((count, last) => readPage(context, all, last ?? before, count), shown, maxMessagePageSize)
  return { data }
}

/** Where so many of the newest messages begin; undefined = with the first one. */
async function positionBefore({ database }: Context, chatId: number, count: number): Promise<Position | undefined> {
  const newest = await database.query
    .selectFrom('message')
    .select(['time', 'id'])
    .where('chat_id', '=', chatId)
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

export const messageDeleteAll: Handler<'messageDeleteAll'> = async ({ params }, { database, account, once }) => {
  const last = await once(async (query) => {
    const chat = await liveChats(query, account).where('id', '=', params.chatId).select('last_message_id').executeTakeFirst()
    if (!chat) throw notFound('chat')
    return chat.last_message_id
  })
  // What is posted while this runs was not meant, and stays.
  await removeMessages(database.query, params.chatId, last)
  return { status: true }
}

async function deleteMessages({ database }: Context, chatId: number, ids: number[]): Promise<bigint> {
  // Others may delete the same ones meanwhile.
  const { numDeletedRows } = await database.autocommit((query) =>
    query.deleteFrom('message').where('chat_id', '=', chatId).where('id', 'in', ids).executeTakeFirstOrThrow(),
  )
  return numDeletedRows
}

function readPage({ database }: Context, range: Range, after: Position | undefined, count: number): Promise<Selectable<MessageTable>[]> {
  const { chatId, reverse, from, to } = range
  const order = reverse ? 'desc' : 'asc'
  let page = database.query.selectFrom('message').selectAll().where('chat_id', '=', chatId)
  // A position lies within its range, so it takes the place of the end where reading began: given both, SQLite would search from that end on.
  if (from !== undefined && (!after || reverse)) page = page.where('time', '>=', from)
  if (to !== undefined && (!after || !reverse)) page = page.where('time', '<=', to)
  if (after) page = page.where((eb) => eb(eb.refTuple('time', 'id'), reverse ? '<' : '>', eb.tuple(after.time, after.id)))
  return page.orderBy('time', order).orderBy('id', order).limit(count).execute()
}

const shown = ({ id, time, user_id, image, user_name, text }: Selectable<MessageTable>) => ({
  messageId: id,
  time,
  userId: user_id,
  image,
  userName: user_name,
  text,
})
