import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { roles } from '#contract/workspace/rights.ts'
import type { ScopedToken } from '#contract/workspace/scoped-tokens.ts'
import { to } from '#dashboard/platform/to.ts'
import { PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { ago, day, exact, useNow } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type ChatNames, chatsInBrief } from '../people/grant-words.ts'
import people from '../people/PeopleTable.module.css'
import type { RevokeToken } from './use-token-actions.ts'

interface TokenTableProps {
  tokens: ScopedToken[]
  names: ChatNames
  onRevoke: RevokeToken
}

/** The tokens that were not revoked, newest first; a list on phones. */
export function TokenTable(props: TokenTableProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  return phone ? <AsList {...props} /> : <AsTable {...props} />
}

const AsTable = ({ tokens, names, onRevoke }: TokenTableProps) => (
  <div className={people.frame}>
    <table className={people.table} aria-label="Tokens for programs" data-warns>
      <thead>
        <tr>
          <th scope="col">Label</th>
          <th scope="col">Role</th>
          <th scope="col">Chats</th>
          <th scope="col">Expires</th>
          <th scope="col">Last used</th>
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row" className="medium outside">
              <TruncatedText text={token.label} />
            </th>
            <td className="quiet">{roles[token.role].label}</td>
            <td className="outside">
              <TruncatedText text={chatsInBrief(token.role, token.chats, names)} />
            </td>
            <td>
              <Expiry token={token} />
            </td>
            <td>
              <LastUsed token={token} />
            </td>
            <td className="at-end">
              <TokenMenu token={token} onRevoke={onRevoke} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const AsList = ({ tokens, names, onRevoke }: TokenTableProps) => (
  <ul className={people.list} aria-label="Tokens for programs">
    {tokens.map((token) => (
      <li key={token.id} className={people.item}>
        <Icon name="key" />
        <div className="shrinks">
          <p className="medium outside">{token.label}</p>
          <p className="help outside">
            {roles[token.role].label} · {chatsInBrief(token.role, token.chats, names)}
          </p>
          <p className="help">
            <Expiry token={token} />
          </p>
        </div>
        <span className="help">
          <LastUsed token={token} />
        </span>
        <TokenMenu token={token} onRevoke={onRevoke} />
      </li>
    ))}
  </ul>
)

function LastUsed({ token: { lastUsed } }: { token: ScopedToken }) {
  const now = useNow()
  if (lastUsed === null) return <span className="quiet">never</span>
  return (
    <time className="num" dateTime={new Date(lastUsed * 1000).toISOString()} title={exact(lastUsed)}>
      {ago(lastUsed, now)}
    </time>
  )
}

const TokenMenu = ({ token, onRevoke }: { token: ScopedToken; onRevoke: RevokeToken }) => (
  <ActionMenu
    button={
      <PlainIconButton size="xs" aria-label={`Actions for ${token.label}`}>
        <Icon name="more" />
      </PlainIconButton>
    }
    items={() => (
      <>
        <Menu.Item component={PageLink} to={to.activity({ person: `program:${token.id}` })} leftSection={<Icon name="clock" />}>
          Activity
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => onRevoke(token)}>
          Revoke…
        </Menu.Item>
      </>
    )}
  />
)

/** When a token expires, or why it does not work any more. */
function Expiry({ token: { ended, expires } }: { token: ScopedToken }) {
  if (ended === null)
    return (
      <time className="num" dateTime={new Date(expires * 1000).toISOString()} title={exact(expires)}>
        {day(expires)}
      </time>
    )
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> Expired
    </span>
  )
}
