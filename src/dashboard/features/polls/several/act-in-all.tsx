import { serviceName } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { runBatch } from '#dashboard/platform/jobs/batch.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { runPollAction } from '../editor/save-poll.ts'
import { keepRound, withRound } from '../rounds/rounds.ts'
import { quoted } from '../short-title.ts'
import type { AskedPoll } from './across.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** What is done with one poll in all chats that it was asked in. The API has no “close”: a poll ends by being published, or by being deleted. */

const maxNamed = 5

const namesOf = (asked: AskedPoll[]) => {
  const names = asked.slice(0, maxNamed).map(({ chat }) => chatTitle(chat))
  return listed(asked.length > maxNamed ? [...names, `${count(asked.length - maxNamed)} more`] : names)
}

interface InAll {
  asked: AskedPoll[]
  question: string
}

export function publishInAll({ asked, question }: InAll) {
  const chats = counted(asked.length, 'chat')
  confirm({
    title: `Publish ${quoted(question)} in ${chats}?`,
    body: (
      <p className="outside">
        It is published in {namesOf(asked)}. What users see then depends on {serviceName()}.
      </p>
    ),
    confirmLabel: `Publish in ${chats}`,
    run: async () =>
      inEach(asked, {
        title: `Publishing ${quoted(question)} in ${chats}`,
        writes: 'pollPublish',
        each: (send, { chat, poll }) => runPollAction(send, 'pollPublish', { chatId: chat.id, pollId: poll.id }),
        done: `${quoted(question)} was published in ${chats}`,
      }),
  })
}

export function deleteInAll({ asked, question }: InAll) {
  const chats = counted(asked.length, 'chat')
  confirm({
    title: `Delete ${quoted(question)} in ${chats}?`,
    body: <p className="outside">It is deleted with its votes in {namesOf(asked)}. The votes of each chat are kept as an earlier round.</p>,
    confirmLabel: `Delete in ${chats}`,
    danger: true,
    run: async () =>
      inEach(asked, {
        title: `Deleting ${quoted(question)} in ${chats}`,
        writes: 'pollDelete',
        each: (send, { chat, poll }) =>
          withRound(
            (prepare) => runPollAction(send, 'pollDelete', { chatId: chat.id, pollId: poll.id }, prepare),
            (fresh) => keepRound(chat.id, fresh, 'delete'),
          ),
        done: `${quoted(question)} is deleted in ${chats}`,
      }),
  })
}

type Action = Pick<Parameters<typeof runBatch<AskedPoll>>[0], 'title' | 'each'> & { writes: 'pollPublish' | 'pollDelete'; done: string }

function inEach(asked: AskedPoll[], { done: message, ...action }: Action) {
  runBatch({
    ...action,
    items: asked,
    idOf: ({ chat }) => chat.id,
    nameOf: ({ chat }) => chatTitle(chat),
    onEnd: (done) => {
      void refresh('pollList').catch(() => {})
      void queryClient.invalidateQueries({ queryKey: ['poll-across'] })
      if (done.length === asked.length) toast(message)
    },
  })
}
