import type { ReactNode } from 'react'
import type { PersonDetails } from '#contract/gateway/people.ts'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { ago, Day, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'

/** How somebody gets in, and where they are: on their own page, and in the drawer of a person. */

interface PasskeyListProps {
  passkeys: PersonDetails['passkeyList']
  /** Missing: none can be removed now. */
  onRemove?: ((passkey: PersonDetails['passkeyList'][number]) => void) | undefined
  removing?: string | undefined
}

export const PasskeyList = ({ passkeys, onRemove, removing }: PasskeyListProps) => (
  <ul aria-label="Passkeys">
    {passkeys.map((passkey) => (
      <Item
        key={passkey.id}
        icon="key"
        name={passkey.name}
        note={
          <>
            Added <Day at={passkey.added} />, {passkey.lastUsed === null ? 'not used yet' : 'last used '}
            {passkey.lastUsed !== null && <Day at={passkey.lastUsed} />}
          </>
        }
      >
        {onRemove && (
          <Button
            size="xs"
            tone="danger"
            aria-label={`Remove the passkey ${passkey.name}`}
            loading={removing === passkey.id}
            onClick={() => onRemove(passkey)}
          >
            Remove
          </Button>
        )}
      </Item>
    ))}
  </ul>
)

/** A session whose last request is at most this old is in use. */
const activeSeconds = 120

interface SessionListProps {
  sessions: PersonDetails['sessions']
  onEnd: (sessionId: string) => void
  ending: string | undefined
}

/** Each session can be ended but the one that asks. */
export function SessionList({ sessions, onEnd, ending }: SessionListProps) {
  const now = useNow()
  return (
    <ul aria-label="Sessions">
      {sessions.map(({ id, device, address, signedIn, lastUsed, isThisOne }) => (
        <Item
          key={id}
          icon="monitor"
          name={device}
          beside={
            isThisOne ? (
              <span className="meta">this session</span>
            ) : (
              now - lastUsed <= activeSeconds && <span className="fz-meta medium ok">active now</span>
            )
          }
          note={
            <>
              <span className="code">{address}</span>, signed in {ago(signedIn, now)}, last used {ago(lastUsed, now)}
            </>
          }
        >
          {!isThisOne && (
            <Button size="xs" tone="danger" aria-label={`End the session on ${device}`} loading={ending === id} onClick={() => onEnd(id)}>
              End
            </Button>
          )}
        </Item>
      ))}
    </ul>
  )
}

interface ItemProps {
  icon: IconName
  name: string
  beside?: ReactNode
  note: ReactNode
  children: ReactNode
}

const Item = ({ icon, name, beside, note, children }: ItemProps) => (
  <li className="list-item">
    <Icon name={icon} className="quiet rigid" />
    <div className="grow">
      <b className="medium outside">{name}</b> {beside}
      <p className="help">{note}</p>
    </div>
    {children}
  </li>
)
