import { Button } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { MarkedText, PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import type { ReviewScreen } from '../use-review-screen.ts'
import { Countdown } from './Countdown.tsx'
import { authorsOf, type ShownEntry } from './entries.ts'
import classes from './queue.module.css'

interface EntryRowProps {
  screen: ReviewScreen
  entry: ShownEntry
  /** Whether the details below the row are open; null: they have their own column. */
  isExpanded: boolean | null
  children: ReactNode
}

/** A message, or several nearly identical ones, with the button to spare or keep. */
export function EntryRow({ screen, entry, isExpanded, children }: EntryRowProps) {
  const isCurrent = entry === screen.current
  const viewers = screen.viewersOf(entry)
  const verdict = screen.verdictOf(entry)
  const [first] = entry.hits
  const { message, chatName, ruleName, isShadow } = first
  const label = stayLabel(entry)
  const about = aboutOf(entry)
  return (
    <li className={classes.row} data-entry={entry.key} data-current={isCurrent || undefined} data-settled={verdict !== '' || undefined}>
      {entry.kind === 'held' && isOpen(first) ? (
        <Countdown hit={first} />
      ) : (
        <time className="faint num fz-help" title={exact(message.time)}>
          {clock(message.time * 1000).slice(0, 5)}
        </time>
      )}
      <button
        type="button"
        className={classes.main}
        aria-current={isCurrent || undefined}
        aria-expanded={isExpanded ?? undefined}
        onClick={() => screen.open(entry)}
      >
        <span className={`row shrinks ${classes.message}`}>
          <b className={`cut outside medium rigid ${classes.author}`}>
            <PlainText text={message.userName || 'no name'} />
          </b>{' '}
          <span className={`cut outside ${classes.text}`}>
            {message.text === '' ? (
              <span className="quiet">The text is no longer stored</span>
            ) : (
              <MarkedText text={message.text} highlights={message.highlights} />
            )}
          </span>
          {entry.hits.length > 1 && <span className="tag tag-warn medium">×{count(entry.hits.length)}</span>}
        </span>
        <span className={`meta cut ${classes.about}`}>
          <span className="outside">{chatTitle({ id: message.chatId, name: chatName })}</span> ·{' '}
          <span className="ink outside">{ruleName}</span>
          {isShadow && ' · shadow only'}
          {about !== '' && <span className="outside"> · {about}</span>}
          {viewers !== '' && (
            <span className="inline-row medium ink">
              {' · '}
              <Initial name={viewers} /> {viewers}
            </span>
          )}
        </span>
      </button>
      {verdict !== '' ? (
        <span role="status" className={`help outside at-end ${classes.verdict}`}>
          {verdict}
        </span>
      ) : (
        screen.mayDecideAbout(entry) && (
          <span className={`not-on-phones at-end ${classes.slot}`}>
            <Button
              size="xs"
              loading={screen.isSending(entry)}
              aria-label={`${label}: ${message.userName}`}
              rightSection={isCurrent && <kbd>S</kbd>}
              onClick={() => screen.stay(entry)}
            >
              {label}
            </Button>
          </span>
        )
      )}
      {children}
    </li>
  )
}

/** "Spare 4". */
export function stayLabel({ kind, hits }: Pick<ShownEntry, 'kind' | 'hits'>): string {
  const open = hits.filter(isOpen).length
  const label = kind === 'held' ? 'Spare' : 'Keep'
  return open > 1 ? `${label} ${count(open)}` : label
}

/** The explanation in the row: the number of authors of a group, the reasons of a single message. */
function aboutOf({ hits }: ShownEntry): string {
  if (hits.length > 1) return counted(authorsOf(hits).length, 'author')
  return hits[0].reasons.map(({ words }) => words).join(', ')
}
