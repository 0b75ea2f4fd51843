import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Failure } from '#contract/client.ts'
import { failureWords, isEffectUnknown, readFailureWords } from './failure-words.ts'
import { Icon, type IconName } from './icons.tsx'
import classes from './notes.module.css'
import { clock } from './time.tsx'

const icons = { warn: 'warning', bad: 'error', info: 'info' } as const satisfies Record<string, IconName>

/** A box inside a form or a dialog. */
export function Banner({ tone = 'warn', children }: { tone?: 'warn' | 'bad' | 'info'; children: ReactNode }) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div className={classes.words}>{children}</div>
    </div>
  )
}

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

interface FailedChangeProps {
  error: unknown
  /** Where it is known that nothing was done. */
  title: string
  /** The cause is told too. */
  named?: boolean
}

/** Why a change was not made; where nobody knows whether it was, that comes first. */
export function FailedChange({ error, title, named = false }: FailedChangeProps) {
  const { cause, advice } = failureWords(error)
  if (!isEffectUnknown(error))
    return (
      <>
        <b>{title}</b> {named && `${cause}. `}
        {advice}
      </>
    )
  return (
    <>
      <b>Not confirmed.</b> {cause}. {error.advice ?? 'It may have been done: check the result before you try again.'}
    </>
  )
}

interface NotSavedProps extends Partial<FailedChangeProps> {
  error: unknown
  kept?: string
}

/** What a form says when the service did not take it, or nobody knows whether it did; the fields keep what was typed. */
export function NotSaved({ error, title = 'Not saved.', named = false, kept = 'Your text is kept.' }: NotSavedProps) {
  return (
    <Banner tone="bad">
      <FailedChange error={error} title={title} named={named} /> {kept}
    </Banner>
  )
}

interface NotCheckedNoteProps {
  save: { isConfirmed: boolean; because: Failure }
  busy: boolean
  onCheck: () => void
}

/** A save after which what the service holds could not be read. */
export function NotCheckedNote({ save: { isConfirmed, because }, busy, onCheck }: NotCheckedNoteProps) {
  const { cause } = failureWords(because)
  return (
    <div role="alert">
      <Banner>
        <p>
          <b>{isConfirmed ? 'Saved, but not checked.' : 'Not confirmed.'}</b> {cause}.{' '}
          {isConfirmed
            ? 'The service confirmed the save; what it holds now could not be read.'
            : 'It may be saved: what the service holds now could not be read. Your edits are kept.'}
        </p>
        <TryAgain label="Check again" busy={busy} act={onCheck} />
      </Banner>
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
