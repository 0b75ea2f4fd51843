import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { ActivityBucket } from '#engine/analysis/activity.ts'
import { formatRange } from '../time-range.ts'
import classes from './filters.module.css'

/** Something that began while people wrote: a preset that was turned on. */
export interface StripMark {
  label: string
  /** Seconds. */
  at: number
}

interface ActivityStripProps {
  /** Oldest first. */
  buckets: readonly ActivityBucket[]
  /** The times on screen, in seconds. */
  visibleRange: { from: number; to: number } | null
  /** Times of the messages that were deleted on this page, in seconds. */
  deletedTimes: readonly number[]
  marks: readonly StripMark[]
  onBrush: (range: { from: number; to: number }) => void
}

/** The loaded messages over time, as bars. Dragging over them sets the time range. */
export function ActivityStrip({ buckets, visibleRange, deletedTimes, marks, onBrush }: ActivityStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [brush, setBrush] = useState<{ start: number; end: number } | null>(null)
  const deletedCounts = useMemo(() => countByBucket(buckets, deletedTimes), [buckets, deletedTimes])
  const first = buckets[0]
  const last = buckets.at(-1)
  if (!first || !last || buckets.length < 2) return null

  const tallest = Math.max(...buckets.map(({ total }, index) => total + deletedCounts[index]!))
  const step = first.to - first.from
  const span = last.to - first.from
  const position = (at: number) => Math.min(1, Math.max(0, (at - first.from) / span))
  const pointerPosition = (event: PointerEvent) => {
    const { left, width } = strip.current!.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const chosen = brush && [Math.min(brush.start, brush.end), Math.max(brush.start, brush.end)]

  const shownMarks = marks.filter(({ at }) => at >= first.from && at <= last.to)
  // One label has room: that of what began last.
  const labelled = shownMarks.toSorted((one, other) => other.at - one.at)[0]
  const labelAt = labelled && position(labelled.at)
  const isFree = (at: number) => labelAt === undefined || Math.abs(position(at) - labelAt) > labelWidth

  function end() {
    setBrush(null)
    if (!chosen || chosen[1]! - chosen[0]! < 0.005) return
    onBrush({ from: Math.floor(first!.from + chosen[0]! * span), to: Math.ceil(first!.from + chosen[1]! * span) })
  }

  return (
    <div className={classes.activity}>
      <div
        ref={strip}
        className={classes.bars}
        role="img"
        aria-label={[
          `Messages over time, ${formatRange({ from: first.from, to: last.to })}: at most ${count(tallest)} ${perStep(step)}`,
          ...shownMarks.map(({ label, at }) => `${label} since ${tickWords(at, span)}`),
        ].join('. ')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setBrush({ start: pointerPosition(event), end: pointerPosition(event) })
        }}
        onPointerMove={(event) => brush && setBrush({ ...brush, end: pointerPosition(event) })}
        onPointerUp={end}
        onPointerCancel={() => setBrush(null)}
      >
        {buckets.map((bucket, index) => (
          <i
            key={bucket.from}
            data-repeated={bucket.repeated * 2 > bucket.total || undefined}
            data-deleted={deletedCounts[index]! > bucket.total || undefined}
            style={{ height: `${((bucket.total + deletedCounts[index]!) / tallest) * 100}%` }}
          />
        ))}
        {shownMarks.map(({ label, at }) => (
          <span key={`${label} ${at}`} className={classes.mark} style={{ left: `${position(at) * 100}%` }} />
        ))}
        {visibleRange && (
          <span
            className={classes.visibleRange}
            style={{ left: `${position(visibleRange.from) * 100}%`, right: `${(1 - position(visibleRange.to)) * 100}%` }}
          />
        )}
        {chosen && <span className={classes.brush} style={{ left: `${chosen[0]! * 100}%`, right: `${(1 - chosen[1]!) * 100}%` }} />}
      </div>
      <div className={classes.scale}>
        {labelled && labelAt !== undefined && (
          <span className={`${classes.label} outside`} data-end={labelAt > 0.6 || undefined} style={{ left: `${labelAt * 100}%` }}>
            {labelled.label} {tickWords(labelled.at, span)}
          </span>
        )}
        {ticks(first.from, last.to)
          .filter(isFree)
          .map((at) => (
            <span key={at} style={{ left: `${position(at) * 100}%` }}>
              {tickWords(at, span)}
            </span>
          ))}
        {isFree(last.to) && (
          <span className={`${classes.tallest} not-on-phones`}>
            tallest {count(tallest)} {perStep(step)}
          </span>
        )}
      </div>
    </div>
  )
}

function countByBucket(buckets: readonly ActivityBucket[], times: readonly number[]): number[] {
  const counts = buckets.map(() => 0)
  for (const time of times) {
    const index = buckets.findIndex(({ from, to }) => time >= from && time < to)
    if (index >= 0) counts[index]! += 1
  }
  return counts
}

const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

function perStep(step: number): string {
  const [seconds, name] = units.find(([unit]) => step >= unit * 0.9) ?? [1, 'second']
  const rounded = Math.round(step / seconds)
  return rounded === 1 ? `per ${name}` : `in ${rounded} ${name}s`
}

/** What a label of a mark may take of the scale. */
const labelWidth = 0.18

/** The times of the scale, evenly spaced. The right end is left free for the label of the tallest bar. */
const ticks = (from: number, to: number) => [0, 0.2, 0.4, 0.6].map((position) => Math.round(from + (to - from) * position))

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const year = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

const tickWords = (at: number, span: number) => (span < 2 * 86_400 ? time : span < 360 * 86_400 ? date : year).format(at * 1000)
