import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useState } from 'react'
import type { Team } from '#contract/gateway/people.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, Day, day, useNow } from '#dashboard/ui/format/time.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { leaveIfSignedOut } from '../people/use-team-actions.tsx'
import { sortedPeople } from '../people/view.ts'
import classes from '../team.module.css'

const ReplaceTokenDialog = lazyPart(async () => (await import('./ReplaceTokenDialog.tsx')).ReplaceTokenDialog)

/** More names than these are counted. */
const maxNames = 5

function whom({ people }: Team): string {
  const names = sortedPeople(people, { key: 'role', descending: false })
    .slice(0, maxNames)
    .map(({ name }) => name)
  const others = people.length - names.length
  return listed(others > 0 ? [...names, counted(others, 'other')] : names)
}

/** The account's token on this server, how people sign in, and the way back. It stands below the list because it is rarely needed. */
export function TeamAccess({ team, access }: { team: Team; access: NonNullable<Team['on']> }) {
  const { signIn } = useSession()
  const [replacing, setReplacing] = useState(false)
  const turningOff = useGatewayAction('teamTurnOff', (send) => send('teamTurnOff', {}))
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
        await turningOff.mutateAsync()
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
      <Suspense fallback={<OverlayFallback />}>{replacing && <ReplaceTokenDialog onClose={() => setReplacing(false)} />}</Suspense>
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
