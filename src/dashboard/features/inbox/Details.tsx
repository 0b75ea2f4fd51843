import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Message } from '#contract/messages.ts'
import type { RuleCondition } from '#contract/rules/rule.ts'
import type { SeenMessage } from '#contract/gateway/rules.ts'
import { MarkedText, PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { ListSection } from '#dashboard/ui/page/Section.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { byTime } from '#engine/messages/read-messages.ts'
import { authorsOf, type ShownEntry } from './queue/entries.ts'
import { stayLabel } from './queue/ListRow.tsx'
import classes from './inbox.module.css'
import type { InboxScreen } from './use-inbox-screen.ts'

interface EntryProps {
  screen: InboxScreen
  entry: ShownEntry
}

/** The details of an entry: why it is in the queue, the messages around it, and the decision. */
export function Details({ screen, entry }: EntryProps) {
  const viewers = screen.viewersOf(entry)
  const verdict = screen.verdictOf(entry)
  const [{ message }] = entry.hits
  return (
    <div className="stack gap-10">
      <div className="row between">
        <h2 className="heading outside">
          <PlainText text={message.userName || 'no name'} />
        </h2>
        <PageLink to={to.messagesUntil(message.chatId, message.time)} className="link inline-row fz-help" aria-keyshortcuts="O">
          Open <kbd className="not-on-phones">O</kbd>
        </PageLink>
      </div>
      {viewers !== '' && (
        <p className="row gap-6 fz-help">
          <Initial name={viewers} /> {viewers} at this
        </p>
      )}
      {verdict === '' ? (
        screen.mayDecideAbout(entry) && <DecisionButtons key={entry.key} {...{ screen, entry }} />
      ) : (
        <p className="fz-help medium outside">{verdict}</p>
      )}
      <Why entry={entry} />
      <Nearby entry={entry} />
      <Alike entry={entry} />
    </div>
  )
}

/** A new entry gets new buttons: a click that was meant for the one before does nothing. */
export function DecisionButtons({ screen, entry }: EntryProps) {
  const isSending = screen.isSending(entry)
  const many = entry.hits.filter(isOpen).length
  const decide = (how: 'stay' | 'remove') => () => {
    screen.choose(entry.key)
    screen[how](entry)
  }
  return (
    <div className={classes.decision}>
      <Button
        variant="filled"
        tone="danger"
        className="settles"
        disabled={isSending}
        rightSection={<kbd>D</kbd>}
        aria-keyshortcuts="D"
        onClick={decide('remove')}
      >
        {many > 1 ? `Delete ${count(many)}` : 'Delete'}
      </Button>
      <Button className="settles" loading={isSending} rightSection={<kbd>K</kbd>} aria-keyshortcuts="K" onClick={decide('stay')}>
        {stayLabel(entry)}
      </Button>
    </div>
  )
}

/** Precision below this percentage is highlighted. */
const lowPrecision = 60

const states = { draft: 'Draft', shadow: 'Shadow', live: 'Live', fellBack: 'Paused by a limit' } as const

function Why({ entry: { kind, hits } }: { entry: ShownEntry }) {
  const [{ message, ruleName, ruleState, isShadow, precision, reasons, seenAt }] = hits
  const seenAfter = Math.max(0, Math.round(seenAt / 1000 - message.time))
  return (
    <ListSection title={kind === 'held' ? 'Why it is pending' : 'Why it is marked'} beside={isShadow && 'shadow only'}>
      <p className="row wrap gap-6 fz-help">
        <b className="medium outside">{ruleName}</b>
        <Badge tone={ruleState === 'fellBack' ? 'warn' : ruleState === 'draft' ? 'outline' : 'quiet'}>{states[ruleState]}</Badge>
        {precision !== null && (
          <span className={`push num inline-row ${precision < lowPrecision ? 'warn' : 'quiet'}`}>
            {precision < lowPrecision && <Icon name="warning" size={12} />}
            {count(precision)} % right
          </span>
        )}
      </p>
      <ul className="stack gap-6 small">
        {reasons.map(({ kind: of, words }) => (
          <li className="beside" key={of + words}>
            <Icon name={reasonIcon(of)} size={14} className="quiet" /> <span className="outside">{words}</span>
          </li>
        ))}
        <li className="beside">
          <Icon name="clock" size={14} className="quiet" />{' '}
          <span title={exact(message.time)}>
            Posted {clock(message.time * 1000)}, seen after {count(seenAfter)} s
          </span>
        </li>
      </ul>
    </ListSection>
  )
}

function Nearby({ entry: { hits } }: { entry: ShownEntry }) {
  const [{ message, chatName }] = hits
  const reading = useNearby(message)
  return (
    <ListSection title="In the chat" beside={chatTitle({ id: message.chatId, name: chatName })}>
      <ul className={`fz-help ${classes.nearby}`}>
        {nearbyOf(message, reading.data ?? []).map(({ messageId, time, userName, text }) => (
          <li key={messageId} data-target={messageId === message.messageId || undefined}>
            <time className="faint num">{clock(time * 1000).slice(0, 5)}</time>
            <span className={`outside clamp ${classes.message}`}>
              <b className="medium">
                <PlainText text={userName || 'no name'} />
              </b>{' '}
              {messageId === message.messageId ? <MarkedText text={text} highlights={message.highlights} /> : <PlainText text={text} />}
            </span>
          </li>
        ))}
      </ul>
      {reading.error && !reading.data && <p className="meta">The messages around it could not be read.</p>}
    </ListSection>
  )
}

const maxAuthors = 6

function Alike({ entry: { hits } }: { entry: ShownEntry }) {
  if (hits.length < 2) return null
  const authors = authorsOf(hits)
  return (
    <ListSection title="Nearly the same" beside={count(hits.length)}>
      <ul>
        {authors.slice(0, maxAuthors).map(({ name, count: many }) => (
          <li key={name} className="list-line">
            <span className="outside cut grow">
              <PlainText text={name || 'no name'} />
            </span>
            <b className="num medium">{count(many)}</b>
          </li>
        ))}
      </ul>
      {authors.length > maxAuthors && <p className="meta">and {counted(authors.length - maxAuthors, 'other author')}</p>}
      <p className="meta">Keep and Delete apply to all {count(hits.length)}. Press X to decide one by one.</p>
    </ListSection>
  )
}

const icons: Record<RuleCondition['kind'], IconName> = {
  words: 'filter',
  expression: 'regex',
  linkOutside: 'link',
  linkTo: 'link',
  longer: 'file',
  shorter: 'file',
  capitals: 'sound',
  authorName: 'account',
  firstMessage: 'spark',
  authorRate: 'repeat',
  sameText: 'repeat',
  chatRate: 'messages',
}

/** @param kind of a reason, which is the kind of its condition */
const reasonIcon = (kind: string): IconName => (kind in icons ? icons[kind as RuleCondition['kind']] : 'info')

/** Seconds before and after it. */
const aroundSeconds = 120
const maxRead = 100
const shownBefore = 2
const shownAfter = 1
/** Not read for entries that are only passed over. */
const pauseMs = 300

/** Two messages before and one after, in any order of the service. @param messages of the time around `message` */
function nearbyOf(message: SeenMessage, messages: readonly Message[]): Pick<Message, 'messageId' | 'time' | 'userName' | 'text'>[] {
  const sorted = messages.filter(({ messageId }) => messageId !== message.messageId).toSorted(byTime)
  const isBefore = (other: Message) => other.time < message.time || (other.time === message.time && other.messageId < message.messageId)
  const after = sorted.filter((other) => !isBefore(other)).slice(0, shownAfter)
  return [...sorted.filter(isBefore).slice(-shownBefore), message, ...after]
}

/** Reads the messages before and after separately, because a busy chat has hundreds a minute, and only once the entry has been current for a moment. */
function useNearby(message: SeenMessage) {
  const { chatId, messageId, time } = message
  const [stayed, setStayed] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayed(messageId), pauseMs)
    return () => clearTimeout(timer)
  }, [messageId])
  const at = Math.floor(time)
  return useQuery({
    queryKey: ['messageList', { params: { chatId } }, 'around', messageId],
    queryFn: async ({ signal }) => {
      const read = (range: { from: number; to: number }, reverse: boolean) =>
        call(
          'messageList',
          { params: { chatId }, query: { fast: true, limit: maxRead, ...range, ...(reverse && { reverse: true }) } },
          { signal },
        )
      const [before, after] = await Promise.all([
        // Both include the message itself, whether or not the service includes the ends of a range: the gateway notices when it is gone.
        read({ from: at - aroundSeconds, to: at + 1 }, true),
        read({ from: at - 1, to: at + aroundSeconds }, false),
      ])
      return [...new Map([...before.data, ...after.data].map((one) => [one.messageId, one])).values()]
    },
    enabled: stayed === messageId,
    staleTime: 60_000,
  })
}
