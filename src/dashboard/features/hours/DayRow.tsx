import { ActionIcon, Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { maxPeriodsOfDay, minutesOfDay } from '#contract/hours/timetable.ts'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type Day, dayName, days, periodOf, periodsInWords, type TypedPeriod } from './hours-fields.ts'
import classes from './hours.module.css'
import { Periods } from './Periods.tsx'

const MessagesDialog = lazyPart(async () => (await import('./MessagesDialog.tsx')).MessagesDialog)

interface DayRowProps {
  day: Day
  periods: TypedPeriod[]
  isEdited: boolean
  problem: string | undefined
  mayWrite: boolean
  onChange: (periods: TypedPeriod[]) => void
  /** Shows what is wrong with what was typed. */
  onCheck: () => void
  onCopy: (to: readonly Day[]) => void
}

const usual: TypedPeriod = { from: '09:00', to: '17:00', message: '' }
/** Six hours of the next day, so that a night stays one bar. */
const axisMinutes = 30 * 60

export function DayRow({ day, periods, isEdited, problem, mayWrite, onChange, onCheck, onCopy }: DayRowProps) {
  const [isExpanded, setExpanded] = useState(false)
  const [writing, setWriting] = useState(false)
  // What is switched off comes back as it was.
  const last = useRef<TypedPeriod[]>([usual])
  const name = dayName[day]
  const isOpen = periods.length > 0
  const turn = (on: boolean) => {
    if (!on) last.current = periods
    onChange(on ? last.current : [])
  }
  const add = () => {
    const end = periods.at(-1)
    onChange([...periods, end ? { from: end.to, to: end.to, message: '' } : usual])
  }
  const canAdd = mayWrite && isOpen && periods.length < maxPeriodsOfDay
  return (
    <li id={`hours-${day}`} className={classes.weekDay} data-edited={isEdited || undefined} data-expanded={isExpanded || undefined}>
      <button type="button" className={`${classes.summary} on-phones`} aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
        <b className="medium">{name}</b>
        <span className="quiet grow at-end">{periodsInWords(periods)}</span>
        <Icon name={isExpanded ? 'up' : 'down'} size={14} />
      </button>
      <label className={classes.name}>
        <Switch
          checked={isOpen}
          disabled={!mayWrite}
          onChange={(event) => turn(event.currentTarget.checked)}
          aria-label={`${name}: open`}
        />
        <span className="not-on-phones">{name}</span>
        <span className="on-phones">Open on this day</span>
      </label>
      <Bars periods={periods} />
      <div className={classes.periods}>
        {isOpen ? <Periods of={name} {...{ periods, mayWrite, onChange, onCheck }} /> : <span className="quiet">Closed</span>}
        {isEdited && <span className="accent fz-help">Edited</span>}
        {problem && (
          <p className="bad fz-help full-row" role="alert">
            {problem}
          </p>
        )}
        {periods.map(
          ({ to, message }, index) =>
            message && (
              // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
              <p key={index} className="help full-row cut outside" title={message}>
                After {to}: “{message}”
              </p>
            ),
        )}
      </div>
      <div className={classes.actions}>
        {canAdd && (
          <ActionIcon size="xs" aria-label={`Add a period to ${name}`} onClick={add}>
            <Icon name="plus" />
          </ActionIcon>
        )}
        {mayWrite && (
          <ActionMenu
            button={
              <ActionIcon size="xs" aria-label={`Actions for ${name}`}>
                <Icon name="more" />
              </ActionIcon>
            }
            items={() => (
              <>
                <Menu.Item leftSection={<Icon name="copy" />} onClick={() => onCopy(days)}>
                  Copy to all days
                </Menu.Item>
                <Menu.Item leftSection={<Icon name="copy" />} onClick={() => onCopy(days.slice(0, 5))}>
                  Copy to Monday to Friday
                </Menu.Item>
                {isOpen && (
                  <Menu.Item leftSection={<Icon name="messages" />} onClick={() => setWriting(true)}>
                    Message after closing…
                  </Menu.Item>
                )}
              </>
            )}
          />
        )}
      </div>
      <Suspense fallback={<OverlayFallback />}>
        {writing && <MessagesDialog of={name} periods={periods} onClose={() => setWriting(false)} onChange={onChange} />}
      </Suspense>
    </li>
  )
}

function Bars({ periods }: { periods: TypedPeriod[] }) {
  const share = (minute: number) => (Math.min(minute, axisMinutes) / axisMinutes) * 100
  return (
    <div className={classes.weekTrack} aria-hidden>
      {periods.map((typed, index) => {
        const period = periodOf(typed)
        // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
        return period && <i key={index} style={{ left: `${share(period.from)}%`, width: `${share(period.to) - share(period.from)}%` }} />
      })}
      <b style={{ left: `${share(minutesOfDay)}%` }} />
    </div>
  )
}
