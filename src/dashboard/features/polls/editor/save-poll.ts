import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import {
  changedNames,
  saveThreeWay,
  type Conflict,
  type Edits,
  type SaveResult,
  type SaveTarget,
} from '#dashboard/platform/saving/three-way.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { totalOf } from '../bars.ts'
import { isSameText, pollFields, problemsOf, textOf, type PollText } from '../draft.ts'

/** Changes of polls. None is sent again from here: where no answer came, the list is read and tells what happened. */

/** The polls as the service holds them now; what is on the screen follows. Rejects with a Failure. */
export async function readPolls(chatId: number): Promise<Poll[]> {
  const query = endpointQuery('pollList', { params: { chatId } })
  // A reading that is under way may have started before the change that this one shall show.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).data
}

const gone = () => new Failure('refused', { advice: 'Someone else has deleted this poll.' })

/** The poll as it is now. Deleted polls may stay in the list (docs/assumptions.md row 7); the service decides what can still be done with one. */
export const readPoll = async (chatId: number, pollId: number) => (await readPolls(chatId)).find(({ id }) => id === pollId)

const isUnknown = (error: unknown): error is Failure => error instanceof Failure && error.outcomeUnknown

/** The endpoints of what can be done with a poll as it is. */
export type PollActionName = 'pollResend' | 'pollPublish' | 'pollReset' | 'pollDelete'

const pollActions: Record<
  PollActionName,
  {
    /** Whether the list shows that it took effect. @param after undefined where the poll is not in the list any more */
    happened: (before: Poll, after: Poll | undefined) => boolean
    otherwise: string
  }
> = {
  pollResend: {
    happened: (before, after) => after !== undefined && after.lastSentDate !== before.lastSentDate,
    otherwise: 'The poll shows no new sent date. Check the chat before you send it again.',
  },
  pollPublish: {
    happened: (before, after) => after !== undefined && after.publishedDate !== before.publishedDate,
    otherwise: 'The poll shows no new published date. You can publish it again.',
  },
  pollReset: {
    // Votes may come in again at once.
    happened: (before, after) => after !== undefined && (totalOf(after) === 0 || totalOf(after) < totalOf(before)),
    otherwise: 'The poll still has its votes. You can reset them again.',
  },
  pollDelete: {
    happened: (_, after) => after === undefined || after.dateDeleted !== null,
    otherwise: 'The poll is still in the list. You can delete it again.',
  },
}

/**
 * Does one action. Rejects with a Failure.
 * @param prepare gets the poll as it is right before the action, for instance to keep its votes; when it rejects, nothing is sent
 */
export async function runPollAction(
  send: SendRequest,
  name: PollActionName,
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
  const { happened, otherwise } = pollActions[name]
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
    throw withoutEffect(error, 'The poll is not in the list of the chat, so you can send it again.')
  }
}

interface PollSaveOptions {
  /** Whether the poll is sent to everybody in the chat too. */
  isSent: boolean
  /** As in runPollAction. */
  prepare: (poll: Poll) => Promise<unknown>
}

/** The text of a poll as fields to save. The full text is written, over what the service holds right before. */
export function pollTarget(
  send: SendRequest,
  { chatId, pollId }: { chatId: number; pollId: number },
  { isSent, prepare }: PollSaveOptions,
): SaveTarget<PollText, Poll> {
  return {
    names: pollFields,
    read: async () => {
      const poll = await readPoll(chatId, pollId)
      if (!poll) throw gone()
      return poll
    },
    bodyOf: (fresh, changes) => ({ ...textOf(fresh), ...changes }),
    beforeWrite: async (text, fresh) => {
      const [problem] = Object.values(problemsOf(text))
      if (problem)
        throw new Failure('refused', {
          advice: `Someone else changed this poll. It cannot be saved together with your edits: ${problem}.`,
        })
      await prepare(fresh)
      return 'write'
    },
    write: (text) => send('pollUpdate', { params: { chatId, pollId }, body: { ...text, send: isSent } }),
    alwaysWrites: isSent,
    tookEffect: (fresh, after) => (isSent ? after.lastSentDate !== fresh.lastSentDate : !isSameText(after, fresh)),
  }
}

export type SavedPoll = SaveResult<PollText, Poll>

/**
 * Saves the edits of a poll. Resolves to null where the person gave up at a conflict. Rejects with a Failure, also where the outcome stays unknown.
 * @param choose as in saveThreeWay
 */
export async function savePoll(
  target: SaveTarget<PollText, Poll>,
  edits: Edits<PollText>,
  choose: (conflicts: Conflict<PollText>[]) => Promise<(keyof PollText)[] | null>,
): Promise<SavedPoll | null> {
  let wrote = false
  let last: Poll | undefined
  const watched: SaveTarget<PollText, Poll> = {
    ...target,
    read: async () => (last = await target.read()),
    write: (text, fresh) => {
      wrote = true
      return target.write(text, fresh)
    },
  }
  const saved = await saveThreeWay(watched, { edits, choose }).catch((error: unknown) => {
    if (!(wrote && error instanceof Failure && error.hadNoEffect)) throw error
    const isStored = last !== undefined && changedNames(last, edits.changes, pollFields).length === 0
    throw withoutEffect(error, isStored && target.alwaysWrites ? savedNotSent : 'The poll in the list is unchanged. You can save again.')
  })
  if (saved?.kind === 'unchecked' && !saved.isConfirmed) throw saved.because
  return saved
}

const savedNotSent = 'The text is saved, but the poll shows no new sent date. Check the chat before you send it again.'
