import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { clock, day, useNow } from '#dashboard/ui/format/time.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { type RowsHandle, VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { type ChangesScope, longDay } from '#dashboard/features/changes/timeline/view.ts'
import { Entry } from './Entry.tsx'
import type { Fold } from './fold.ts'
import classes from './log.module.css'
import { LogRow } from './LogRow.tsx'

/** The pages that were read so far. */
type Reading = Pick<
  UseInfiniteQueryResult,
  'dataUpdatedAt' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

interface LogEntriesProps {
  scope: ChangesScope
  folds: readonly Fold[]
  reading: Reading
  catalogue: Catalogue
  /** The entry that is open. */
  line: number | null
  onLine: (line: number | null) => void
}

/** The entries by days, with the one that is open beside them. */
export function LogEntries({ scope, folds, reading, catalogue, line, onLine }: LogEntriesProps) {
  const now = useNow()
  const rows = useRef<RowsHandle>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setUnfolded((before) => (before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set(before).add(key)))
  const lines = folds.flatMap(({ entries }) => entries.map(({ id }) => id))
  const { current, setCurrent, step, close } = useEntryKeys({
    folds,
    lines,
    line,
    onLine,
    toggle,
    reveal: (index) => rows.current?.reveal(index),
  })
  const foot = useWhenSeen(() => void reading.fetchNextPage(), reading.hasNextPage && !reading.isFetching && !reading.isFetchNextPageError)
  const today = day(now)

  return (
    <div className={classes.page} data-open={line !== null || undefined}>
      <ul className={classes.list} aria-label="Changes">
        <VirtualRows
          handle={rows}
          count={folds.length}
          keyOf={(index) => folds[index]!.key}
          estimate={() => 58}
          scroller={null}
          spacer="li"
          pinned={current}
          row={(index, measure) => {
            const one = folds[index]!
            const date = day(one.entries[0]!.at / 1000)
            const isFirstOfDay = index === 0 || day(folds[index - 1]!.entries[0]!.at / 1000) !== date
            return (
              <li key={one.key} ref={measure as React.Ref<HTMLLIElement>} data-index={index}>
                {isFirstOfDay && (
                  <h2 className={`meta medium ${classes.day}`}>{dayInWords(one.entries[0]!.at, today, day(now - 24 * 60 * 60))}</h2>
                )}
                <LogRow
                  scope={scope}
                  fold={one}
                  catalogue={catalogue}
                  isUnfolded={unfolded.has(one.key)}
                  openLine={line}
                  onToggle={() => toggle(one.key)}
                  onOpen={(id) => {
                    setCurrent(index)
                    onLine(id)
                  }}
                />
              </li>
            )
          }}
        />
      </ul>
      <div ref={foot} className="help row wrap panel" role="status">
        {reading.isFetchNextPageError ? (
          <>
            Older entries could not be loaded. <RetryButton busy={reading.isFetchingNextPage} retry={reading.fetchNextPage} />
          </>
        ) : reading.hasNextPage ? (
          'Loading older entries…'
        ) : (
          `End of the changes · newest first · as of ${clock(reading.dataUpdatedAt)}`
        )}
      </div>
      {line !== null && <Entry scope={scope} line={line} catalogue={catalogue} onStep={step} onClose={close} onLine={onLine} />}
    </div>
  )
}

/** "Today, Saturday, 14 November 2026". @param at milliseconds */
function dayInWords(at: number, today: string, yesterday: string): string {
  const date = day(at / 1000)
  const words = longDay(at)
  return date === today ? `Today, ${words}` : date === yesterday ? `Yesterday, ${words}` : words
}

/** Calls back when the element comes near the window, and again whenever it is enabled while it is there. */
function useWhenSeen(onSeen: () => void, isEnabled: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), { rootMargin: '600px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return element
}

interface EntryKeysOptions {
  folds: readonly Fold[]
  /** All entries in the order of the list. */
  lines: readonly number[]
  /** The entry that is open. */
  line: number | null
  onLine: (line: number | null) => void
  toggle: (key: string) => void
  reveal: (index: number) => void
}

/** Up and Down move through the list, or from the open entry to the next; o opens, u undoes, Escape closes. */
function useEntryKeys({ folds, lines, line, onLine, toggle, reveal }: EntryKeysOptions) {
  const [current, setCurrent] = useState(-1)
  const isOpen = line !== null
  /** The row that gets the focus once it is drawn. A key that is pressed before that means this row. */
  const awaited = useRef<number | null>(null)

  function here() {
    const focused = focusedIndex()
    return awaited.current ?? (focused < 0 ? current : focused)
  }
  function focusRow(index: number) {
    awaited.current = index
    requestAnimationFrame(() => {
      if (awaited.current === index) awaited.current = null
      document.querySelector<HTMLElement>(`li[data-index="${index}"] [data-opens]`)?.focus({ preventScroll: true })
    })
  }
  function moveTo(index: number) {
    if (index < 0 || index >= folds.length) return
    setCurrent(index)
    reveal(index)
  }
  /** @param by 1: the next, older one */
  function step(by: 1 | -1) {
    if (line === null) {
      const next = Math.max(0, Math.min(folds.length - 1, here() + by))
      moveTo(next)
      return focusRow(next)
    }
    const next = lines[lines.indexOf(line) + by]
    if (next === undefined) return
    moveTo(folds.findIndex(({ entries }) => entries.some(({ id }) => id === next)))
    onLine(next)
  }
  function close() {
    const index = folds.findIndex(({ entries }) => entries.some(({ id }) => id === line))
    onLine(null)
    focusRow(Math.max(index, 0))
  }
  function open() {
    const one = folds[here()]
    if (!one) return
    if (one.entries.length > 1) toggle(one.key)
    else onLine(one.entries[0]!.id)
  }

  useKey('ArrowDown', 'Next entry', () => step(1), true, { repeats: true })
  useKey('ArrowUp', 'Previous entry', () => step(-1), true, { repeats: true })
  useKey('o', 'Open the entry', open, !isOpen)
  useKey('u', 'Undo the entry', () => {
    const shown = line ?? folds[here()]?.entries[0]?.id
    document.querySelector<HTMLElement>(`${isOpen ? 'aside ' : ''}[data-undo="${shown}"]`)?.click()
  })
  useKey('Escape', 'Close the entry', close, isOpen)

  return { current, setCurrent, step, close }
}

const focusedIndex = () => Number(document.activeElement?.closest('li[data-index]')?.getAttribute('data-index') ?? -1)
