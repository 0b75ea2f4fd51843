import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import type { PollContext } from '../actions.tsx'
import { groupOf, type GroupMember } from './groups.ts'
import { PollRow } from './PollRow.tsx'
import type { KeptRound } from '../rounds/rounds.ts'
import type { VoteGrowth } from './use-vote-growth.ts'
import type { OpenedDialog } from '../view.ts'

interface PollListProps {
  polls: Poll[]
  context: PollContext
  growth: VoteGrowth
  rounds: ReadonlyMap<number, KeptRound[]>
  groups: GroupMember[][]
  onOpen: (opened: OpenedDialog) => void
}

/** The virtualized list of polls: only the rows near the viewport are rendered, so that hundreds cost no more than ten. */
export function PollList({ polls, context, growth, rounds, groups, onOpen }: PollListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The first render is the most expensive, so the overscan rows are added right after it.
  const overscan = useDeferredValue(3, 0)
  // A banner that appears or disappears above moves the list slightly; the overscan compensates for it.
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY), [polls])
  // oxlint-disable-next-line react/incompatible-library -- the rule is about the React Compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count: polls.length,
    estimateSize: () => 144,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => polls[index]?.id ?? index,
  })
  return (
    <ul ref={list} className="relative" aria-label="Polls" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const poll = polls[index]
        if (!poll) return null
        return (
          <li
            className="windowed"
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={polls.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <PollRow
              poll={poll}
              context={context}
              grown={growth.of(poll)}
              seen={growth.since}
              rounds={rounds.get(poll.id)}
              chats={groupOf(groups, { chatId: context.chatId, pollId: poll.id }).length}
              onOpen={onOpen}
            />
          </li>
        )
      })}
    </ul>
  )
}
