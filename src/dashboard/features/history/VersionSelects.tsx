import { NativeSelect } from '@mantine/core'
import { clock } from '#dashboard/ui/format/time.tsx'
import classes from './HistoryPage.module.css'
import { byDay, detailOf, nowId, titleOf } from './timeline.ts'
import type { TimelineProps } from './Timeline.tsx'

/** The two versions to compare, where there is no room for the list beside their comparison. */
export function VersionSelects({ versions, a, b, onChoose }: TimelineProps) {
  const data = [
    { value: nowId, label: 'Now: current values' },
    ...byDay(versions).map(({ day, versions: ofDay }) => ({
      group: day,
      items: ofDay.map((version) => {
        const detail = detailOf(version)
        const title = `${clock(version.at).slice(0, 5)}  ${titleOf(version)}`
        return { value: version.id, label: detail === '' ? title : `${title}: ${detail}` }
      }),
    })),
    ...[a, b]
      .filter((id) => id !== nowId && versions.every((version) => version.id !== id))
      .map((id) => ({ value: id, label: 'An older version' })),
  ]
  return (
    <div className={classes.selects}>
      {(['a', 'b'] as const).map((side) => (
        <NativeSelect
          key={side}
          label={`Version ${side.toUpperCase()}`}
          data={data}
          value={side === 'a' ? a : b}
          onChange={(event) => onChoose(side, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}
