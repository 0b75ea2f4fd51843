import { Failure, withoutEffect } from '#contract/client.ts'
import { textsToUpdate, type Poll } from '#contract/polls.ts'
import { pollAction, pollCreation, pollGone, type CreatedPoll, type PollActionName, type PollPort } from '#engine/sending/poll-changes.ts'
import { resultOf, sendOnce } from '#engine/sending/send-once.ts'
import { apply, type Applied } from '#engine/changes/apply.ts'
import { changedNames, type Conflict, type Edits, type SaveTarget } from '#engine/saving/three-way.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { problemsOf } from '../draft.ts'
import { isSameText, pollFields, textOf, type PollText } from '#engine/polls/poll-text.ts'

/** Writes polls, and keeps the list on the screen as it was read last. */

/** Reads the polls from the service and updates the cache. Rejects with a Failure. */
export async function readPolls(chatId: number): Promise<Poll[]> {
  const query = endpointQuery('pollList', { params: { chatId } })
  // A read in flight may have started before the change that this read has to include.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).data
}

/** Reads a poll. Deleted polls may stay in the list (docs/assumptions.md row 7). */
const readPoll = async (chatId: number, pollId: number) => (await readPolls(chatId)).find(({ id }) => id === pollId)

const portOf = (send: SendRequest): PollPort => ({ call: send, list: readPolls })

/**
 * Runs an action on a poll. Rejects with a Failure.
 * @param prepare receives the poll as it is right before the action, for instance to keep its votes; if it rejects, nothing is sent
 */
export async function runPollAction(
  send: SendRequest,
  name: PollActionName,
  params: { chatId: number; pollId: number },
  prepare: (poll: Poll) => Promise<unknown> = async () => {},
): Promise<void> {
  const action = pollAction(portOf(send), name, params)
  const sent = await sendOnce(action, { keep: prepare })
  resultOf(action, sent)
  // The action succeeded; an error of this read is shown with the list.
  if (sent.outcome === 'done' && !sent.isFound) await readPolls(params.chatId).catch(() => {})
}

/** Creates a poll. Rejects with a Failure where it is not known to be in the list. */
export async function createPoll(send: SendRequest, chatId: number, text: PollText, isSent: boolean): Promise<CreatedPoll> {
  const creation = pollCreation(portOf(send), chatId, text, isSent)
  return resultOf(creation, await sendOnce(creation))
}

interface PollSaveOptions {
  isSent: boolean
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
      if (!poll) throw pollGone()
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

export type SavedPoll = Exclude<Applied<PollText, Poll, PollText>, { outcome: 'decide' }>

/**
 * Saves the edits of a poll. Resolves to null if the person cancels at a conflict. Rejects with a Failure, even if the outcome remains unknown.
 * @param choose asks what to do about conflicts: resolves to the names for which mine wins, or to null to save nothing
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
  const saved = await apply(watched, { ...edits, conflicts: choose }).catch((error: unknown) => {
    if (!(wrote && error instanceof Failure && error.hadNoEffect)) throw error
    const isStored = last !== undefined && changedNames(last, edits.changes, pollFields).length === 0
    throw withoutEffect(error, isStored && target.alwaysWrites ? savedNotSent : 'The poll in the list is unchanged. You can save again.')
  })
  if (saved.outcome === 'unknown' && !saved.isConfirmed) throw saved.because
  return saved.outcome === 'decide' ? null : saved
}

const savedNotSent = 'The text is saved, but the poll shows no new sent date. Check the chat before you send it again.'
