import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { canKeepSession, useSessionState } from '#dashboard/platform/session/session.ts'
import { signInToDemo } from '#dashboard/platform/session/sign-in.ts'
import { localPath } from '#dashboard/platform/to.ts'
import { Mark } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { toastError, ToastHost } from '#dashboard/ui/feedback/toast.tsx'
import { SignInForm } from './SignInForm.tsx'
import classes from './SignInPage.module.css'

export function SignInPage() {
  const { session } = useSessionState()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const goOn = () => void navigate(localPath(query.get('next')), { replace: true })
  return (
    <div className={classes.page}>
      <title>Sign in · Roomkeeper</title>
      <main className={classes.main}>
        <Mark size={28} />
        <h1 className={classes.title}>Sign in to Roomkeeper</h1>
        <p className={`${classes.lead} quiet`}>The dashboard for your hosted chats.</p>
        <div className={classes.card}>
          {session && (
            <p className={classes.service}>
              <b className="medium">Service</b>
              <span className="outside help">{session.service.kind === 'bundled' ? 'Built-in service' : session.service.address}</span>
            </p>
          )}
          <SignInForm onDone={goOn} />
          {session && (
            <p className={classes.where}>
              {session.service.kind === 'bundled'
                ? 'No token yet? Whoever runs this dashboard can create one for you.'
                : 'No token yet? The operator of the chat service issues access tokens.'}
            </p>
          )}
        </div>
        {session?.demo && <Demo rooms={session.demo.rooms} messages={session.demo.messages} onDone={goOn} />}
      </main>
      <footer className={classes.foot}>
        {canKeepSession
          ? 'The token is stored encrypted on this dashboard’s server. It never appears in the page or in a link.'
          : 'The token stays in the memory of this page until you reload it. It never appears in a link.'}
      </footer>
      <ToastHost />
    </div>
  )
}

function Demo({ rooms, messages, onDone }: { rooms: number; messages: number; onDone: () => void }) {
  const [opening, setOpening] = useState(false)
  async function open() {
    setOpening(true)
    try {
      await signInToDemo()
      onDone()
    } catch (error) {
      setOpening(false)
      toastError('The demo could not be opened', error)
    }
  }
  return (
    <div className={classes.demo}>
      <p>
        <b>No token?</b>
        The demo account has {counted(rooms, 'chat')} and {count(messages)} messages. Nothing leaves this machine.
      </p>
      <Button className="rigid" loading={opening} onClick={() => void open()}>
        Open demo
      </Button>
    </div>
  )
}
