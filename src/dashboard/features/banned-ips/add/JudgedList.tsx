import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import classes from './ImportDrawer.module.css'
import { doubtOf, verdictText } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

const kinds = [
  { key: 'new', label: 'New' },
  { key: 'overlaps', label: 'Overlapping' },
  { key: 'doubt', label: 'Needs review' },
  { key: 'covered', label: 'Covered' },
  { key: 'duplicate', label: 'Duplicate' },
  { key: 'tooWide', label: 'Too wide' },
  { key: 'invalid', label: 'Invalid' },
] as const
type Kind = (typeof kinds)[number]['key']

function kindOf({ entry, verdict, ...rest }: Judged): Kind {
  const isNew = verdict.kind === 'new' || verdict.kind === 'overlaps'
  const isDoubted = verdict.kind === 'invalid' ? entry.isPair : isNew && doubtOf({ entry, verdict, ...rest }) !== null
  return isDoubted ? 'doubt' : verdict.kind
}

/** What each entry of a text would change, filtered by kind, for any number of entries. */
export function JudgedList({ judged }: { judged: Judged[] }) {
  const [only, setOnly] = useState<Kind | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const counts = useMemo(() => {
    const found = new Map<Kind, number>()
    for (const one of judged) found.set(kindOf(one), (found.get(kindOf(one)) ?? 0) + 1)
    return found
  }, [judged])
  const shown = useMemo(() => (only === null ? judged : judged.filter((one) => kindOf(one) === only)), [judged, only])
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer({ count: shown.length, getScrollElement: () => scroller.current, estimateSize: () => 44, overscan: 8 })
  return (
    <>
      <Chips label="Kinds of entries">
        {kinds
          .filter(({ key }) => counts.has(key))
          .map(({ key, label }) => (
            <Chip
              key={key}
              label={label}
              holds={counts.get(key) ?? 0}
              on={only === key}
              onToggle={() => setOnly(only === key ? null : key)}
            />
          ))}
      </Chips>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={scroller} className={classes.list} tabIndex={0} role="region" aria-label="Entries of the list">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const one = shown[index]
            if (!one) return null
            const { tone, icon, label, detail } = verdictText(one)
            return (
              <li key={key} className={classes.item} style={{ transform: `translateY(${start}px)` }}>
                <span className={classes.line}>{count(one.entry.line)}</span>
                <span className="cut code outside">{one.entry.text}</span>
                <span className="meta cut" title={detail}>
                  <b className={`inline-row medium ${tone}`}>
                    <Icon name={icon} size={12} /> {label}
                  </b>{' '}
                  {detail}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
