import { Radio, Select, TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import { limitsOf, rightsOf, type RoleChanges, roles } from '#contract/gateway/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { addressesOf, limitInWords, type LimitName, limitNames, limits, limitText, ownNumber } from './limits.ts'
import { chatsIn, chatsText, type GrantFields, roleIn } from './person/person-fields.ts'
import classes from './team.module.css'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatsEditor } from '#dashboard/platform/chats/ChatsEditor.tsx'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

interface GrantFormProps {
  form: UseFormReturn<GrantFields, GrantFields, GrantFields>
  chats: Chat[]
  roleChanges: RoleChanges
  /** `invite`: the roles with what they are for; `person`: in rows, with the role in a list. */
  look: 'invite' | 'person'
  /** Why the role cannot be changed now; null where it can. */
  fixedRole?: string | null
  /** What stands under a field, such as that it is edited. */
  mark?: (name: keyof GrantFields) => ReactNode
}

/** Who somebody is in the team: name, role, chats and limits. What the role does not have is left out. */
export function GrantForm({ form, chats, roleChanges, look, fixedRole = null, mark }: GrantFormProps) {
  const { signIn } = useSession()
  const { errors } = form.formState
  const role = roleIn(useWatch({ control: form.control, name: 'role' }))
  const has = rightsOf(role, roleChanges)
  const ofRole = limitsOf(role, roleChanges)
  const row = (name: keyof GrantFields, field: ReactNode) => (
    <div className={classes.field}>
      {field}
      {mark?.(name)}
    </div>
  )
  return (
    <div className={look === 'person' ? classes.person : classes.invite}>
      {row(
        'name',
        <TextInput
          label="Name"
          {...(look === 'invite' && { description: 'Shown in activity and to the rest of the team', 'data-autofocus': true })}
          autoComplete="off"
          error={fieldError(errors.name?.message)}
          {...form.register('name')}
        />,
      )}
      {row(
        'role',
        <Controller
          control={form.control}
          name="role"
          render={({ field: { ref, ...field } }) =>
            look === 'invite' ? (
              <RoleRadios ref={ref} names={roleNames} {...field} />
            ) : (
              <Select
                ref={ref}
                label="Role"
                data={roleNames.map((name) => ({ value: name, label: roles[name].label }))}
                description={fixedRole ?? undefined}
                disabled={fixedRole !== null}
                {...field}
                onChange={(value) => value && field.onChange(value)}
              />
            )
          }
        />,
      )}
      {role !== 'owner' &&
        !roles[role].isWithoutChats &&
        row(
          'chats',
          <Controller
            control={form.control}
            name="chats"
            render={({ field }) => <ChatsField chats={chats} value={field.value} onChange={field.onChange} error={errors.chats?.message} />}
          />,
        )}
      {role !== 'owner' &&
        limitNames
          .filter((name) => has.includes(limits[name].right))
          .map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: { value, onChange, onBlur } }) =>
                row(name, <LimitField {...{ name, value, onChange, onBlur }} ofRole={ofRole[name]} error={errors[name]?.message} />)
              }
            />
          ))}
      {signIn?.company &&
        row(
          'email',
          <TextInput
            label="E-mail"
            description="Company sign-in recognises the person by this address"
            type="email"
            autoComplete="off"
            error={fieldError(errors.email?.message)}
            {...form.register('email')}
          />,
        )}
    </div>
  )
}

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
function LimitField({ name, ofRole, value, onChange, onBlur, error }: LimitFieldProps) {
  const { label } = limits[name]
  const isOwn = value.startsWith('=')
  const own = isOwn ? ownNumber(name, value) : undefined
  const effective = isOwn ? own : value === 'none' ? null : ofRole
  return (
    <>
      <div className="beside">
        <Select
          className="grow"
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

interface ChatsFieldProps {
  chats: Chat[]
  /** `all`, or ids: "3,7". */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

const noLabels: ChatLabels = new Map()

/** All chats, or those that are chosen. */
export function ChatsField({ chats, value, onChange, error }: ChatsFieldProps) {
  const granted = chatsIn(value)
  return (
    <ChatsEditor
      chats={chats}
      labels={noLabels}
      value={granted === 'all' ? 'all' : { labels: [], chatIds: granted }}
      onChange={(choice) => onChange(chatsText(choice === 'all' ? 'all' : choice.chatIds))}
      onlySingle={null}
      error={fieldError(error)}
    />
  )
}

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
          <PageLink to={to.roles()} className="link fz-help regular">
            Roles
          </PageLink>
        </span>
      }
      {...field}
    >
      <div className="stack gap-10 mt-8">
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
