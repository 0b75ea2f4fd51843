import { ActionIcon } from '@mantine/core'
import { memo, useState, type MouseEvent } from 'react'
import type { Message } from '#contract/messages.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import classes from './MessageRow.module.css'
import { MessageText, AuthorName } from '../text/MessageText.tsx'
import type { Deleting } from './use-deleting.ts'

/** What a row can do; the same object for all rows, so that a row is drawn anew only when it changed. */
export interface RowActions {
  toggle: (messageId: number, extend: boolean) => void
  remove: (messageId: number) => void
  showAuthor: (message: Message) => void
  onlyAuthor: (message: Message) => void
}

interface MessageRowProps {
  message: Message
  /** The first of its author's run carries the name. */
  first: boolean
  selected: boolean
  cursor: boolean
  deleting: Deleting | undefined
  /** How many loaded messages have nearly the same text; 0: no mark. */
  alike: number
  actions: RowActions
}

export const MessageRow = memo(function MessageRow({ message, first, selected, cursor, deleting, alike, actions }: MessageRowProps) {
  const { messageId, time, userName } = message
  // Buttons that nobody can see are not drawn: a hundred rows of them would make scrolling halt.
  const [pointedAt, setPointedAt] = useState(false)
  // One stop for the whole list: within it only the row with the cursor can be tabbed into.
  const tabIndex = cursor ? 0 : -1
  const name = userName || 'no name'

  function onClick(event: MouseEvent) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input')
    // Whoever marks text to copy it does not choose the row.
    if (!onControl && getSelection()?.isCollapsed !== false) actions.toggle(messageId, event.shiftKey)
  }

  return (
    <div
      // Whatever a click does here, a key of the list does too.
      role="presentation"
      className={classes.row}
      data-first={first || undefined}
      data-selected={selected || undefined}
      data-cursor={cursor || undefined}
      data-deleting={deleting}
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
      <div role="gridcell" className={classes.time}>
        <time title={pointedAt || cursor ? exact(time) : undefined}>{clock(time * 1000)}</time>
      </div>
      <div role="gridcell" className={classes.author}>
        {first ? (
          <button type="button" tabIndex={tabIndex} className={classes.name} title={name} onClick={() => actions.showAuthor(message)}>
            <AuthorName name={userName} userId={message.userId} />
          </button>
        ) : (
          <span className="visually-hidden nowrap">{name}</span>
        )}
      </div>
      <div role="gridcell" className={classes.text}>
        <MessageText message={message} tabIndex={tabIndex} />
      </div>
      <div role="gridcell" className={classes.end}>
        {deleting ? (
          <span className={classes.note}>{deleting === 'held' ? 'will be deleted' : 'deleting'}</span>
        ) : (
          <>
            {alike > 0 && first && (
              <span className={classes.alike} title={`${alike} loaded messages have nearly the same text`}>
                ×{alike}
              </span>
            )}
            {(pointedAt || cursor) && (
              <span className={classes.actions}>
                <span className={`num ${classes.note} ${classes.id}`}>{messageId}</span>
                <ActionIcon
                  size="xs"
                  tabIndex={tabIndex}
                  aria-label={`Only messages of ${name}`}
                  onClick={() => actions.onlyAuthor(message)}
                >
                  <Icon name="filter" size={14} />
                </ActionIcon>
                {cursor && <CopyButton value={message.text} label="Copy the text" />}
                <ActionIcon
                  size="xs"
                  tabIndex={tabIndex}
                  aria-label={`Delete message ${messageId}`}
                  onClick={() => actions.remove(messageId)}
                >
                  <Icon name="trash" size={14} />
                </ActionIcon>
              </span>
            )}
          </>
        )}
      </div>
    </div>
  )
})
