import { Radio } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { roles } from '#contract/gateway/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from './team.module.css'

interface RoleRadiosProps {
  names: readonly (keyof typeof roles)[]
  /** Focuses the first one, for a field with an error. */
  ref: Ref<HTMLInputElement>
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  description?: ReactNode
}

/** The roles with what they are for, one of which is chosen. */
export function RoleRadios({ names, ref, ...field }: RoleRadiosProps) {
  return (
    <Radio.Group
      label={
        <span className="row between">
          Role{' '}
          <PageLink to={to.rights()} className="link fz-help regular">
            Who can do what
          </PageLink>
        </span>
      }
      {...field}
    >
      <div className={classes.roles}>
        {names.map((name, index) => (
          <Radio
            key={name}
            ref={index === 0 ? ref : undefined}
            size="xs"
            value={name}
            label={
              <span className={classes.role}>
                <span className="medium">{roles[name].label}</span> <span className="help">{roles[name].summary}</span>
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  )
}
