import { Button } from '#dashboard/ui/form/Button.tsx'
import { useState } from 'react'
import type { Team } from '#contract/gateway/people.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, useGatewayAction, writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, Day, day, useNow } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { leaveIfSignedOut } from './team-actions.tsx'
import { sortedPeople } from './people/view.ts'
import classes from './team.module.css'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Failure } from '#contract/client.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

const whom = ({ people }: Team): string => listed(sortedPeople(people, { key: 'role', descending: false }), maxNamed, ({ name }) => name)

/** The account's token on this server, how people sign in, and the way back. It stands below the list because it is rarely needed. */
export function TeamAccess({ team, access }: { team: Team; access: NonNullable<Team['on']> }) {
  const { signIn } = useSession()
  const [replacing, setReplacing] = useState(false)
  const turnOff = () =>
    confirm({
      title: 'Turn off team access?',
      body: (
        <>
          <p>
            {plural(
              team.people.length,
              '{count} person is signed out at once: {names}.',
              '{count} people are signed out at once: {names}.',
              {
                names: whom(team),
              },
            )}{' '}
            After that, only the account token opens this account, and whoever has it can do everything.
          </p>
          <p>
            The token is deleted from this server. Roles, chats, passkeys and what everyone did are kept, for when you turn team access on
            again.
            {team.invitations.length > 0 && ' Open invitations are revoked.'} Tokens for programs are revoked. Rules, opening hours and
            channels go on.
          </p>
        </>
      ),
      confirmLabel: 'Turn off team access',
      danger: true,
      run: async () => {
        await writeToGateway('teamTurnOff', {})
        await leaveIfSignedOut()
        await refreshGateway('teamRead')
      },
    })

  return (
    <Section
      className={classes.part}
      title="Team access"
      note={
        <>
          on since <Day at={access.since} />
          {access.by && `, turned on by ${access.by}`}
        </>
      }
      actions={
        <div className="row">
          <Button size="xs" onClick={() => setReplacing(true)}>
            Replace token…
          </Button>
          <Button size="xs" tone="danger" onClick={turnOff}>
            Turn off…
          </Button>
        </div>
      }
    >
      <KeyValue className={classes.wide}>
        <Fact name="Account token" className="row wrap">
          <span className="code">••••{access.tokenEnd}</span> <span className="help">sealed on this server</span>
          <TokenState access={access} />
        </Fact>
        <Fact name="People sign in with">
          {signIn?.company ? 'Passkeys or their company account' : 'Passkeys'}{' '}
          {!signIn?.company && <span className="help">no company sign-in is configured</span>}
        </Fact>
      </KeyValue>
      {replacing && <ReplaceTokenDialog onClose={() => setReplacing(false)} />}
    </Section>
  )
}

function TokenState({ access: { tokenChecked, isTokenRejected } }: { access: NonNullable<Team['on']> }) {
  const now = useNow()
  const when =
    tokenChecked === null
      ? ''
      : day(tokenChecked) === day(now)
        ? ` at ${clock(tokenChecked * 1000).slice(0, 5)}`
        : ` on ${day(tokenChecked)}`
  if (isTokenRejected)
    return (
      <Badge tone="bad" icon={<Icon name="error" size={12} />}>
        Rejected{when}
      </Badge>
    )
  if (tokenChecked === null) return <span className="help">not used yet</span>
  return (
    <Badge tone="ok" icon={<Icon name="check" size={12} />}>
      Accepted{when}
    </Badge>
  )
}

const Fields = z.object({ token: z.string().check(z.trim(), z.minLength(1, 'Enter the new token')) })

/** Takes a new token of the same account, which everyone's requests use from then on. */
function ReplaceTokenDialog({ onClose }: { onClose: () => void }) {
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
    <FormDialog
      title="Replace the account token"
      submit="Replace token"
      isBusy={replace.isPending}
      closeOnClickOutside={false}
      onClose={onClose}
      onSubmit={submit}
    >
      <div>
        Enter a new token of <b className="outside">{account.name || account.email}</b>. Everyone’s requests use it from then on; nobody is
        signed out. The token before is deleted from this server.
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
    </FormDialog>
  )
}

/** What is wrong with a token that was typed for the team, for its field; null where the failure is about something else. */
export function tokenProblem(failure: unknown): string | null {
  if (!(failure instanceof Failure)) return null
  if (failure.code === 'other_account') return 'This token opens another account. Enter the token of this account.'
  const problems = failure.fields['token']
  return problems ? `The token ${problems.join(' ')}` : null
}
