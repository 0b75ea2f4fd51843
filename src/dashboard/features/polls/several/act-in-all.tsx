import { serviceName } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { startOnce } from '#dashboard/platform/jobs/once-job.ts'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
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
    run: () =>
      startOnce({
        kind: 'polls-publish',
        title: `Publishing ${quoted(question)} in ${chats}`,
        doneTitle: `${quoted(question)} was published in ${chats}`,
        chats: asked.map(pollOf),
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
    run: () =>
      startOnce({
        kind: 'polls-delete',
        title: `Deleting ${quoted(question)} in ${chats}`,
        doneTitle: `${quoted(question)} is deleted in ${chats}`,
        chats: asked.map(pollOf),
      }),
  })
}

const pollOf = ({ chat, poll }: AskedPoll) => ({ chatId: chat.id, chatName: chatTitle(chat), pollId: poll.id })
