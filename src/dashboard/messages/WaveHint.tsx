import { ActionIcon, Anchor, Button } from '@mantine/core'
import { Icon } from '../ui/more-icons.tsx'
import { count, counted } from '../ui/numbers.ts'
import type { Wave } from './analysis/waves.ts'
import classes from './WaveHint.module.css'
import { rangeWords } from './time-range.ts'

interface WaveHintProps {
  wave: Wave
  /** How many waves there are besides. */
  others: number
  onShow: () => void
  onSelect: () => void
  onDismiss: () => void
}

/** Many almost equal messages in a short time: one click shows or selects them. */
export function WaveHint({ wave, others, onShow, onSelect, onDismiss }: WaveHintProps) {
  const { ids, posters, from, to } = wave
  return (
    <section className={classes.hint} aria-label="Spam wave">
      <Icon name="wave" className="rk-warn" />
      <p>
        <b>Looks like a spam wave.</b>{' '}
        <span className={classes.more}>
          {count(ids.length)} messages with nearly the same text, {counted(posters, 'poster')}, {rangeWords({ from, to })}
          {others > 0 && `; ${counted(others, 'more wave')}`}
        </span>
        <span className={classes.brief}>
          {count(ids.length)} alike, {counted(posters, 'poster')}
        </span>
      </p>
      <Anchor component="button" type="button" fz="help" onClick={onShow}>
        Show only these
      </Anchor>
      <Button size="xs" onClick={onSelect}>
        Select {count(ids.length)}
      </Button>
      <ActionIcon size="xs" aria-label="Not a wave: hide this" onClick={onDismiss}>
        <Icon name="x" />
      </ActionIcon>
    </section>
  )
}
