import { useSession } from '#dashboard/platform/session/session.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { clock, useNow } from '#dashboard/ui/format/time.tsx'

const warnBeforeSeconds = 5 * 60

/** A banner shown in the last five minutes before the session or its token ends. Unsaved text is kept either way. */
export function EndingSoon() {
  const { end, tokenEnd } = useSession()
  const now = useNow()
  if (end - now > warnBeforeSeconds) return null
  return (
    <Hint>
      <b className="num">
        {tokenEnd === end ? 'Your access token' : 'This session'} ends at {clock(end * 1000)}.
      </b>{' '}
      You will be asked to sign in again; nothing you typed is lost.
    </Hint>
  )
}
