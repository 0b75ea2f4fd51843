import { Select, TextInput } from '@mantine/core'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { roles } from '#contract/gateway/rights.ts'
import { maxTokenDays, type ScopedToken, type ScopedTokenDraft, type TokenRole, tokenRoleNames } from '#contract/gateway/scoped-tokens.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { fieldError, type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import classes from '../team.module.css'
import { ChatsField, RoleRadios } from '../GrantForm.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { chatsIn } from '../person/person-fields.ts'

interface TokenDrawerProps {
  chats: Chat[]
  onClose: () => void
  onCreated: (created: { token: ScopedToken; secret: string }) => void
}

/** What a new token is for, what it may do, where, and for how long. */
export function TokenDrawer({ chats, onClose, onCreated }: TokenDrawerProps) {
  const form = useForm<TokenFields, TokenFields, TokenFields>({ resolver: tokenResolver, defaultValues: emptyToken })
  const { errors } = form.formState
  const role = tokenRoleIn(useWatch({ control: form.control, name: 'role' }))
  const create = useGatewayAction('scopedTokenCreate', async (send, fields: TokenFields) => {
    const { data } = await send('scopedTokenCreate', { body: draftOf(fields) })
    await refreshGateway('scopedTokenList')
    return data
  })
  return (
    <FormDrawer
      title="Create a token"
      onClose={onClose}
      form={form}
      action={create}
      onSubmit={form.handleSubmit((fields) => create.mutate(fields, { onSuccess: onCreated }))}
      submit="Create token"
      failed="No token was created"
    >
      <div className={classes.invite}>
        <TextInput
          label="Label"
          description="What uses the token. Changes names it"
          data-autofocus
          autoComplete="off"
          error={fieldError(errors.label?.message)}
          {...form.register('label')}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field: { ref, ...field } }) => (
            <RoleRadios
              ref={ref}
              names={tokenRoleNames}
              description="A token never changes people or does what needs a confirmation, such as deleting a chat"
              {...field}
            />
          )}
        />
        {!roles[role].isWithoutChats && (
          <Controller
            control={form.control}
            name="chats"
            render={({ field }) => <ChatsField chats={chats} value={field.value} onChange={field.onChange} error={errors.chats?.message} />}
          />
        )}
        <Controller
          control={form.control}
          name="expiresIn"
          render={({ field: { ref, ...field } }) => (
            <Select ref={ref} label="Expires after" data={expiryChoices} {...field} onChange={(value) => value && field.onChange(value)} />
          )}
        />
      </div>
    </FormDrawer>
  )
}

/** A new token as the fields of a form. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
type TokenFields = {
  label: string
  role: string
  /** `all`, or the ids of chats: "3,7". */
  chats: string
  /** Days. */
  expiresIn: string
}

export const emptyToken: TokenFields = { label: '', role: 'moderator', chats: '', expiresIn: '90' }

export const expiryChoices = [7, 30, 90, maxTokenDays].map((days) => ({
  value: String(days),
  label: days === maxTokenDays ? '1 year' : plural(days, '{count} day', '{count} days'),
}))

const tokenRoleIn = (text: string): TokenRole => tokenRoleNames.find((name) => name === text) ?? 'moderator'

/** The body of a request; the texts have passed the resolver. */
export function draftOf({ label, role: text, chats, expiresIn }: TokenFields): ScopedTokenDraft {
  const role = tokenRoleIn(text)
  return { label: label.trim(), role, chats: roles[role].isWithoutChats ? [] : chatsIn(chats), expiresInDays: Number(expiresIn) }
}

/** What is wrong with each field, in words. */
export function tokenProblems({ label, role, chats }: TokenFields): Problems<TokenFields> {
  const problems: Problems<TokenFields> = {}
  if (label.trim() === '') problems.label = 'Enter a label'
  else if (label.trim().length > 100) problems.label = 'At most 100 characters'
  if (!roles[tokenRoleIn(role)].isWithoutChats && chats === '') problems.chats = 'Choose at least one chat'
  return problems
}

const tokenResolver = resolverOf(tokenProblems)
