import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { Skeleton } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Poll } from '#contract/polls.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { acrossQuery, asksTheSame, combined, type AskedPoll } from './across.ts'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf } from '../bars.ts'
import type { GroupMember } from '../records.ts'
import { stateOf, quoted } from '../state.ts'
import { VoteSection } from '../VoteBars.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import { serviceName } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { startOnce } from '#dashboard/platform/jobs/once-job.ts'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'

interface AcrossDialogProps {
  chatId: number
  poll: Poll
  /** The polls that were created together with it; [] if unknown. */
  members: GroupMember[]
  onClose: () => void
}

export function AcrossDialog({ chatId, poll, members, onClose }: AcrossDialogProps) {
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const { data } = useQuery(acrossQuery(poll, { chatId, pollId: poll.id }, members, chats))
  const same = data?.asked.filter((other) => asksTheSame(other.poll, poll)) ?? []
  const may = useMay()
  // A poll whose text has changed asks something else.
  const publishable = same.filter((asked) => may('polls.write', asked.chat.id) && stateOf(asked.poll) !== 'published')
  const deletable = same.filter((asked) => may('polls.delete', asked.chat.id) && stateOf(asked.poll) !== 'deleted')
  const sum = combined(same.map((asked) => asked.poll))
  const actions = same.length > 1 && (
    <>
      <LinkButton to={to.present(chatId, poll.id, true)} icon="present">
        Present the sum
      </LinkButton>
      {deletable.length > 1 && (
        <Button tone="danger" onClick={() => changeInAll({ kind: 'polls-delete', asked: deletable, question: poll.question })}>
          Delete in {counted(deletable.length, 'chat')}…
        </Button>
      )}
      {publishable.length > 1 && (
        <Button onClick={() => changeInAll({ kind: 'polls-publish', asked: publishable, question: poll.question })}>
          Publish in {counted(publishable.length, 'chat')}…
        </Button>
      )}
    </>
  )
  return (
    <CloseDialog title={`${quoted(poll.question)} in all chats`} size={720} onClose={onClose} actions={actions}>
      {!data && (
        <div role="status">
          <p className="help">Reading {counted(chats.length, 'chat')}…</p>
          <Skeleton height={80} mt="md" />
        </div>
      )}
      {data && data.unread.length > 0 && (
        <Banner tone="bad">
          <b>Not in the total:</b> {listed(data.unread, maxNamed, chatTitle)} could not be read. They are tried again.
        </Banner>
      )}
      {same.length > 1 && <VoteSection title={`All ${counted(same.length, 'chat')} together`} label="Votes of all chats" bars={sum} />}
      <div className="stack gap-20">
        {data?.asked.map(({ chat, poll: own }) => (
          <VoteSection
            key={chat.id}
            title={
              <PageLink to={to.polls(chat.id)} className="link">
                {chatTitle(chat)}
              </PageLink>
            }
            label={`Votes in ${chatTitle(chat)}`}
            bars={barsOf(answersOf(own))}
          >
            {!asksTheSame(own, poll) && <p className="help">Its text has changed, so it is not in the total.</p>}
          </VoteSection>
        ))}
      </div>
      {data && data.unread.length === 0 && same.length < 2 && (
        <p className="help row wrap gap-0">
          This poll was asked in this chat only. Polls are matched by identical question and answers, or by “Ask in several chats”.
        </p>
      )}
    </CloseDialog>
  )
}

const namesOf = (asked: AskedPoll[]) => listed(asked, maxNamed, ({ chat }) => chatTitle(chat))

interface InAll {
  kind: 'polls-publish' | 'polls-delete'
  asked: AskedPoll[]
  question: string
}

/** The API has no “close”: a poll ends by being published, or by being deleted. */
function changeInAll({ kind, asked, question }: InAll) {
  const id = crypto.randomUUID()
  const chats = counted(asked.length, 'chat')
  const isDeletion = kind === 'polls-delete'
  const verb = isDeletion ? 'Delete' : 'Publish'
  confirm({
    title: `${verb} ${quoted(question)} in ${chats}?`,
    body: (
      <p className="outside">
        {isDeletion
          ? `It is deleted with its votes in ${namesOf(asked)}. The votes of each chat are kept as an earlier round.`
          : `It is published in ${namesOf(asked)}. What users see then depends on ${serviceName()}.`}
      </p>
    ),
    confirmLabel: `${verb} in ${chats}`,
    danger: isDeletion,
    run: () =>
      startOnce(
        {
          kind,
          title: `${isDeletion ? 'Deleting' : 'Publishing'} ${quoted(question)} in ${chats}`,
          doneTitle: `${quoted(question)} ${isDeletion ? 'is deleted' : 'was published'} in ${chats}`,
          chats: asked.map(({ chat, poll }) => ({ chatId: chat.id, chatName: chatTitle(chat), pollId: poll.id })),
        },
        id,
      ),
  })
}
