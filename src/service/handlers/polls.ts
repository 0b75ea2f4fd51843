import type { Kysely, Selectable, Transaction, UpdateObject } from 'kysely'
import type { Context, Handler } from '../handler.ts'
import { inParts } from '../lists/chunked-list.ts'
import { nextInChat, requireChat } from '../chats/live-chats.ts'
import { notFound, pollLimit } from '../refusals.ts'
import type { PollTable, Tables } from '../tables.ts'
import { toSeconds, toTextDate } from '../times.ts'

/** Most polls of a chat that are not deleted. */
export const maxPolls = 10_000

/** Statuses and what the acts do to them: docs/assumptions.md row 7. */

export const pollList: Handler<'pollList'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const polls = livePolls(context.database.query, params.chatId).selectAll().orderBy('id')
  return yield* inParts((count, last) => (last ? polls.where('id', '>', last.id) : polls).limit(count).execute(), shown)
}

export const pollCreate: Handler<'pollCreate'> = async ({ params, body }, context) => {
  const created = context.now()
  const poll = {
    chat_id: params.chatId,
    user_id: context.account,
    question: body.question,
    answer1: body.answer1,
    answer2: body.answer2,
    answer3: body.answer3 ?? '',
    answer4: body.answer4 ?? '',
    ...noVotes,
    status: 'draft' as const,
    created: toTextDate(created),
    last_sent: null,
    published: null,
    deleted: null,
    ...(body.send && sentNow(context)),
  }
  const id = await context.database.transaction(async (trx) => {
    const id = await nextInChat(trx, context.account, params.chatId, 'last_poll_id')
    if (id > maxPolls) await requireLessThanMost(trx, params.chatId)
    await trx
      .insertInto('poll')
      .values({ ...poll, id })
      .execute()
    return id
  })
  return { id, createDate: toSeconds(created) }
}

export const pollUpdate: Handler<'pollUpdate'> = async ({ params, body }, context) => {
  const { question, answer1, answer2, answer3, answer4, send } = body
  // Counts are only ever touched in place: votes that arrive during the edit stay.
  return changePoll(context, params, {
    question,
    answer1,
    answer2,
    ...(answer3 !== undefined && { answer3 }),
    ...(answer3 === '' && { answer3count: 0 }),
    ...(answer4 !== undefined && { answer4 }),
    ...(answer4 === '' && { answer4count: 0 }),
    ...(send && sentNow(context)),
  })
}

export const pollDelete: Handler<'pollDelete'> = async ({ params }, context) =>
  changePoll(context, params, { deleted: toTextDate(context.now()) })

export const pollReset: Handler<'pollReset'> = async ({ params }, context) => changePoll(context, params, noVotes)

export const pollResend: Handler<'pollResend'> = async ({ params }, context) => changePoll(context, params, sentNow(context))

export const pollPublish: Handler<'pollPublish'> = async ({ params }, context) =>
  changePoll(context, params, { status: 'published', published: toTextDate(context.now()) })

const livePolls = (query: Kysely<Tables>, chatId: number) =>
  query.selectFrom('poll').where('chat_id', '=', chatId).where('deleted', 'is', null)

async function requireLessThanMost(trx: Transaction<Tables>, chatId: number): Promise<void> {
  const { count } = await livePolls(trx, chatId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxPolls) throw pollLimit(maxPolls)
}

const noVotes = { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }

const sentNow = ({ now }: Context) => ({ status: 'sent' as const, last_sent: toTextDate(now()) })

/**
 * One statement, so that changes at the same time cannot undo each other. Throws `not_found`.
 */
async function changePoll(context: Context, { chatId, pollId }: { chatId: number; pollId: number }, change: UpdateObject<Tables, 'poll'>) {
  await requireChat(context, chatId)
  const { numUpdatedRows } = await context.database.autocommit((query) =>
    query
      .updateTable('poll')
      .set(change)
      .where('chat_id', '=', chatId)
      .where('id', '=', pollId)
      .where('deleted', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  if (!numUpdatedRows) throw notFound('poll')
  return { status: true }
}

const shown = ({ chat_id, user_id, created, last_sent, published, deleted, ...poll }: Selectable<PollTable>) => ({
  ...poll,
  roomId: chat_id,
  userId: user_id,
  createDate: created,
  lastSentDate: last_sent,
  publishedDate: published,
  dateDeleted: deleted,
})
