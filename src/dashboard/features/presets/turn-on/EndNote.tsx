import { endInWords } from '#dashboard/platform/presets/until.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './TurnOn.module.css'

interface EndNoteProps {
  /** Milliseconds; null: somebody ends it. */
  end: number | null
  now: number
  /** Whether Roomkeeper ends it. Otherwise a person has to, also after that time. */
  endsByItself: boolean
}

/** What happens at the end. */
export const EndNote = ({ end, now, endsByItself }: EndNoteProps) => (
  <p className={classes.note} data-tone={end !== null && !endsByItself ? 'warn' : undefined}>
    <Icon name={end !== null && !endsByItself ? 'warning' : 'undo'} className={end !== null && !endsByItself ? 'warn' : 'quiet'} />
    <span>{textOf(end === null ? null : endInWords(end, now), endsByItself)}</span>
  </p>
)

function textOf(time: string | null, endsByItself: boolean): string {
  if (time === null)
    return 'When somebody ends it, each value goes back to what it is now. A value that somebody changes in the meantime is kept, and you are asked.'
  return endsByItself
    ? `At ${time} each value goes back to what it is now, even if nobody is signed in. A value that somebody changes in the meantime is kept, and you are asked.`
    : `At ${time} somebody has to end it: standing access is off, so Roomkeeper cannot do it. Each value then goes back to what it is now. An Owner can turn standing access on under Account.`
}
