import type { ReactNode } from 'react'
import { Icon, type IconName } from '../theme/icons.tsx'
import classes from './notices.module.css'

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
