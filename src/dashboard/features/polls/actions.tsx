import type { Poll } from '#contract/polls.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { totalOf } from '#engine/polls/votes.ts'
import { DeletedVotes } from './editor/DeletedVotes.tsx'
import { keepRound, withRound } from './rounds.ts'
import { runPollAction } from './editor/save-poll.ts'
import { stateOf } from './state.ts'
import { quoted } from './short-title.ts'

/** What can be done with a poll at once, from its row and its menu. None is ever disabled: which status allows what is not documented. */

/** Where a poll is, and who looks at it. */
export interface PollContext {
  accountId: number
  chatId: number
}

export const sendWords = (poll: Poll) => (stateOf(poll) === 'unsent' ? 'Send to everyone' : 'Send again')

export function sendPoll({ chatId }: PollContext, poll: Poll) {
  confirm({
    title: `${sendWords(poll)}: ${quoted(poll.question)}?`,
    body: `${serviceNameFirst()} sends it to all users in the chat.`,
    confirmLabel: sendWords(poll),
    writes: 'pollResend',
    run: async (send) => {
      await runPollAction(send, 'pollResend', { chatId, pollId: poll.id })
      toast(`${quoted(poll.question)} was sent`)
    },
  })
}

export function publishPoll({ chatId }: PollContext, poll: Poll) {
  confirm({
    title: `Publish ${quoted(poll.question)}?`,
    // What publishing does beyond its date is not documented (docs/assumptions.md row 7).
    body: `${serviceNameFirst()} marks the poll as published. What users see then depends on ${serviceName()}.`,
    confirmLabel: 'Publish',
    writes: 'pollPublish',
    run: async (send) => {
      await runPollAction(send, 'pollPublish', { chatId, pollId: poll.id })
      toast(`${quoted(poll.question)} was published`)
    },
  })
}

/** An action that takes the votes away: what goes is shown, and kept as an earlier round unless somebody says no. */
function takeVotes(name: 'reset' | 'delete', { chatId }: PollContext, poll: Poll, words: { title: string; label: string; done: string }) {
  const choice = { keep: true }
  const writes = name === 'reset' ? 'pollReset' : 'pollDelete'
  confirm({
    title: words.title,
    body: <DeletedVotes poll={poll} what={name} onKeep={(keep) => (choice.keep = keep)} />,
    confirmLabel: words.label,
    danger: true,
    writes,
    run: async (send) => {
      await withRound(
        (prepare) => runPollAction(send, writes, { chatId, pollId: poll.id }, prepare),
        (fresh) => (choice.keep ? keepRound(chatId, fresh, name) : Promise.resolve(null)),
      )
      toast(words.done)
    },
  })
}

export const resetPoll = (context: PollContext, poll: Poll) =>
  takeVotes('reset', context, poll, {
    title: `Reset the votes of ${quoted(poll.question)}?`,
    label: 'Reset votes',
    done: `${quoted(poll.question)} was reset`,
  })

export const deletePoll = (context: PollContext, poll: Poll) =>
  takeVotes('delete', context, poll, {
    title: `Delete ${quoted(poll.question)}?`,
    label: 'Delete poll',
    done: `${quoted(poll.question)} is deleted`,
  })

/** The action that this poll most likely waits for. */
export function nextAction(poll: Poll): { label: string; icon?: 'send'; run: (context: PollContext, poll: Poll) => void } {
  const state = stateOf(poll)
  if (state === 'open') return { label: 'Publish', run: publishPoll }
  return { label: sendWords(poll), run: sendPoll, ...(state === 'unsent' && totalOf(poll) === 0 ? { icon: 'send' } : {}) }
}
