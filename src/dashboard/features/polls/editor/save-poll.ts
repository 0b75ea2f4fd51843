import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import { textsToUpdate, type Poll } from '#contract/polls.ts'
import { changedNames, saveThreeWay, type Conflict, type Edits, type SaveResult, type SaveTarget } from '#engine/saving/three-way.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { totalOf } from '../bars.ts'
import { isSameText, pollFields, problemsOf, textOf, type PollText } from '../draft.ts'

/** Writes polls. No write is retried: after a lost response the list is read to find the outcome. */

/** Reads the polls from the service and updates the cache. Rejects with a Failure. */
export async function readPolls(chatId: number): Promise<Poll[]> {
  const query = endpointQuery('pollList', { params: { chatId } })
  // A read in flight may have started before the change that this read has to include.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).data
}

const gone = () => new Failure('refused', { advice: 'Someone else has deleted this poll.' })

/** Reads a poll. Deleted polls may stay in the list (docs/assumptions.md row 7); the service decides which actions they allow. */
export const readPoll = async (chatId: number, pollId: number) => (await readPolls(chatId)).find(({ id }) => id === pollId)

const isUnknown = (error: unknown): error is Failure => error instanceof Failure && error.outcomeUnknown

/** The endpoints of the actions that do not change the text of a poll. */
export type PollActionName = 'pollResend' | 'pollPublish' | 'pollReset' | 'pollDelete'

const pollActions: Record<
  PollActionName,
  {
    /** Whether the list shows that the action took effect. @param after undefined if the poll is no longer in the list */
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
    // New votes may arrive immediately after the reset.
    happened: (before, after) => after !== undefined && (totalOf(after) === 0 || totalOf(after) < totalOf(before)),
    otherwise: 'The poll still has its votes. You can reset them again.',
  },
  pollDelete: {
    happened: (_, after) => after === undefined || after.dateDeleted !== null,
    otherwise: 'The poll is still in the list. You can delete it again.',
  },
}

/**
 * Runs an action on a poll. Rejects with a Failure.
 * @param prepare receives the poll as it is right before the action, for instance to keep its votes; if it rejects, nothing is sent
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
    // The poll is already deleted, so the goal is reached.
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
  // The action succeeded; an error of this read is shown with the list.
  await readPolls(chatId).catch(() => {})
}

export interface Created {
  pollId: number
  /** False if the response was lost and the poll in the list has no sent date. */
  sent: boolean
  /** More than one if the request was delivered more than once, for instance by a retrying proxy. */
  copies: number
}

/** Creates a poll. After a lost response, a new poll with the same text counts as the created one. Rejects with a Failure if there is none. */
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
  /** Whether the poll is also sent to everyone in the chat. */
  isSent: boolean
  /** As in runPollAction. */
  prepare: (poll: Poll) => Promise<unknown>
}

/** The text of a poll as a save target. Each write sends the complete text, merged with the current state of the service. */
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
    write: (text, fresh) => send('pollUpdate', { params: { chatId, pollId }, body: { ...textsToUpdate(text, fresh), send: isSent } }),
    alwaysWrites: isSent,
    tookEffect: (fresh, after) => (isSent ? after.lastSentDate !== fresh.lastSentDate : !isSameText(after, fresh)),
  }
}

export type SavedPoll = SaveResult<PollText, Poll>

/**
 * Saves the edits of a poll. Resolves to null if the person cancels at a conflict. Rejects with a Failure, even if the outcome remains unknown.
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
