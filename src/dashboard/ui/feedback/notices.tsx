import { Button } from '../form/Button.tsx'
import type { ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { readErrorMessage } from './error-messages.ts'
import { Icon, type IconName } from '../theme/icons.tsx'
import classes from './feedback.module.css'
import { clock } from '../format/time.tsx'

/** A band over a list. */
export function Hint({ bad, children, action }: { bad?: boolean; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={`${bad ? '' : 'scrolls-away'} ${classes.hint}`} data-tone={bad ? 'bad' : 'warn'} role={bad ? 'alert' : undefined}>
      <Icon name={bad ? 'error' : 'warning'} className={bad ? 'bad' : 'warn'} />
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}

/** Under the head of a page: what the person cannot do there, and why. @param id for what it explains */
export const ReasonNote = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className={`help outside ${classes.reason}`}>
    {children}
  </p>
)

/** A query, as far as it is shown how it stands. */
export interface Reading {
  error: Error | null
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** Over data that could not be refreshed: what failed, how old the rest is, and the way to try again. Nothing while all is well. */
export function StaleNotice({ what, reading }: { what: string; reading: Reading }) {
  if (!reading.error) return null
  const { advice } = readErrorMessage(reading.error)
  return (
    <Hint bad action={<ReadAgain {...reading} />}>
      <b>{what} could not be refreshed.</b> {advice} <span className="num">As of {clock(reading.dataUpdatedAt)}.</span>
    </Hint>
  )
}

/** Only a whole page can lead to the sign-in of whoever is in between. */
function ReadAgain({ error, isFetching = false, refetch }: LoadErrorProps['reading']) {
  if (error instanceof Failure && error.isWebPage) return <RetryButton retry={() => location.reload()} label="Reload the page" />
  return <RetryButton busy={isFetching} retry={refetch} />
}

export function RetryButton({ busy, retry, label = 'Try again' }: { busy?: boolean; retry: () => unknown; label?: string }) {
  return (
    <Button size="xs" icon="refresh" loading={busy} onClick={() => void retry()}>
      {label}
    </Button>
  )
}

interface LoadErrorProps {
  what: string
  reading: { error: unknown; isFetching?: boolean; refetch: () => unknown }
  /** What more is known of the cause. */
  hint?: string
}

/** A page or a panel that could not be loaded at all. */
export function LoadError({ what, reading, hint }: LoadErrorProps) {
  const { cause, advice } = readErrorMessage(reading.error)
  return (
    <div role="alert">
      <EmptyState icon="error" title={`${what} could not be loaded`} action={<ReadAgain {...reading} />}>
        {cause}. {advice} {hint}
      </EmptyState>
    </div>
  )
}

/** Shown instead of an empty list: what would be listed here, and the action that adds the first entry. */
export function EmptyState({ icon, title, children, action }: { icon: IconName; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Icon className="faint" name={icon} size={20} />
      <div>
        <h2 className="heading">{title}</h2>
        <p className="help">{children}</p>
        {action}
      </div>
    </div>
  )
}
