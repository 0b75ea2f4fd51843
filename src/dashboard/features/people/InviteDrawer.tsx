import { useForm } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import type { Invitation } from '#contract/gateway/people.ts'
import type { RoleChanges } from '#contract/gateway/rights.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { GrantForm } from './GrantForm.tsx'
import { emptyGrant, grantOf, grantResolver, type GrantFields } from './person/person-fields.ts'

interface InviteDrawerProps {
  chats: Chat[]
  roles: RoleChanges
  onClose: () => void
  onCreated: (link: { invitation: Invitation; secret: string }) => void
}

/** Who is invited, as what, and to which chats. */
export function InviteDrawer({ chats, roles, onClose, onCreated }: InviteDrawerProps) {
  const form = useForm<GrantFields, GrantFields, GrantFields>({ resolver: grantResolver, defaultValues: emptyGrant })
  const invite = useGatewayAction('invitationCreate', async (send, fields: GrantFields) => {
    const { data } = await send('invitationCreate', { body: grantOf(fields) })
    await refreshGateway('teamRead')
    return data
  })
  return (
    <FormDrawer
      title="Invite a person"
      onClose={onClose}
      form={form}
      action={invite}
      onSubmit={form.handleSubmit((fields) => invite.mutate(fields, { onSuccess: onCreated }))}
      submit="Create link"
      failed="No link was created"
    >
      <GrantForm form={form} chats={chats} roleChanges={roles} look="invite" />
    </FormDrawer>
  )
}
