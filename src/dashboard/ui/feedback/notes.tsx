import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { readFailureWords } from '../format/failure-words.ts'
import { Icon, type IconName } from '../theme/icons.tsx'
import classes from './notes.module.css'
import { clock } from '../format/time.tsx'

/** A band over a list. */
export function Hint({ bad, children, act }: { bad?: boolean; children: ReactNode; act?: ReactNode }) {
  return (
    <div className={classes.hint} data-bad={bad || undefined} role={bad ? 'alert' : undefined}>
      <Icon name={bad ? 'error' : 'warning'} />
      <div className={classes.words}>{children}</div>
      {act}
    </div>
  )
}

interface Reading {
  error: Error | null
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** Over data that could not be refreshed: what failed, how old the rest is, and the way to try again. Nothing while all is well. */
export function Stale({ what, reading }: { what: string; reading: Reading }) {
  if (!reading.error) return null
  const { advice } = readFailureWords(reading.error)
  return (
    <Hint bad act={<TryAgain busy={reading.isFetching} act={reading.refetch} />}>
      <b>{what} could not be refreshed.</b> {advice} <span className="num">As of {clock(reading.dataUpdatedAt)}.</span>
    </Hint>
  )
}

export function TryAgain({ busy, act, label = 'Try again' }: { busy?: boolean; act: () => unknown; label?: string }) {
  return (
    <Button size="xs" leftSection={<Icon name="refresh" size={14} />} loading={busy ?? false} onClick={() => void act()}>
      {label}
    </Button>
  )
}

/** A page or a panel that could not be loaded at all. */
export function LoadFailure({ what, error, act, busy }: { what: string; error: unknown; act: () => unknown; busy?: boolean }) {
  const { cause, advice } = readFailureWords(error)
  return (
    <div role="alert">
      <Nothing icon="error" title={`${what} could not be loaded`} act={<TryAgain act={act} {...(busy === undefined ? {} : { busy })} />}>
        {cause}. {advice}
      </Nothing>
    </div>
  )
}

/** Nothing to list: what would be here, and the one act that fills it. */
export function Nothing({ icon, title, children, act }: { icon: IconName; title: string; children: ReactNode; act?: ReactNode }) {
  return (
    <div className={classes.nothing}>
      <Icon name={icon} size={20} />
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
        {act}
      </div>
    </div>
  )
}
