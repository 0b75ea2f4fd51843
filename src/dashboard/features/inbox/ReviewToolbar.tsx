import { Select, type SelectProps } from '@mantine/core'
import { type Ref, useRef } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Review } from '#contract/gateway/review.ts'
import { useServerNow } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './review.module.css'
import type { ReviewScreen } from './use-review-screen.ts'
import { isInView } from './queue/use-queue.ts'

/** The filters of the queue, and when chats were last read. */
export function ReviewToolbar({ screen: { review, view, onView } }: { screen: ReviewScreen }) {
  const field = useRef<HTMLInputElement>(null)
  useKey('/', 'Filter by chat', () => field.current?.focus())
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

  const chips = { all: held + marked, held, marked }
  return (
    <ListToolbar
      folds
      lead={
        <ChoiceChips
          label="State"
          choices={([null, 'held', 'marked'] as const).map((value) => ({
            value,
            label: value === null ? 'All' : titles[value],
            holds: chips[value ?? 'all'],
          }))}
          chosen={view.show}
          onChoose={(show) => onView({ show })}
        />
      }
      actions={<LastCheck review={review} />}
    >
      <Filter ref={field} label="Chat" placeholder="All chats" data={chats} value={view.chat} onChange={(chat) => onView({ chat })} />
      <Filter label="Rule" placeholder="All rules" data={rules} value={view.rule} onChange={(rule) => onView({ rule })} />
    </ListToolbar>
  )
}

export const titles = { held: 'Held', marked: 'Marked' }

const Filter = ({ label, ...props }: SelectProps & { label: string; ref?: Ref<HTMLInputElement> }) => (
  <Select className={classes.select ?? ''} size="xs" aria-label={label} searchable clearable {...props} />
)

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
