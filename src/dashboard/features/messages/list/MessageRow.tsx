import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { memo, type MouseEvent, Suspense, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Hit } from '#contract/gateway/review.ts'
import { may } from '#dashboard/platform/session/rights.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import { lazyPart, withIcons } from '#dashboard/ui/page/lazy-part.tsx'
import type { Deleting } from '../use-deletions.tsx'
import { AuthorName, MessageText } from '../MessageText.tsx'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './list.module.css'

const RuleNote = lazyPart(async () => (await import('../rules/RuleNote.tsx')).RuleNote, withIcons)

interface MessageRowProps {
  message: Message
  /** Whether it is the first of consecutive messages by its author; only that row shows the name. */
  first: boolean
  selected: boolean
  cursor: boolean
  deleting: Deleting | undefined
  /** How many loaded messages have nearly the same text; 0 shows no badge. */
  alike: number
  /** What a rule did with it. */
  hit: Hit | undefined
  isSending: boolean
  /** The same object in every row, so that a row renders only when it changed. */
  actions: MessageScreen['rowActions']
}

/** It is not in the chat any more. */
const isGone = ({ state }: Hit) => state === 'deleted' || state === 'gone'

export const MessageRow = memo(function MessageRow({
  message,
  first,
  selected,
  cursor,
  deleting,
  alike,
  hit,
  isSending,
  actions,
}: MessageRowProps) {
  const { messageId, time, userName } = message
  // Hidden buttons are not rendered: those of a hundred rows would make scrolling slow.
  const [pointedAt, setPointedAt] = useState(false)
  // The list is one tab stop: only controls in the row with the cursor can be tabbed to.
  const tabIndex = cursor ? 0 : -1
  const name = userName || 'no name'

  function onClick(event: MouseEvent) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input')
    const selectsText = getSelection()?.isCollapsed === false
    // A click that ends a text selection does not select the row, and the second click on a word takes back what the first one did.
    if (!onControl && (!selectsText || event.detail === 2)) actions.toggle(messageId, event.shiftKey)
  }

  const rowActions = (pointedAt || cursor) && (
    <span className="row gap-2 not-on-phones">
      <span className={`num tiny faint ${classes.id}`}>{messageId}</span>
      <IconButton
        icon="filter"
        size="xs"
        tabIndex={tabIndex}
        aria-label={`Only messages of ${name}`}
        onClick={() => actions.onlyAuthor(message)}
      />
      {cursor && <CopyButton value={message.text} label="Copy the text" />}
    </span>
  )

  return (
    <div
      // The list has a keyboard shortcut for everything that a click does here.
      role="presentation"
      className={classes.row}
      data-first={first || undefined}
      data-selected={selected || undefined}
      data-cursor={cursor || undefined}
      data-deleting={deleting ?? (hit && isGone(hit) ? 'gone' : undefined)}
      data-note={hit !== undefined || undefined}
      onClick={onClick}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <div role="gridcell" className={classes.tick}>
        <RowCheckbox
          label={`Select “${message.text.slice(0, 60)}” of ${name}`}
          tabIndex={tabIndex}
          checked={selected}
          disabled={deleting !== undefined}
          onChange={() => {}}
          onClick={(event) => actions.toggle(messageId, event.shiftKey)}
        />
      </div>
      <div role="gridcell" className={`faint fz-help num ${classes.time}`}>
        <time title={pointedAt || cursor ? exact(time) : undefined}>{clock(time * 1000)}</time>
      </div>
      <div role="gridcell" className={`shrinks ${classes.author}`}>
        {first ? (
          <button type="button" tabIndex={tabIndex} className={classes.name} title={name} onClick={() => actions.showAuthor(message)}>
            <AuthorName name={userName} userId={message.userId} />
          </button>
        ) : (
          <span className="visually-hidden nowrap">{name}</span>
        )}
      </div>
      <div role="gridcell" className={`shrinks ${classes.text}`}>
        <MessageText message={message} highlights={hit?.message.highlights} tabIndex={tabIndex} />
      </div>
      <div role="gridcell" className={classes.end}>
        {deleting ? (
          <span className="tiny faint">{deleting === 'held' ? 'will be deleted' : 'deleting'}</span>
        ) : (
          <>
            {hit && (
              <Suspense>
                <RuleNote
                  hit={hit}
                  actions={rowActions}
                  isCursor={cursor}
                  mayDecide={may('messages.delete', hit.message.chatId)}
                  isSending={isSending}
                  onStay={actions.stay}
                />
              </Suspense>
            )}
            {alike > 0 && first && !hit && (
              <span className={`tag tag-warn medium ${classes.alike}`} title={`${alike} loaded messages have nearly the same text`}>
                ×{alike}
              </span>
            )}
            {!hit && rowActions}
          </>
        )}
        {/* Nothing else is ever here, so a click that was meant for something else cannot delete. */}
        {may('messages.delete') && !deleting && (
          <span className={classes.bin}>
            {(pointedAt || cursor) && (
              <IconButton
                icon="trash"
                size="xs"
                className="settles"
                tabIndex={tabIndex}
                aria-label={`Delete message ${messageId}`}
                onClick={() => actions.remove(messageId)}
              />
            )}
          </span>
        )}
      </div>
    </div>
  )
})
