import { LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { providerName } from '#contract/provider-names.ts'
import type { Session } from '#contract/session.ts'
import { roles } from '#contract/gateway/rights.ts'
import { joinTeam, readInvitation } from '#dashboard/platform/session/passkeys.ts'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { accept } from '#dashboard/platform/session/sign-in.ts'
import { to } from '#dashboard/platform/to.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { exact } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { passkeyFailure, supportsPasskeys } from './passkey-failure.tsx'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './sign-in.module.css'
import { Below, SignInFrame } from './SignInFrame.tsx'

/** The secret of the link that was opened last. */
let secret = ''

/** Takes the secret out of the address at once, so that neither the history nor a picture of the screen shows it. */
function takeSecret(): string {
  const found = location.hash.slice(1)
  if (found) {
    secret = found
    history.replaceState(history.state, '', location.pathname)
  }
  return secret
}

/** Another link, opened in the same tab. */
const openAgain = () => {
  if (location.hash) location.reload()
}

const secretNote = () => `The secret in this link is never sent to ${providerName('service') ?? 'the chat service'} and never logged.`

/** The page of an invitation: shows what it grants, registers a passkey and hands over the recovery codes. */
export function JoinPage() {
  const { session } = useSessionState()
  const [secret] = useState(takeSecret)
  useEffect(() => {
    addEventListener('hashchange', openAgain)
    return () => removeEventListener('hashchange', openAgain)
  }, [])
  const [joined, setJoined] = useState<{ session: Session; codes: string[] } | null>(null)
  const navigate = useNavigate()
  const origin = session?.signIn?.origin ?? location.origin
  const isHere = origin === location.origin && supportsPasskeys()
  // It begins the registration of a passkey as well, so it is read again only for another attempt.
  const reading = useQuery({
    queryKey: ['invitation'],
    queryFn: () => readInvitation(secret),
    enabled: session !== null && isHere && secret !== '',
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchInterval: false,
  })

  if (!session) return null
  if (!isHere)
    return (
      <Refused title="Open this invitation at its own address">
        Passkeys work only at{' '}
        <a className="link outside" href={origin + to.join(secret)}>
          {origin}
        </a>
        , in a browser that supports them.
      </Refused>
    )
  if (!secret)
    return (
      <Refused title="Open your invitation link again">
        The link is used once and then removed from the address. Open it again from where you received it.
      </Refused>
    )
  if (joined)
    return (
      <SignInFrame
        isLong
        title="Save your recovery codes"
        lead="Your passkey works. One last step before you start."
        foot="Only hashes of the codes are stored. New codes replace all old ones."
        below={
          <Below>After signing in with a code, you can only register a new passkey, and you can’t change permissions for 24 hours.</Below>
        }
      >
        <div className="row between">
          <b className="medium">Ten codes, each works once</b>
          <span className="meta">Step 2 of 2</span>
        </div>
        <p className="help mb-6">If you lose your passkey, a code lets you in once.</p>
        <RecoveryCodes
          codes={joined.codes}
          doneLabel="Open Roomkeeper"
          onDone={() => {
            accept(joined.session)
            void navigate(to.home(), { replace: true })
          }}
        />
      </SignInFrame>
    )
  if (reading.error)
    return (
      <Refused title="You can’t join with this link" action={<RetryButton retry={reading.refetch} busy={reading.isFetching} />}>
        {passkeyFailure(reading.error, 'create', origin)}
      </Refused>
    )
  if (!reading.data) return null
  const { name, role, chats, account, invitedBy, expires } = reading.data
  return (
    <SignInFrame
      isLong
      title={`Join ${account}`}
      lead={
        <>
          <span className="outside">{invitedBy}</span> invited you, <span className="outside">{name}</span>, to the team.
        </>
      }
      foot={secretNote()}
      below={
        <Below title={`Not ${name}?`}>
          Don’t continue. Tell <span className="outside">{invitedBy}</span>, who can revoke this link.
        </Below>
      }
    >
      <KeyValue className={classes.facts}>
        <Fact name="Role">
          {roles[role].label}
          <span className="help block">{roles[role].summary}</span>
        </Fact>
        {!roles[role].isWithoutChats && (
          <Fact name="Chats" className="outside">
            {chats === 'all' ? 'All chats' : listed(chats)}
          </Fact>
        )}
        <Fact name="Link">Works until {exact(expires)}</Fact>
      </KeyValue>
      <div className="row between">
        <b className="medium">Create your passkey</b>
        <span className="meta">Step 1 of 2</span>
      </div>
      <p className="help mb-6">Your device asks for your fingerprint, your face or a PIN. There is no password to remember.</p>
      <PasskeyNameForm
        origin={origin}
        onCreate={async (passkeyName) => {
          try {
            setJoined(await joinTeam(secret, reading.data, passkeyName))
          } catch (error) {
            // A challenge is answered once. If the invitation itself is over by now, that is what the page says.
            await reading.refetch()
            throw error
          }
        }}
      />
    </SignInFrame>
  )
}

function Refused({ title, action, children }: { title: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <SignInFrame title={title} lead="An invitation to a team" foot={secretNote()}>
      <div className="stack gap-16">
        <p role="alert">{children}</p>
        <div className="row gap-8">
          {action}
          <LinkButton to={to.signIn()}>Go to sign-in</LinkButton>
        </div>
      </div>
    </SignInFrame>
  )
}
