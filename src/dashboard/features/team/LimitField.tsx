import { Select, TextInput } from '@mantine/core'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from './GrantForm.module.css'
import { addressesOf, limitInWords, limits, limitText, ownNumber, type LimitName } from './limits.ts'

interface LimitFieldProps {
  name: LimitName
  /** The limit of the role; null = none. */
  ofRole: number | null
  /** As in limits.ts: '' as the role, `none`, or `=` and what is typed. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  error: string | undefined
}

/** A limit of one person: that of the role, none, or one of their own. */
export function LimitField({ name, ofRole, value, onChange, onBlur, error }: LimitFieldProps) {
  const { label } = limits[name]
  const isOwn = value.startsWith('=')
  const own = isOwn ? ownNumber(name, value) : undefined
  const effective = isOwn ? own : value === 'none' ? null : ofRole
  return (
    <>
      <div className={classes.limit}>
        <Select
          label={label}
          data={[
            { value: 'role', label: `As the role: ${limitInWords(name, ofRole)}` },
            { value: 'none', label: 'No limit' },
            { value: 'own', label: 'Their own limit' },
          ]}
          value={isOwn ? 'own' : value === 'none' ? 'none' : 'role'}
          onChange={(kind) =>
            onChange(kind === 'own' ? `=${ofRole === null ? '' : limitText(name, ofRole)}` : kind === 'none' ? 'none' : '')
          }
          onBlur={onBlur}
          {...(name === 'widestBan' &&
            typeof effective === 'number' && { description: counted(addressesOf(effective), 'address', 'addresses') })}
        />
        {isOwn && (
          <TextInput
            className={classes.own}
            aria-label={`${label}: their own limit`}
            inputMode={name === 'widestBan' ? 'text' : 'numeric'}
            autoComplete="off"
            value={value.slice(1)}
            onChange={(event) => onChange(`=${event.currentTarget.value}`)}
            onBlur={onBlur}
            aria-invalid={error !== undefined}
            data-error={error !== undefined || undefined}
          />
        )}
      </div>
      {error !== undefined && (
        <p className={`${classes.mark} bad`} role="alert">
          {fieldError(error)}
        </p>
      )}
    </>
  )
}
