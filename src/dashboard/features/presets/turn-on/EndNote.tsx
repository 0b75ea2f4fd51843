import { endInWords } from '#dashboard/platform/presets/until.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './TurnOn.module.css'

/** What happens at the end. @param end, now milliseconds; null: somebody ends it */
export const EndNote = ({ end, now }: { end: number | null; now: number }) => (
  <p className={classes.note}>
    <Icon name="undo" />
    {end === null
      ? 'When somebody ends it, each value goes back to what it is now. A value that somebody changes in the meantime is kept, and you are asked.'
      : `At ${endInWords(end, now)} each value goes back to what it is now, even if nobody is signed in. A value that somebody changes in the meantime is kept, and you are asked.`}
  </p>
)
