import type { ChatVersion } from '#contract/workspace/chat-versions.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './Timeline.module.css'
import { atInWords, byDay, detailOf, iconOf, nowId, titleOf } from './timeline.ts'

export interface TimelineProps {
  versions: readonly ChatVersion[]
  a: string
  b: string
  onChoose: (side: 'a' | 'b', id: string) => void
}

/** The versions by day, newest first, with two columns to choose the ones to compare. */
export function Timeline({ versions, a, b, onChoose }: TimelineProps) {
  const row = (id: string, at: string, icon: IconName, title: string, detail: string, name: string) => (
    <li key={id} className={classes.row} data-version={id} data-chosen={id === a || id === b || undefined}>
      <span className="num quiet">{at}</span>
      <Icon name={icon} />
      <span className={classes.words}>
        <b className="medium outside">{title}</b>
        <span className="help outside cut" title={detail}>
          {detail}
        </span>
      </span>
      {(['a', 'b'] as const).map((side) => (
        <label key={side} className={classes.choice}>
          <input
            type="radio"
            name={`version-${side}`}
            aria-label={`${name} as ${side.toUpperCase()}`}
            checked={(side === 'a' ? a : b) === id}
            onChange={() => onChoose(side, id)}
          />
        </label>
      ))}
    </li>
  )
  return (
    <>
      <h2 className={classes.head}>
        <span className="grow">Now</span>
        <span>A</span>
        <span>B</span>
      </h2>
      <ul className={classes.list}>{row(nowId, 'Now', 'clock', 'Current values', 'As the service holds them', 'Current values')}</ul>
      {byDay(versions).map(({ day, versions: ofDay }) => (
        <section key={day}>
          <h2 className={classes.head}>{day}</h2>
          <ul className={classes.list}>
            {ofDay.map((version) =>
              row(
                version.id,
                clock(version.at).slice(0, 5),
                iconOf(version),
                titleOf(version),
                detailOf(version),
                `${titleOf(version)}, ${atInWords(version.at)},`,
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}
