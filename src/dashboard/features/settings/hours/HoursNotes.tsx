import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { setting } from '#contract/settings-derive.ts'
import type { HoursQuestion } from '#contract/gateway/hours.ts'
import { refreshGateway, useGatewayAction, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { dayIn, timeIn } from '#dashboard/ui/format/dates.ts'
import classes from './hours.module.css'

/** How often the page looks what became of the hours, so that a question appears by itself. */
const refetchMs = 30_000

/** Why the hours of a chat are not followed now, and what a person can do about it. */
export function HoursNotes({ chat, now }: { chat: Chat; now: number }) {
  const params = { chatId: chat.id }
  const { data } = useQuery({ ...gatewayQuery('hoursRead', { params }), refetchInterval: refetchMs }).data ?? {}
  const mayDecide = useMay()('settings.write', chat.id)
  const deciding = useGatewayAction(
    'hoursDecide',
    async (send, choice: 'follow' | 'keep') => {
      await send('hoursDecide', { params, body: { choice } })
      await refreshGateway('hoursRead', 'inboxList')
    },
    { isBare: true },
  )
  if (!data) return null
  const { standing, lateSince, question, preset } = data
  return (
    <div className={`panel stack ${classes.notes}`}>
      {standing === 'off' && <StandingOff />}
      {standing === 'rejected' && (
        <Banner tone="bad">
          The service rejected the token of background access, so nothing takes the chat offline and online until an Owner replaces it.
        </Banner>
      )}
      {standing === 'on' && preset !== null && (
        <Banner tone="info">
          The mode <b className="outside">“{preset}”</b> holds settings of these hours. They apply again once it has ended and all of its
          values are decided.
        </Banner>
      )}
      {standing === 'on' && lateSince !== null && (
        <Banner>
          A change was due {dayIn(ownZone(), lateSince, now)} at {timeIn(ownZone(), lateSince)}, your time. It was missed, because
          Roomkeeper was not running. The next one is made as planned.
          {mayDecide && (
            <Button size="xs" className="push" loading={deciding.isPending} onClick={() => deciding.mutate('follow')}>
              Follow the hours now
            </Button>
          )}
        </Banner>
      )}
      {question && (
        <Banner>
          <QuestionText question={question} />
          {mayDecide && question.reason !== 'gone' && (
            <div className="row wrap mt-8">
              <Button size="xs" loading={deciding.isPending} onClick={() => deciding.mutate('keep')}>
                Keep until the next change
              </Button>
              <Button size="xs" loading={deciding.isPending} onClick={() => deciding.mutate('follow')}>
                Follow the hours now
              </Button>
            </div>
          )}
        </Banner>
      )}
    </div>
  )
}

function StandingOff() {
  const mayTurnOn = useMay()('standing.write')
  const owners = useSession().team?.owners ?? []
  return (
    <Banner>
      <b>Background access is off.</b> These hours are kept, but nothing takes the chat offline and online while nobody is signed in.{' '}
      {mayTurnOn ? (
        <PageLink to={to.backgroundAccess()} className="link">
          Turn on background access
        </PageLink>
      ) : (
        <span className="outside">Ask an Owner: {listed(owners, maxNamed)}</span>
      )}
    </Banner>
  )
}

function QuestionText({ question: { reason, values, sounds } }: { question: HoursQuestion }) {
  if (reason === 'gone') return <>The chat does not exist any more, so its hours are not followed.</>
  if (reason === 'sounds')
    return <>The chat was not changed, because the service may reset {listed(sounds)} with it. Following the hours accepts that.</>
  return (
    <>
      Someone else changed these settings while the hours were on. They stay as they are:
      <ul className="mt-4">
        {values.map(({ setting: name, theirs, ours }) => (
          <li key={name} className="outside">
            {setting(name).label}: {inWords(theirs)}. By the hours: {inWords(ours)}
          </li>
        ))}
      </ul>
    </>
  )
}

const inWords = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'On' : 'Off') : value === '' ? 'empty' : `“${value}”`)
