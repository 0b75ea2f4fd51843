import { Select, TextInput } from '@mantine/core'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { roles } from '#contract/gateway/rights.ts'
import { type ScopedToken, tokenRoleNames } from '#contract/gateway/scoped-tokens.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { errorAboveForm, errorsOntoFields, fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { ChatsField } from '../ChatsField.tsx'
import { RoleRadios } from '../RoleRadios.tsx'
import classes from '../team.module.css'
import { draftOf, emptyToken, expiryChoices, type TokenFields, tokenResolver, tokenRoleIn } from './token-fields.ts'

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
  const create = useGatewayAction(
    'scopedTokenCreate',
    async (send, fields: TokenFields) => {
      const { data } = await send('scopedTokenCreate', { body: draftOf(fields) })
      await refreshGateway('scopedTokenList')
      return data
    },
    { onError: (failure) => errorsOntoFields(form, failure) },
  )
  const submit = form.handleSubmit((fields) => create.mutate(fields, { onSuccess: onCreated }))
  return (
    <FormDrawer
      title="Create a token"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit="Create token"
      saving={create.isPending}
      error={errorAboveForm(form, create.error)}
      failed="No token was created"
      edited={form.formState.isDirty}
    >
      <div className={classes.invite}>
        <TextInput
          label="Label"
          description="What uses the token. Activity names it"
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
