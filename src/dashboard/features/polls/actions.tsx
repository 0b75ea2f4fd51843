import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { answersOf, totalOf } from '#engine/polls/poll-text.ts'
import { barsOf } from './bars.ts'
import { runPollAction } from './editor/save-poll.ts'
import { keepRound, withRound } from './records.ts'
import { quoted, stateOf } from './state.ts'
import { VoteBars } from './VoteBars.tsx'

/** What can be done with a poll at once, from its row and its menu. None is ever disabled: which status allows what is not documented. */

export const sendWords = (poll: Poll) => (stateOf(poll) === 'unsent' ? 'Send to everyone' : 'Send again')

export function sendPoll(chatId: number, poll: Poll) {
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

export function publishPoll(chatId: number, poll: Poll) {
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
function takeVotes(name: 'reset' | 'delete', chatId: number, poll: Poll, words: { title: string; label: string; done: string }) {
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

export const resetPoll = (chatId: number, poll: Poll) =>
  takeVotes('reset', chatId, poll, {
    title: `Reset the votes of ${quoted(poll.question)}?`,
    label: 'Reset votes',
    done: `${quoted(poll.question)} was reset`,
  })

export const deletePoll = (chatId: number, poll: Poll) =>
  takeVotes('delete', chatId, poll, {
    title: `Delete ${quoted(poll.question)}?`,
    label: 'Delete poll',
    done: `${quoted(poll.question)} is deleted`,
  })

export function nextAction(poll: Poll): { label: string; icon?: 'send'; run: (chatId: number, poll: Poll) => void } {
  const state = stateOf(poll)
  if (state === 'open') return { label: 'Publish', run: publishPoll }
  return { label: sendWords(poll), run: sendPoll, ...(state === 'unsent' && totalOf(poll) === 0 ? { icon: 'send' } : {}) }
}

interface DeletedVotesProps {
  poll: Poll
  what: 'reset' | 'delete'
  onKeep: (keep: boolean) => void
}

/** The votes that an action deletes, with a way to copy them and the option to keep them. */
function DeletedVotes({ poll, what, onKeep }: DeletedVotesProps) {
  const bars = barsOf(answersOf(poll))
  const lead = what === 'delete' ? 'This cannot be undone. ' : ''
  if (bars.total === 0) return <>{what === 'delete' ? lead : 'It has no votes.'}</>
  return (
    <div className="stack gap-12">
      <div className="row">
        {lead}
        {counted(bars.total, 'vote')} will be deleted:
        <CopyButton value={asText(poll)} label="Copy the votes" />
      </div>
      <VoteBars label="Votes to be deleted" bars={bars} />
      <KeepSwitch onKeep={onKeep} />
    </div>
  )
}

/** Selects whether the votes are kept as an earlier round of the poll. @param onKeep called on every change; initially the votes are kept */
export function KeepSwitch({ onKeep }: { onKeep: (keep: boolean) => void }) {
  const [keep, setKeep] = useState(true)
  return (
    <Switch
      label="Keep these votes"
      description={`As an earlier round of the poll. ${whereKept}`}
      checked={keep}
      onChange={(event) => {
        setKeep(event.currentTarget.checked)
        onKeep(event.currentTarget.checked)
      }}
    />
  )
}

/** Text for a spreadsheet or a note: the question, then one answer per line. */
const asText = (poll: Poll) => [poll.question, ...answersOf(poll).map(({ text, votes }) => `${votes}\t${text}`)].join('\n')
