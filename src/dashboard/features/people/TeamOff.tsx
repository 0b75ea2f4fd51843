import { Button } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Checkbox, TextInput } from '@mantine/core'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { serviceName } from '#contract/provider-names.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import type { Team } from '#contract/gateway/people.ts'
import { roles } from '#contract/gateway/rights.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { setSession, useSession } from '#dashboard/platform/session/session-state.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Meaning, Step, stepsClass } from '#dashboard/ui/form/Step.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './team.module.css'
import { tokenProblem } from './TeamAccess.tsx'

const changes = (): { icon: IconName; what: string; more: string }[] => [
  { icon: 'key', what: 'People sign in with a passkey.', more: 'You invite them with a link. They never see the token.' },
  {
    icon: 'users',
    what: 'Each person has a role and a list of chats.',
    more: `Anything else is refused before it reaches ${serviceName()}.`,
  },
  { icon: 'clock', what: 'Changes shows who did what.', more: 'Entries can’t be changed or deleted by any role.' },
  { icon: 'lock', what: 'The token still opens everything.', more: 'Whoever signs in with it is an Owner. Keep it safe.' },
]

/** What team access is, and how it is turned on. @param team people are kept while it is off */
export const TeamOff = ({ team }: { team: Team }) => (
  <div className="columns">
    <div className={classes.column}>
      <h2 className="section-heading">
        Team access <span>off</span>
      </h2>
      <p className="quiet">
        Everyone who signs in uses the account token and can do everything. With team access, each person signs in as themselves and can do
        only what you allow.
      </p>
      <h3 className={classes.partHead}>What changes</h3>
      <ul className="stack gap-12">
        {changes().map(({ icon, what, more }) => (
          <li key={icon} className="beside gap-10">
            <Icon name={icon} className="quiet" />
            <p className="quiet">
              <b className="medium ink">{what}</b> {more}
            </p>
          </li>
        ))}
      </ul>
      <h3 className={classes.partHead}>
        <span className="section-heading">
          Roles <span>Owners can change single permissions later</span>
        </span>
      </h3>
      <KeyValue className="small">
        {roleNames.map((name) => (
          <Fact key={name} name={<b className="medium ink">{roles[name].label}</b>} className="quiet">
            {roles[name].summary}
          </Fact>
        ))}
      </KeyValue>
    </div>
    <div className={classes.column}>
      <h2 className="section-heading">Turn on team access</h2>
      <TurnOnSteps />
      <p className="help mt-8">
        You can turn it off at any time. People are signed out at once, and their roles are kept.
        {team.people.length > 0 && ` ${counted(team.people.length, 'person', 'people')} from before can sign in again once it is on.`}
      </p>
    </div>
  </div>
)

const fieldsFor = (isDemo: boolean) =>
  z.object({
    token: isDemo ? z.string() : z.string().check(z.trim(), z.minLength(1, 'Enter the account token')),
    isRead: z.boolean().check(z.refine((is) => is, 'Read this first')),
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(100, 'At most 100 characters')),
  })

/** The token again, what it means, and who turns it on: then it is on. */
function TurnOnSteps() {
  const { account, demo } = useSession()
  // The demo account is opened without a token, so there is none to type.
  const isDemo = demo?.accountId === account.id
  const form = useForm<{ token: string; isRead: boolean; name: string }>({
    resolver: zodResolver(fieldsFor(isDemo)),
    defaultValues: { token: '', isRead: false, name: '' },
  })
  const { errors } = form.formState
  const [token, isRead] = useWatch({ control: form.control, name: ['token', 'isRead'] })

  const turnOn = useGatewayAction(
    'teamTurnOn',
    async (send, { token: typed, name }: { token: string; name: string }) => {
      const session = await send('teamTurnOn', { body: { name, ...(isDemo ? {} : { token: typed }) } })
      setSession({ session })
      await refreshGateway('teamRead')
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
