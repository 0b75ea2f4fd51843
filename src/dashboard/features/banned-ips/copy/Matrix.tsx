import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { compareRooms } from '../ranges/compare-rooms.ts'
import { keyOf, type Range } from '../ranges/range.ts'
import { nameOf } from '../read.ts'
import classes from './RoomsDrawer.module.css'

const rowHeight = 33

/** The list of a chat. */
export interface RoomList {
  chat: Chat
  entries: Range[]
}

interface MatrixProps {
  chat: Chat
  entries: Range[]
  /** The chats that it is compared with. */
  rooms: RoomList[]
  /** How many chats there are to compare with. */
  others: number
}

/** Every entry of any of these chats, and where it is. */
export function Matrix({ chat, entries, rooms, others }: MatrixProps) {
  const [onlyMissing, setOnlyMissing] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const readable = useMemo(() => [{ chat, entries }, ...rooms], [chat, entries, rooms])
  const all = useMemo(() => compareRooms(new Map(readable.map((room) => [room.chat.id, room.entries]))), [readable])
  const shown = useMemo(() => (onlyMissing ? all.filter(({ missingIn }) => missingIn.length > 0) : all), [all, onlyMissing])
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const drawn = virtual.getVirtualItems()
  const [before, after] = [drawn[0]?.start ?? 0, virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)]
  return (
    <section aria-label="Where each entry is" className="stack shrinks">
      <div className={classes.matrixHead}>
        <h3 className="medium">
          Where each entry is{' '}
          {rooms.length < others && (
            <span>
              this chat and {count(rooms.length)} of {count(others)}, the chosen ones first
            </span>
          )}
        </h3>
        <Checkbox
          label="Only what is missing somewhere"
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <p>{all.length === 0 ? 'None of the chats compared bans anybody.' : 'The chats compared ban the same addresses.'}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div ref={scroller} className={classes.matrix} tabIndex={0} role="region" aria-label="Entries by chat">
          <table className="fz-help" aria-rowcount={shown.length + 1}>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Missing in</th>
                {readable.map((room) => (
                  <th key={room.chat.id} scope="col" className="outside" title={room.chat.name}>
                    {room.chat.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {before > 0 && <tr aria-hidden style={{ height: before }} />}
              {drawn.map(({ index }) => {
                const row = shown[index]
                if (!row) return null
                return (
                  <tr key={keyOf(row.range)} aria-rowindex={index + 2}>
                    <th scope="row" className="code">
                      {nameOf(row.range)}
                    </th>
                    <td className="num">
                      {count(row.missingIn.length)} of {count(readable.length)}
                    </td>
                    {readable.map((room) => (
                      <td key={room.chat.id}>
                        <State is={row.has.includes(room.chat.id) ? 'has' : row.coveredIn.includes(room.chat.id) ? 'covered' : 'missing'} />
                      </td>
                    ))}
                  </tr>
                )
              })}
              {after > 0 && <tr aria-hidden style={{ height: after }} />}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const states = {
  has: { icon: 'check', words: 'there' },
  covered: { icon: 'check', words: 'covered' },
  missing: { icon: 'minus', words: 'missing' },
} as const

function State({ is }: { is: keyof typeof states }) {
  const { icon, words } = states[is]
  return (
    <span className={classes.state} data-missing={is === 'missing' || undefined}>
      <Icon name={icon} size={12} /> {words}
    </span>
  )
}
