import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Review } from '#contract/gateway/review.ts'
import { useServerNow } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './review.module.css'
import type { ReviewScreen } from './use-review-screen.ts'
import { isInView } from './queue/use-queue.ts'

/** The filters of the queue, and when chats were last read. */
export function ReviewToolbar({ screen: { review, view, onView } }: { screen: ReviewScreen }) {
  const field = useRef<HTMLInputElement>(null)
  const [isOpenOnPhone, setOpenOnPhone] = useState(false)
  useKey('/', 'Filter by chat', () => {
    setOpenOnPhone(true)
    field.current?.focus()
  })
  const hits = [...review.held, ...review.marked]
  const isFiltered = view.chat !== null || view.rule !== null
  const countOf = (kind: 'held' | 'marked') =>
    isFiltered ? review[kind].filter((hit) => isOpen(hit) && isInView(view, hit)).length : openTotal(review, kind)
  const [held, marked] = [countOf('held'), countOf('marked')]
  const chats = choicesOf(
    hits.map(({ message, chatName }) => [String(message.chatId), chatTitle({ id: message.chatId, name: chatName })]),
    view.chat,
  )
  const rules = choicesOf(
    hits.map(({ ruleId, ruleName }) => [ruleId, ruleName]),
    view.rule,
  )

  return (
    <Toolbar>
      <div className={classes.filters} data-open={isOpenOnPhone || undefined}>
        <Chips label="State">
          <Chip label="All" holds={held + marked} on={view.show === null} onToggle={() => onView({ show: null })} />
          <Chip label="Held" holds={held} on={view.show === 'held'} onToggle={() => onView({ show: 'held' })} />
          <Chip label="Marked" holds={marked} on={view.show === 'marked'} onToggle={() => onView({ show: 'marked' })} />
        </Chips>
        <IconButton
          icon="filter"
          variant="default"
          size="sm"
          className="on-phones push"
          aria-label="Filters"
          aria-expanded={isOpenOnPhone}
          onClick={() => setOpenOnPhone(!isOpenOnPhone)}
        />
        <span className="divider not-on-phones" />
        <Select
          ref={field}
          className={classes.select ?? ''}
          size="xs"
          aria-label="Chat"
          placeholder="All chats"
          searchable
          clearable
          data={chats}
          value={view.chat}
          onChange={(chat) => onView({ chat })}
        />
        <Select
          className={classes.select ?? ''}
          size="xs"
          aria-label="Rule"
          placeholder="All rules"
          searchable
          clearable
          data={rules}
          value={view.rule}
          onChange={(rule) => onView({ rule })}
        />
      </div>
      <LastCheck review={review} />
    </Toolbar>
  )
}

/** The number of open messages, without those that are decided to be deleted and wait for the worker. */
export const openTotal = (review: Review, kind: 'held' | 'marked') =>
  Math.max(0, review.totals[kind] - review[kind].filter((hit) => !isOpen(hit)).length)

/** The choices that occur in the queue, by name. The chosen one stays even if no messages wait for it now. */
function choicesOf(pairs: [string, string][], chosen: string | null): { value: string; label: string }[] {
  const names = new Map(pairs)
  if (chosen !== null && !names.has(chosen)) names.set(chosen, 'Nothing waits here')
  return [...names].map(([value, label]) => ({ value, label })).toSorted((one, other) => one.label.localeCompare(other.label))
}

/** Chats are read every few seconds while people write, and at least every minute. */
const lateSeconds = 120

function LastCheck({ review: { last, held, stopped } }: { review: Review }) {
  const now = useServerNow()
  if (last === null) return null
  const seconds = Math.max(0, Math.round((now - last) / 1000))
  const isLate = seconds > lateSeconds && held.length > 0 && stopped === null
  return (
    <p className={`num fz-help nowrap push not-on-phones ${isLate ? 'warn' : 'quiet'}`}>
      {isLate && <Icon name="warning" size={12} />}{' '}
      {seconds < 120
        ? plural(seconds, 'last check {count} s ago', 'last check {count} s ago')
        : seconds < 7200
          ? plural(Math.floor(seconds / 60), 'last check {count} min ago', 'last check {count} min ago')
          : plural(Math.floor(seconds / 3600), 'last check {count} h ago', 'last check {count} h ago')}
    </p>
  )
}
