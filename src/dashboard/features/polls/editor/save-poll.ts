import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { q, queryClient } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { totalOf } from '../bars.ts'
import { isSameText, textOf, type PollText } from '../draft.ts'

/** Changes of polls. None is sent again from here: where no answer came, the list is read and tells what happened. */

/** The polls as the service holds them now; what is on the screen follows. Rejects with a Failure. */
export async function readPolls(chatId: number): Promise<Poll[]> {
  const query = q('pollList', { params: { chatId } })
  // A reading that is under way may have started before the change that this one shall show.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).data
}

const gone = () => new Failure('refused', { advice: 'Somebody else deleted this poll meanwhile.' })

/** The poll as it is now. One with a date of deletion may stay in the list (assumptions.md row 7); what can still be done with it, the service decides. */
export const readPoll = async (chatId: number, pollId: number) => (await readPolls(chatId)).find(({ id }) => id === pollId)

const isUnknown = (error: unknown): error is Failure => error instanceof Failure && error.outcomeUnknown

/** The endpoints of what can be done with a poll as it is. */
export type ActName = 'pollResend' | 'pollPublish' | 'pollReset' | 'pollDelete'

const acts: Record<
  ActName,
  {
    /** Whether the list shows that it took effect. @param after undefined where the poll is not in the list any more */
    happened: (before: Poll, after: Poll | undefined) => boolean
    otherwise: string
  }
> = {
  pollResend: {
    happened: (before, after) => after !== undefined && after.lastSentDate !== before.lastSentDate,
    otherwise: 'The list was read again: no new sending date. Look into the chat before you send it again.',
  },
  pollPublish: {
    happened: (before, after) => after !== undefined && after.publishedDate !== before.publishedDate,
    otherwise: 'The list was read again: no new published date. You can publish it again.',
  },
  pollReset: {
    // Votes may come in again at once.
    happened: (before, after) => after !== undefined && (totalOf(after) === 0 || totalOf(after) < totalOf(before)),
    otherwise: 'The list was read again and the votes are still there. You may reset again.',
  },
  pollDelete: {
    happened: (_, after) => after === undefined || after.dateDeleted !== null,
    otherwise: 'The list was read again and the poll is still there. You may delete it again.',
  },
}

/**
 * Does one act. Rejects with a Failure.
 * @param prepare gets the poll as it is right before the act, for instance to keep its votes; when it rejects, nothing is sent
 */
export async function actOnPoll(
  send: SendRequest,
  name: ActName,
  params: { chatId: number; pollId: number },
  prepare: (poll: Poll) => Promise<unknown> = async () => {},
) {
  const { chatId, pollId } = params
  const before = await readFirst(readPoll(chatId, pollId))
  if (!before) {
    // Gone is what was wanted, however it came to be gone.
    if (name === 'pollDelete') return
    throw gone()
  }
  await prepare(before)
  const { happened, otherwise } = acts[name]
  const look = async () => happened(before, await readPoll(chatId, pollId))
  try {
    await send(name, { params })
  } catch (error) {
    const deleted = name === 'pollDelete' && error instanceof Failure && error.kind === 'refused'
    if (!isUnknown(error) && !deleted) throw error
    const done = await look().catch(() => Promise.reject(error))
    if (!done) throw isUnknown(error) ? withoutEffect(error, otherwise) : error
    return
  }
  // It is done; a list that cannot be read now says so by itself.
  await readPolls(chatId).catch(() => {})
}

export interface Created {
  pollId: number
  /** False where no answer came and the poll that was found has no sending date. */
  sent: boolean
  /** More than one where a way that delivers twice made more of it. */
  copies: number
}

/** Creates a poll. Where no answer came, a new poll of the same text is taken as the one. Rejects with a Failure when there is none. */
export async function createPoll(send: SendRequest, chatId: number, text: PollText, isSent: boolean): Promise<Created> {
  const known = new Set((await readFirst(readPolls(chatId))).map(({ id }) => id))
  const fresh = async () => (await readPolls(chatId)).filter((poll) => !known.has(poll.id) && isSameText(poll, text))
  try {
    const { id } = await send('pollCreate', { params: { chatId }, body: { ...textOf(text), send: isSent } })
    const made = await fresh().catch(() => [])
    return { pollId: id, sent: isSent, copies: Math.max(made.length, 1) }
  } catch (error) {
    if (!isUnknown(error)) throw error
    const made = await fresh().catch(() => Promise.reject(error))
    const [first] = made
    if (first) return { pollId: first.id, sent: first.lastSentDate !== null, copies: made.length }
    throw withoutEffect(error, 'The polls of the chat were read again and it is not there, so you may send it again.')
  }
}

/**
 * Writes the full poll. Resolves to what the service holds afterwards, null where that could not be read. Rejects with a Failure.
 * @param prepare as in actOnPoll
 */
export async function updatePoll(
  send: SendRequest,
  { chatId, pollId }: { chatId: number; pollId: number },
  text: PollText,
  isSent: boolean,
  prepare: (poll: Poll) => Promise<unknown>,
): Promise<Poll | null> {
  const before = await readFirst(readPoll(chatId, pollId))
  if (!before) throw gone()
  await prepare(before)
  const after = async () => (await readPoll(chatId, pollId)) ?? null
  try {
    await send('pollUpdate', { params: { chatId, pollId }, body: { ...textOf(text), send: isSent } })
    return await after().catch(() => null)
  } catch (error) {
    if (!isUnknown(error)) throw error
    const held = await after().catch(() => Promise.reject(error))
    const kept = held !== null && isSameText(held, text)
    const sent = held !== null && held.lastSentDate !== before.lastSentDate
    if (kept && (!isSent || sent)) return held
    throw withoutEffect(
      error,
      kept && isSent
        ? 'The list was read again: the text is saved, but there is no new sending date. Look into the chat before you send it again.'
        : 'The list was read again and the poll is as it was. You may save again.',
    )
  }
}
