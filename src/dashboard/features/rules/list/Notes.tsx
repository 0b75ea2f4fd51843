import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { isStopBrake, type Rules } from '#contract/gateway/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { whenText } from '#dashboard/ui/format/when.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { brakeInWords, startingInWords } from '../rule-in-words.ts'
import classes from './list.module.css'
import { offInWords } from './Strip.tsx'

const maxListed = 3

/** Notes above the list: that all rules are off, which chats they can’t read, and which rules are starting, fell back or were stopped. */
export function Notes({ rules: { all, rules, worker }, chats, now }: { rules: Rules; chats: readonly Chat[]; now: number }) {
  const fallen = rules.filter(({ fellBack }) => fellBack !== null)
  const starting = worker.state === 'running' ? rules.filter(({ starting: waits }) => waits !== null) : []
  return (
    <div className={classes.notes}>
      {!all.isOn && (
        <Hint bad>
          <b>All rules are off.</b> {offInWords(all, now)}. Held messages stay held, and their countdown is paused.
        </Hint>
      )}
      {all.isOn && worker.state === 'running' && worker.unread.length > 0 && <Unread unread={worker.unread} chats={chats} now={now} />}
      {fallen.slice(0, maxListed).map(({ id, rule, fellBack }) => (
        <Hint
          key={id}
          action={
            <PageLink to={to.rule(id)} className="link nowrap">
              Open rule
            </PageLink>
          }
        >
          <b className="outside">
            “{rule.name}” {fellBack && isStopBrake(fellBack.brake) ? 'was stopped' : 'fell back to shadow'}
            {fellBack && ` at ${whenText(fellBack.at, now)}`}.
          </b>{' '}
          {fellBack && brakeInWords(fellBack)} {rule.actions.deleteAfterSeconds !== null && 'Nothing has been deleted since.'}
        </Hint>
      ))}
      {starting.slice(0, maxListed).map(({ id, rule, starting: waits }) => (
        <Hint key={id}>
          <b className="outside">“{rule.name}” is starting.</b> {waits && startingInWords(waits)}
        </Hint>
      ))}
      {starting.length > maxListed && (
        <Hint>{plural(starting.length - maxListed, '{count} more rule is starting.', '{count} more rules are starting.')}</Hint>
      )}
      {fallen.length > maxListed && (
        <Hint>
          {plural(fallen.length - maxListed, '{count} more rule waits for a decision.', '{count} more rules wait for a decision.')}
        </Hint>
      )}
    </div>
  )
}

function Unread({ unread, chats, now }: { unread: Rules['worker']['unread']; chats: readonly Chat[]; now: number }) {
  const names = unread.slice(0, maxListed).map(({ chatId: id }) => chatTitle(chats.find((chat) => chat.id === id) ?? { id, name: '' }))
  const others = unread.length - maxListed
  return (
    <Hint>
      <b className="outside">Rules can’t read {listed(others > 0 ? [...names, counted(others, 'other chat')] : names)}.</b>{' '}
      {serviceNameFirst()} has not answered these reads since {whenText(Math.min(...unread.map(({ since }) => since)), now)}. What is posted
      there is not matched until it does. Each chat is tried again every few minutes.
    </Hint>
  )
}
