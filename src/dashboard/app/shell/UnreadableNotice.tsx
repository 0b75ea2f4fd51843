import { Button } from '#dashboard/ui/form/Button.tsx'
import { useSyncExternalStore, useState } from 'react'
import type { Query } from '@tanstack/react-query'
import { serviceNameFirst, serviceName } from '#contract/provider-names.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { listed, plural, counted } from '#dashboard/ui/format/numbers.ts'
import { clocksAhead } from '#dashboard/ui/format/clocks.ts'

const words = {
  chatList: (rows: number) => plural(rows, '{count} chat', '{count} chats'),
  messageList: (rows: number) => plural(rows, '{count} message', '{count} messages'),
  pollList: (rows: number) => plural(rows, '{count} poll', '{count} polls'),
  banList: (rows: number) => plural(rows, '{count} banned range', '{count} banned ranges'),
}
type ListName = keyof typeof words
const names = Object.keys(words) as ListName[]

/** Lists that are on the screen: one answer, or pages of answers. */
function unreadableOf(query: Query): number {
  const data = query.state.data as { pages?: object[] } | undefined
  return data?.pages ? data.pages.reduce((sum, page) => sum + unreadableIn(page), 0) : unreadableIn(data)
}

/** “1 chat and 2 polls”; '' where all rows could be read. */
function unreadableOnScreen(): string {
  const counts = new Map<ListName, number>()
  for (const query of queryClient.getQueryCache().getAll()) {
    const name = names.find((one) => one === query.queryKey[0])
    if (name && query.isActive()) counts.set(name, Math.max(counts.get(name) ?? 0, unreadableOf(query)))
  }
  return listed(names.flatMap((name) => (counts.get(name) ? [words[name](counts.get(name)!)] : [])))
}

const subscribe = (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange)

/** Says which rows of the lists on the screen could not be read: they are missing here, not at the service. */
export function UnreadableNotice() {
  const what = useSyncExternalStore(subscribe, unreadableOnScreen, unreadableOnScreen)
  if (what === '') return null
  return (
    <Hint>
      <b>{what} cannot be read.</b> {serviceNameFirst()} lists them in a form that Roomkeeper does not know. They exist, but are not shown,
      counted, selected or changed here.
    </Hint>
  )
}

/** Smaller differences are not worth a word. In minutes. */
const smallest = 1

/** Says that this computer has another time than the service, by more than a minute. */
export function ClockNotice() {
  const { gateway, service } = clocksAhead.use()
  const [isHidden, hide] = useState(false)
  const minutes = Math.round(Math.abs(service) / 60_000)
  if (isHidden || Math.abs(service) <= smallest * 60_000) return null
  const isOwnClock = Math.abs(service - gateway) <= smallest * 60_000
  return (
    <Hint
      action={
        <Button size="xs" onClick={() => hide(true)}>
          Hide
        </Button>
      }
    >
      <b>
        The clock of this computer is {counted(minutes, 'minute')} {service < 0 ? 'ahead of' : 'behind'} the clock of {serviceName()}.
      </b>{' '}
      Message times, “Last 15 minutes” and live messages go by the clock of {serviceName()}.
      {isOwnClock && ' Check the date and time of this computer.'}
    </Hint>
  )
}
