import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { MarkedText, PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock, Time, whenText } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { InboxScreen } from '../use-inbox-screen.ts'
import { Countdown } from './Countdown.tsx'
import { authorsOf, type ShownEntry } from './entries.ts'
import { iconOf, type InboxRow, isItem, type ItemRow, questionOf, titleOf } from './items.ts'
import classes from './queue.module.css'

interface RowProps<Row> {
  screen: InboxScreen
  row: Row
}

interface ListRowProps extends RowProps<InboxRow> {
  /** Whether the details below the row are open; null: they have their own column. */
  isExpanded: boolean | null
  children: ReactNode
}

/** A row of the list, which opens its details. */
export function ListRow({ screen, row, isExpanded, children }: ListRowProps) {
  const isCurrent = row === screen.current
  const verdict = isItem(row) ? '' : screen.verdictOf(row)
  return (
    <li className={classes.row} data-entry={row.key} data-current={isCurrent || undefined} data-settled={verdict !== '' || undefined}>
      <Lead row={row} />
      <button
        type="button"
        className={classes.main}
        // One stop of Tab for the whole list: the arrows move in it, and Tab goes on to the details.
        tabIndex={isCurrent || (!screen.current && row === screen.rows[0]) ? 0 : -1}
        aria-current={isCurrent || undefined}
        aria-expanded={isExpanded ?? undefined}
        onClick={() => screen.open(row)}
      >
        {isItem(row) ? <ItemWords row={row} screen={screen} /> : <MessageWords row={row} screen={screen} />}
      </button>
      {verdict !== '' && (
        <span role="status" className={`help outside at-end ${classes.verdict}`}>
          {verdict}
        </span>
      )}
      {children}
    </li>
  )
}

function Lead({ row }: { row: InboxRow }) {
  if (isItem(row)) return <Icon name={iconOf(row.item)} className={row.item.isSevere ? 'warn' : 'quiet'} />
  const [first] = row.hits
  if (row.kind === 'held' && isOpen(first)) return <Countdown hit={first} />
  return <Time at={first.message.time} className="faint num fz-help" words={clock(first.message.time * 1000).slice(0, 5)} />
}

/** A message, or several nearly identical ones. */
function MessageWords({ screen, row: entry }: RowProps<ShownEntry>) {
  const viewers = screen.viewersOf(entry)
  const { message, chatName, ruleName, isShadow } = entry.hits[0]
  const about = aboutOf(entry)
  return (
    <>
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
    </>
  )
}

/** The number of authors of a group, the reasons of a single message. */
function aboutOf({ hits }: ShownEntry): string {
  if (hits.length > 1) return counted(authorsOf(hits).length, 'author')
  return hits[0].reasons.map(({ words }) => words).join(', ')
}

function ItemWords({ screen, row: { item } }: RowProps<ItemRow>) {
  const question = questionOf(item)
  return (
    <>
      <b className={`cut outside medium ${classes.title}`}>{titleOf(item)}</b>
      <span className={`meta cut ${classes.about}`}>
        <span className="outside">{screen.placeOf(item)}</span> · {question !== '' && `${question} · `}
        <span className="num">{whenText(item.at, screen.now)}</span>
      </span>
    </>
  )
}

/** "Keep 4". */
export function stayLabel({ hits }: Pick<ShownEntry, 'hits'>): string {
  const open = hits.filter(isOpen).length
  return open > 1 ? `Keep ${count(open)}` : 'Keep'
}
