import { durationInWords, endInWords, endOf, offeredMinutes, type Until, zoneInWords } from '#dashboard/platform/presets/until.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import classes from './turn-on.module.css'

interface UntilChoiceProps {
  /** Of the preset; null: until somebody ends it. */
  minutes: number | null
  value: Until
  onChange: (value: Until) => void
  /** Durations begin here; missing: now. Milliseconds. */
  from?: number
}

/** The present in milliseconds, as the dialog shows it. */
export const useNowMs = () => useNow() * 1000

/** Until when: first the time of day, then how long that is. */
export function UntilChoice({ minutes: own, value, onChange, from }: UntilChoiceProps) {
  const now = useNowMs()
  const start = from ?? now
  const at = value.kind === 'at' ? value.time : ''
  return (
    <fieldset className="row wrap">
      <legend className={classes.legend}>Until</legend>
      {offeredMinutes(own).map((minutes) => (
        <Option key={minutes} isOn={value.kind === 'for' && value.minutes === minutes} onPick={() => onChange({ kind: 'for', minutes })}>
          <span className="num">{endInWords(endOf({ kind: 'for', minutes }, start) ?? start, now)}</span>{' '}
          <span className="help num">{durationInWords(minutes * 60_000)}</span>
        </Option>
      ))}
      <span className={classes.option} data-on={value.kind === 'at' || undefined}>
        <label className="row gap-8">
          <input type="radio" name="until" checked={value.kind === 'at'} onChange={() => onChange({ kind: 'at', time: at })} /> Time
        </label>
        <input
          type="time"
          aria-label="Time of day"
          className={classes.time}
          data-empty={at === '' || undefined}
          value={at}
          onChange={(event) => onChange({ kind: 'at', time: event.currentTarget.value })}
        />
      </span>
      <Option isOn={value.kind === 'open'} onPick={() => onChange({ kind: 'open' })}>
        I end it
      </Option>
      <span className="help">{zoneInWords(now)}</span>
    </fieldset>
  )
}

function Option({ isOn, onPick, children }: { isOn: boolean; onPick: () => void; children: React.ReactNode }) {
  return (
    <label className={classes.option} data-on={isOn || undefined}>
      <input type="radio" name="until" checked={isOn} onChange={onPick} /> <span>{children}</span>
    </label>
  )
}
