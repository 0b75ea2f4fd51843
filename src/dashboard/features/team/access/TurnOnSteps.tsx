import { Button, Checkbox, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { serviceName } from '#contract/provider-names.ts'
import { useWorkspaceAction, refreshWorkspace } from '#dashboard/platform/api/workspace-query.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { setSession, useSession } from '#dashboard/platform/session/session.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Meaning, Step, stepsClass } from '#dashboard/ui/form/Step.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { tokenProblem } from './token-problem.ts'

const fieldsFor = (isDemo: boolean) =>
  z.object({
    token: isDemo ? z.string() : z.string().check(z.trim(), z.minLength(1, 'Enter the account token')),
    isRead: z.boolean().check(z.refine((is) => is, 'Read this first')),
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(100, 'At most 100 characters')),
  })

/** The token again, what it means, and who turns it on: then it is on. */
export function TurnOnSteps() {
  const { account, demo } = useSession()
  // The demo account is opened without a token, so there is none to type.
  const isDemo = demo?.accountId === account.id
  const form = useForm<{ token: string; isRead: boolean; name: string }>({
    resolver: zodResolver(fieldsFor(isDemo)),
    defaultValues: { token: '', isRead: false, name: '' },
  })
  const { errors } = form.formState
  const [token, isRead] = useWatch({ control: form.control, name: ['token', 'isRead'] })

  const turnOn = useWorkspaceAction(
    'teamTurnOn',
    async (send, { token: typed, name }: { token: string; name: string }) => {
      const session = await send('teamTurnOn', { body: { name, ...(isDemo ? {} : { token: typed }) } })
      setSession({ session })
      await refreshWorkspace('teamRead')
      toast('Team access is on')
    },
    {
      onError: (failure) => {
        const problem = tokenProblem(failure)
        if (problem !== null) form.setError('token', { message: problem }, { shouldFocus: true })
      },
    },
  )
  const submit = form.handleSubmit(({ token: typed, name }) => turnOn.mutate({ token: typed, name }))
  const busy = turnOn.isPending

  return (
    <form className={stepsClass} onSubmit={(event) => void submit(event)} noValidate>
      {turnOn.error !== null && tokenProblem(turnOn.error) === null && (
        <NotSaved error={turnOn.error} title="Not turned on." named kept="Nothing was changed." />
      )}
      <Step number={1} done={isDemo || token !== ''} title={isDemo ? 'Account token' : 'Enter the account token again'}>
        {isDemo ? (
          <p className="help">The demo account opens without a token, so there is none to enter.</p>
        ) : (
          <TokenField
            size="sm"
            label={undefined}
            aria-label="Account token"
            disabled={busy}
            error={fieldError(errors.token?.message)}
            {...form.register('token')}
          />
        )}
      </Step>
      <Step number={2} done={isRead} title="What it means">
        <Meaning>
          <li>The token is stored encrypted on this server and used for everyone’s requests.</li>
          <li>If {serviceName()} rejects it, nobody can work until an Owner replaces it.</li>
          <li>You are the first Owner. Register a passkey next.</li>
        </Meaning>
        <Checkbox label="I have read this" disabled={busy} error={fieldError(errors.isRead?.message)} {...form.register('isRead')} />
      </Step>
      <Step number={3} done={false} title="Turn it on">
        <TextInput
          label="Your name"
          description="Shown in activity and to the rest of the team"
          autoComplete="name"
          disabled={busy}
          mb={12}
          error={fieldError(errors.name?.message)}
          {...form.register('name')}
        />
        <Button type="submit" variant="filled" loading={busy}>
          Turn on team access
        </Button>
      </Step>
    </form>
  )
}
