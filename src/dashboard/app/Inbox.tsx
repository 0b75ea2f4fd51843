import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { InboxItem, InboxKind } from '#contract/gateway/inbox.ts'
import { InboxPage } from '#dashboard/features/inbox/InboxPage.tsx'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

/** The Inbox with what each kind of decision looks like in its own page. */

const OutsideItem = lazyPart(async () => (await import('#dashboard/features/changes/outside/OutsideItem.tsx')).OutsideItem)
const ChangeItem = lazyPart(async () => (await import('#dashboard/features/changes/change-set/ChangeItem.tsx')).ChangeItem)
const HoursNotes = lazyPart(async () => (await import('#dashboard/features/settings/hours/HoursNotes.tsx')).HoursNotes)
const MissedDecision = lazyPart(async () => (await import('#dashboard/features/automation/schedule/RowMenu.tsx')).MissedDecision)

function HoursItem({ id }: { id: string }) {
  const chat = useQuery(endpointQuery('chatList', {})).data?.data.find((one) => String(one.id) === id)
  return chat ? <HoursNotes chat={chat} now={nowMs()} /> : <p>Reading…</p>
}

const detailsOf: Record<InboxKind, (item: InboxItem) => ReactNode> = {
  outside: ({ id }) => <OutsideItem of={id} />,
  change: ({ id }) => <ChangeItem id={id} />,
  hours: ({ id }) => <HoursItem id={id} />,
  action: ({ id, title }) => (
    <>
      <p>It was due, and Roomkeeper was not running. It is carried out only if you say so.</p>
      <div className="row wrap">
        <MissedDecision actionId={id} title={title} canRun />
      </div>
    </>
  ),
}

export const Inbox = () => <InboxPage detailsOf={(item) => <Suspense fallback={<p>Reading…</p>}>{detailsOf[item.kind](item)}</Suspense>} />
