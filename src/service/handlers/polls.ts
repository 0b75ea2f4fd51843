import type { Kysely, Transaction, UpdateObject } from 'kysely'
import { insert, rowsWith, update } from '#db/rows.ts'
import type { Context, Handler } from '../handler.ts'
import { readInChunks } from '../lists/list-response.ts'
import { nextNumberInChat, requireChat } from '../chats/live-chats.ts'
import { notFound, pollLimit } from '../refusals.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds, toUtcDateTime } from '../times.ts'

/** Polls of a chat that are not deleted. */
export const maxPolls = 10_000

export const pollList: Handler<'pollList'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const polls = livePolls(context.database.query, params.chatId).select(asShown).orderBy('id')
  type Shown = Awaited<ReturnType<typeof polls.execute>>[number]
  return yield* readInChunks(
    (count, last?: Shown) => (last ? polls.where('id', '>', last.id) : polls).limit(count).execute(),
    (poll) => poll,
  )
}

/** The columns under their names in the API: renaming them row by row took a quarter of the time of a long list. */
const asShown = [
  'id',
  'status',
  'question',
  ...(['answer1', 'answer2', 'answer3', 'answer4'] as const),
  ...(['answer1count', 'answer2count', 'answer3count', 'answer4count'] as const),
  'chat_id as roomId',
  'user_id as userId',
  'created as createDate',
  'last_sent as lastSentDate',
  'published as publishedDate',
  'deleted as dateDeleted',
] as const

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
    created: toUtcDateTime(created),
    last_sent: null,
    published: null,
    deleted: null,
    ...(body.send && sentNow(context)),
  }
  const id = await context.database.transaction(async (trx) => {
    const id = await nextNumberInChat(trx, context.account, params.chatId, 'last_poll_id')
    if (id > maxPolls) await requireFreePoll(trx, params.chatId)
    await insert(trx, 'poll', { ...poll, id })
    return id
  })
  return { id, createDate: toUnixSeconds(created) }
}

export const pollUpdate: Handler<'pollUpdate'> = async ({ params, body }, context) => {
  const { question, answer1, answer2, answer3, answer4, send } = body
  // The counts of other answers are left alone: votes that arrive during the edit are kept.
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
  changePoll(context, params, { deleted: toUtcDateTime(context.now()) })

export const pollReset: Handler<'pollReset'> = async ({ params }, context) => changePoll(context, params, noVotes)

export const pollResend: Handler<'pollResend'> = async ({ params }, context) => changePoll(context, params, sentNow(context))

export const pollPublish: Handler<'pollPublish'> = async ({ params }, context) =>
  changePoll(context, params, { status: 'published', published: toUtcDateTime(context.now()) })

const livePolls = (query: Kysely<Tables>, chatId: number) => rowsWith(query, 'poll', { chat_id: chatId, deleted: null })

async function requireFreePoll(trx: Transaction<Tables>, chatId: number): Promise<void> {
  const { count } = await livePolls(trx, chatId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxPolls) throw pollLimit(maxPolls)
}

const noVotes = { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }

/** The statuses and how the actions change them: docs/assumptions.md row 7. */
const sentNow = ({ now }: Context) => ({ status: 'sent' as const, last_sent: toUtcDateTime(now()) })

/** One statement, so that concurrent changes cannot overwrite each other. Throws `not_found`. */
async function changePoll(context: Context, { chatId, pollId }: { chatId: number; pollId: number }, change: UpdateObject<Tables, 'poll'>) {
  await requireChat(context, chatId)
  const poll = { chat_id: chatId, id: pollId, deleted: null }
  if (!(await context.database.autocommit((query) => update(query, 'poll', poll, change)))) throw notFound('poll')
  return { status: true }
}
