import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import type { PollContext } from '../actions.tsx'
import { groupOf, type Member } from './groups.ts'
import { PollRow } from './PollRow.tsx'
import type { KeptRound } from '../rounds/rounds.ts'
import type { Growth } from './use-seen.ts'
import type { Opened } from '../view.ts'

interface PollListProps {
  polls: Poll[]
  context: PollContext
  growth: Growth
  rounds: ReadonlyMap<number, KeptRound[]>
  groups: Member[][]
  onOpen: (opened: Opened) => void
}

/** The polls below each other. Only what is near the screen is drawn, so that hundreds cost no more than ten. */
export function PollList({ polls, context, growth, rounds, groups, onOpen }: PollListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The first drawing is the dearest: what is beyond the screen comes right after it.
  const overscan = useDeferredValue(3, 0)
  // A hint that comes or goes above moves the list a little; what is drawn beyond the screen makes up for it.
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY), [polls])
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it speaks of is not used here
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
