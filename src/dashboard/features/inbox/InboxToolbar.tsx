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
import classes from './inbox.module.css'
import { kindOf, rowKindNames, rowKinds } from './queue/items.ts'
import { isInView, isItemInView } from './queue/use-queue.ts'
import type { InboxScreen } from './use-inbox-screen.ts'

/** The filters of the list, and when chats were last read. */
export function InboxToolbar({ screen: { review, items, view, onView, placeOf } }: { screen: InboxScreen }) {
  const field = useRef<HTMLInputElement>(null)
  useKey('/', 'Filter by chat', () => field.current?.focus())
  const hits = [...review.held, ...review.marked]
  const isFiltered = view.chat !== null || view.rule !== null
  const ofAll = { ...view, show: null }
  const messages = isFiltered ? hits.filter((hit) => isOpen(hit) && isInView(ofAll, hit)).length : review.totals.held + review.totals.marked
  const others = items.filter((item) => isItemInView(ofAll, item))
  const countOf = (kind: (typeof rowKindNames)[number]) =>
    kind === 'messages' ? messages : others.filter((item) => kindOf(item) === kind).length
  const chats = choicesOf(
    [
      ...items.filter(({ chatIds }) => chatIds.length === 1).map((item): [string, string] => [String(item.chatIds[0]), placeOf(item)]),
      ...hits.map(({ message, chatName }): [string, string] => [String(message.chatId), chatTitle({ id: message.chatId, name: chatName })]),
    ],
    view.chat,
  )
  const rules = choicesOf(
    hits.map(({ ruleId, ruleName }) => [ruleId, ruleName]),
    view.rule,
  )

  const kinds = rowKindNames
    .map((value) => ({ value, label: rowKinds[value], holds: countOf(value) }))
    .filter(({ value, holds }) => holds > 0 || value === view.show)
  return (
    <ListToolbar
      folds
      lead={
        <ChoiceChips
          label="Kind"
          choices={[{ value: null, label: 'All', holds: messages + others.length }, ...kinds]}
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

const Filter = ({ label, ...props }: SelectProps & { label: string; ref?: Ref<HTMLInputElement> }) => (
  <Select className={classes.select ?? ''} size="xs" aria-label={label} searchable clearable {...props} />
)

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
