import { type Ref, type RefObject, useEffect } from 'react'
import { cityOf, fullDate, timeIn } from '#dashboard/ui/format/dates.ts'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { type RowsHandle, VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import type { Row } from './agenda.ts'
import { MissedAction, OneTurn, PlannedAction, type Shared, Turns } from './entries.tsx'
import classes from './schedule.module.css'

/** The strip of days stays in sight above the list. */
const stripHeight = 54

interface AgendaProps extends Shared {
  rows: Row[]
  /** The row to begin at; null: the first. */
  start: number | null
  list: RefObject<RowsHandle | null>
  onStarted: () => void
  /** Called with the first row in sight. @param isAtEnd the page can't be scrolled any further */
  onFirst: (row: number, isAtEnd: boolean) => void
  onFold: (at: number) => void
}

/** All entries, day by day. */
export function Agenda({ rows, start, list, onStarted, onFirst, onFold, ...shared }: AgendaProps) {
  const isNarrow = useMedia('(max-width: 61.99em)')
  const heightOf = (index: number) => {
    const { is } = rows[index]!
    if (is === 'day' || is === 'missedHead') return 28
    return is === 'now' ? 20 : isNarrow ? 52 : 36
  }
  useEffect(() => {
    if (start === null) return
    list.current?.bringUp(start)
    onStarted()
  }, [start, list, onStarted])
  /** What is under the strip is not in sight. */
  const onRange = (first: number) => {
    let row = first
    for (let covered = 0; covered < stripHeight && row < rows.length - 1; row++) covered += heightOf(row)
    const { scrollHeight } = document.documentElement
    onFirst(scrollY === 0 ? 0 : row, scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1)
  }
  return (
    <ul aria-label="Agenda">
      <VirtualRows
        count={rows.length}
        keyOf={(index) => rows[index]!.key}
        estimate={heightOf}
        inset={stripHeight}
        scroller={null}
        spacer="li"
        handle={list}
        onRange={onRange}
        row={(index, measure) => <AgendaRow key={rows[index]!.key} row={rows[index]!} {...{ index, measure, onFold }} {...shared} />}
      />
    </ul>
  )
}

interface AgendaRowProps extends Shared {
  row: Row
  index: number
  measure: Ref<HTMLElement>
  onFold: (at: number) => void
}

function AgendaRow({ row, index, measure, onFold, ...shared }: AgendaRowProps) {
  const item = { ref: measure as Ref<HTMLLIElement>, 'data-index': index }
  switch (row.is) {
    case 'missedHead':
      return (
        <li {...item} className={classes.dayHead} data-tone="warn">
          <h2>Missed</h2> Roomkeeper was not running, or background access was off
        </li>
      )
    case 'missed':
      return (
        <li {...item} className={classes.row}>
          <MissedAction action={row.action} {...shared} />
        </li>
      )
    case 'day':
      return (
        <li {...item} className={classes.dayHead}>
          <h2>{`${row.day === 0 ? 'Today, ' : ''}${fullDate(row.date)}`}</h2>
          {[row.day === 1 && 'tomorrow', row.isEmpty ? 'nothing planned' : row.day === 0 && `times in ${cityOf(shared.zone)}`]
            .filter(Boolean)
            .join(', ')}
        </li>
      )
    case 'now':
      return (
        <li {...item} className={classes.now}>
          <span className="num medium">
            <span className="visually-hidden">Now </span>
            {timeIn(shared.zone, shared.now)}
          </span>
        </li>
      )
    case 'entry':
      return (
        <li {...item} className={classes.row}>
          {'action' in row.entry ? (
            <PlannedAction action={row.entry.action} {...shared} />
          ) : (
            <Turns at={row.entry.at} turns={row.entry.turns} isUnfolded={row.isUnfolded} onFold={onFold} {...shared} />
          )}
        </li>
      )
    case 'turn':
      return (
        <li {...item} className={`${classes.row} ${classes.inner}`}>
          <OneTurn at={row.at} turn={row.turn} {...shared} />
        </li>
      )
  }
}
