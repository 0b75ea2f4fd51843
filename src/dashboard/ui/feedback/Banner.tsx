import type { ReactNode } from 'react'
import { Icon, type IconName } from '../theme/icons.tsx'
import { readErrorMessage } from './error-messages.ts'
import classes from './feedback.module.css'

const icons = { warn: 'warning', bad: 'error', info: 'info' } as const satisfies Record<string, IconName>

/** A box inside a form or a dialog. Mantine's Alert announces a warning like an error. */
export function Banner({ tone = 'warn', children }: { tone?: 'warn' | 'bad' | 'info'; children: ReactNode }) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icons[tone]} className={tone === 'info' ? 'quiet' : tone} />
      <div className="grow">{children}</div>
    </div>
  )
}

/** Why something that changes nothing failed, such as a sign-in. */
export function FailureBanner({ error }: { error: unknown }) {
  const { cause, advice } = readErrorMessage(error)
  return (
    <Banner tone="bad">
      <b>{cause}.</b> {advice}
    </Banner>
  )
}
