import { Failure, type Call } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { isSameText, textOf, type PollText, totalOf } from '#engine/polls/poll-text.ts'
import { inCopies } from './post-message.ts'
import type { OnceChange } from './send-once.ts'

/** How the polls of a chat are reached. */
export interface PollPort {
  call: Call
  /** Reads all polls of a chat. */
  list: (chatId: number) => Promise<Poll[]>
}

export const pollPort = (call: Call): PollPort => ({
  call,
  list: async (chatId) => (await call('pollList', { params: { chatId } })).data,
})

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

export const pollGone = () => new Failure('refused', { advice: 'Someone else has deleted this poll.' })

/** Deleted polls may stay in the list (docs/assumptions.md row 7); the service decides which actions they allow. */
export function pollAction(
  { call, list }: PollPort,
  name: PollActionName,
  params: { chatId: number; pollId: number },
): OnceChange<Poll, true> {
  const { happened, otherwise } = pollActions[name]
  const read = async () => (await list(params.chatId)).find(({ id }) => id === params.pollId)
  return {
    look: async () => {
      const seen = await read()
      if (seen) return { seen }
      // The poll is already deleted, so the goal is reached.
      if (name === 'pollDelete') return { done: true }
      throw pollGone()
    },
    send: async () => {
      await call(name, { params })
      return true
    },
    find: async (before) => (happened(before, await read()) ? true : null),
    missing: { advice: otherwise, mayBeSentAgain: true },
    looksAfterRefusal: name === 'pollDelete',
  }
}

export interface CreatedPoll {
  pollId: number
  /** False if the response was lost and the poll in the list has no sent date. */
  isSent: boolean
  /** More than one if the request was delivered more than once, for instance by a retrying proxy. */
  copies: number
}

/** A new poll. After a lost response, a new poll with the same text counts as the created one. @param isSent whether it is sent to everyone at once */
export function pollCreation({ call, list }: PollPort, chatId: number, text: PollText, isSent: boolean): OnceChange<number[], CreatedPoll> {
  const fresh = async (known: readonly number[]) =>
    (await list(chatId)).filter((poll) => !known.includes(poll.id) && isSameText(poll, text))
  return {
    look: async () => ({ seen: (await list(chatId)).map(({ id }) => id) }),
    send: async (known) => {
      const { id } = await call('pollCreate', { params: { chatId }, body: { ...textOf(text), send: isSent } })
      const made = await fresh(known).catch(() => [])
      return { pollId: id, isSent, copies: Math.max(made.length, 1) }
    },
    find: async (known) => {
      const made = await fresh(known)
      const [first] = made
      return first ? { pollId: first.id, isSent: first.lastSentDate !== null, copies: made.length } : null
    },
    oddIn: (made) =>
      isSent && !made.isSent
        ? 'The poll was saved but may not have been sent: it has no sent date. Check the chat.'
        : made.copies > 1
          ? inCopies(made.copies)
          : '',
    missing: { advice: 'The poll is not in the list of the chat, so you can send it again.', mayBeSentAgain: true },
  }
}
