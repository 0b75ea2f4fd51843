import { Button } from '#dashboard/ui/form/Button.tsx'
import { Modal, Stack } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { tokenProblem } from './token-problem.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

const Fields = z.object({ token: z.string().check(z.trim(), z.minLength(1, 'Enter the new token')) })

/** Takes a new token of the same account, which everyone's requests use from then on. */
export function ReplaceTokenDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSession()
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { token: '' } })
  const replace = useGatewayAction('teamTokenReplace', async (send, typed: string) => {
    await send('teamTokenReplace', { body: { token: typed } })
    await Promise.all([refreshGateway('teamRead'), loadSession()])
    toast('The account token was replaced')
  })
  const problem = form.formState.errors.token?.message ?? tokenProblem(replace.error)
  const submit = form.handleSubmit(({ token }) => replace.mutate(token, { onSuccess: onClose }))

  return (
    <Modal opened onClose={onClose} title="Replace the account token" closeOnClickOutside={false} closeOnEscape={!replace.isPending}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          <div>
            Enter a new token of <b className="outside">{account.name || account.email}</b>. Everyone’s requests use it from then on; nobody
            is signed out. The token before is deleted from this server.
          </div>
          {replace.error !== null && problem === null && <NotSaved error={replace.error} title="Not replaced." named kept="" />}
          <TokenField
            data-autofocus
            size="sm"
            label="New account token"
            autoComplete="off"
            disabled={replace.isPending}
            error={fieldError(problem ?? undefined)}
            {...form.register('token', { onChange: () => replace.reset() })}
          />
          <DialogFoot>
            <Button onClick={onClose} disabled={replace.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" loading={replace.isPending}>
              Replace token
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
