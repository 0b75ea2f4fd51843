import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { isOnIn, usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { day, minuteText } from '#dashboard/ui/format/time.tsx'
import type { ActivityBucket } from '#engine/analysis/activity.ts'
import { useDeletedIn } from '../read.ts'
import { formatRange, writeRange } from '../time-range.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './filters.module.css'

const noBuckets: readonly ActivityBucket[] = []

/** The loaded messages over time, as bars, with what is in sight and the modes that are on. Dragging over them sets the time range. */
export function ActivityStrip({ screen: { chat, change, visibleRange, summary } }: { screen: MessageScreen }) {
  const visible = visibleRange.use()
  const presets = usePresetsOn().filter((on) => isOnIn(on, chat.id))
  const deleted = useDeletedIn(chat.id)
  const buckets = summary?.activity ?? noBuckets
  const strip = useRef<HTMLDivElement>(null)
  const [brush, setBrush] = useState<{ start: number; end: number } | null>(null)
  const deletedCounts = useMemo(() => countByBucket(buckets, deleted.values()), [buckets, deleted])
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

  const marks = presets.map(({ name, at }) => ({ label: name, at: at / 1000 })).filter(({ at }) => at >= first.from && at <= last.to)
  // One label has room: that of what began last.
  const labelled = marks.toSorted((one, other) => other.at - one.at)[0]
  const labelAt = labelled && position(labelled.at)
  const isFree = (at: number) => labelAt === undefined || Math.abs(position(at) - labelAt) > labelWidth

  function end() {
    setBrush(null)
    if (!chosen || chosen[1]! - chosen[0]! < 0.005) return
    change({ range: writeRange({ from: Math.floor(first!.from + chosen[0]! * span), to: Math.ceil(first!.from + chosen[1]! * span) }) })
  }

  return (
    <div className={classes.activity}>
      <div
        ref={strip}
        className={classes.bars}
        role="img"
        aria-label={[
          `Messages over time, ${formatRange({ from: first.from, to: last.to })}: at most ${count(tallest)} ${perStep(step)}`,
          ...marks.map(({ label, at }) => `${label} since ${tickWords(at, span)}`),
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
        {marks.map(({ label, at }) => (
          <span key={`${label} ${at}`} className={classes.mark} style={{ left: `${position(at) * 100}%` }} />
        ))}
        {visible && (
          <span
            className={classes.visibleRange}
            style={{ left: `${position(visible.oldest.time) * 100}%`, right: `${(1 - position(visible.newest.time)) * 100}%` }}
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

function countByBucket(buckets: readonly ActivityBucket[], times: Iterable<number | undefined>): number[] {
  const counts = buckets.map(() => 0)
  for (const time of times) {
    const index = time === undefined ? -1 : buckets.findIndex(({ from, to }) => time >= from && time < to)
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

/** "14:31", "4 Mar" or "Mar 2024". */
const tickWords = (at: number, span: number) =>
  span < 2 * 86_400 ? minuteText(at * 1000) : day(at).replace(span < 360 * 86_400 ? / \d+$/ : /^\d+ /, '')
