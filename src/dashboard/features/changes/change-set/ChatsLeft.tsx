import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Failure } from '#contract/client.ts'
import type { ChatsLeft as Left, OnceDraft } from '#contract/gateway/once-jobs.ts'
import { useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { startOnce, type OnceWork } from '#dashboard/platform/jobs/once-job.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { EmptyState, LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './ChangePage.module.css'

type Chat = Left['chats'][number]

/** The chats in which a job that does something once in each has not done it, or in which a person should look, and why. */
export function ChatsLeft({ jobId }: { jobId: string }) {
  const reading = useQuery(leftOfJob(jobId))
  const job = reading.data?.data
  const isGone = reading.error instanceof Failure && reading.error.status === 404
  if (reading.isError && !isGone) return <LoadError what="The change" reading={reading} />
  if (job?.left?.kind === 'once') return <Rows left={job.left} title={job.title} jobId={jobId} />
  return (
    <>
      <PageHead title={job?.title ?? 'Change'} />
      {isGone && (
        <EmptyState icon="search" title="This change is not kept any more" action={<LinkButton to={to.compare()}>Compare</LinkButton>}>
          What came of a change is kept for 30 days, and of the last 50 jobs of the account. Each save is in Changes.
        </EmptyState>
      )}
      {job?.phase === 'ended' && (
        <EmptyState icon="done" title={job.doneTitle}>
          Nothing is left of it.
        </EmptyState>
      )}
    </>
  )
}

function Rows({ left: { draft, chats }, title, jobId }: { left: Left; title: string; jobId: string }) {
  const again = chats.filter(({ outcome }) => outcome !== 'check')
  const go = useNavigate()
  // Its id says what it repeats, so that it is started once, whoever asks.
  const nextId = `${jobId}-2`
  const retry = useGatewayAction('jobStart', async () => {
    await startOnce(inChats(draft, again), nextId)
    await go(to.change(nextId))
  })
  const names = new Map<number, string>(draft.chats.map(({ chatId, chatName }) => [chatId, chatName]))
  const pathOf = draft.kind === 'posts' ? to.messages : to.polls
  return (
    <>
      <PageHead
        title={title}
        beside={<span className="help not-on-phones">{counted(chats.length, 'chat')} left</span>}
        actions={
          again.length > 0 && (
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              Try again in {counted(again.length, 'chat')}
            </Button>
          )
        }
      />
      {retry.error && <NotSaved error={retry.error} title="Not started." named kept="" />}
      <table className={`table ${classes.left}`} aria-label="Chats that are left">
        <thead>
          <tr>
            <th scope="col">Chat</th>
            <th scope="col">What became of it</th>
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => {
            const look = looks[chat.outcome]
            return (
              <tr key={chat.chatId}>
                <th scope="row">
                  <PageLink className="outside medium name-link" to={pathOf(chat.chatId)}>
                    {names.get(chat.chatId)}
                  </PageLink>
                </th>
                <td className="outside">
                  <span className={`inline-row medium ${look.className}`}>
                    <Icon name={look.icon} /> {look.label}
                  </span>{' '}
                  {whyOf(chat)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const looks = {
  failed: { label: 'Not done', icon: 'error', className: 'bad' },
  check: { label: 'To check', icon: 'warning', className: 'warn' },
  notTried: { label: 'Not tried', icon: 'clock', className: 'quiet' },
} as const

function whyOf({ failure }: Chat): string {
  if (!failure) return 'The job ended before its turn.'
  const { kind, serviceMessage, reason, advice } = failure
  if (kind === null) return advice
  const words = errorMessage(new Failure(kind, { serviceMessage, reason, ...(advice !== '' && { advice }) }))
  return `${words.cause}. ${words.advice}`
}

/** The same for some of its chats. */
function inChats(draft: OnceDraft, some: readonly Chat[]): OnceWork {
  const ids = new Set(some.map(({ chatId }) => chatId))
  const words = { title: `Trying again in ${counted(ids.size, 'chat')}`, doneTitle: `Done in ${counted(ids.size, 'chat')}` }
  return { ...draft, ...words, chats: draft.chats.filter(({ chatId }) => ids.has(chatId)) } as OnceWork
}
