import { Menu } from '@mantine/core'
import { roles } from '#contract/gateway/rights.ts'
import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { to } from '#dashboard/platform/to.ts'
import { ago, day, exact, useNow } from '#dashboard/ui/format/time.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { count as inWords } from '#dashboard/ui/format/numbers.ts'
import { type ChatNames, chatsInBrief } from '../people/grant-words.ts'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from '../team.module.css'
import { revokeToken } from '../team-actions.tsx'

/** Tokens with which programs use this account, each with a role and chats of its own. */
export function Tokens({ names, onCreate }: { names: ChatNames; onCreate: () => void }) {
  const reading = useQuery(gatewayQuery('scopedTokenList', {}))
  const count = reading.data?.data.length ?? 0
  return (
    <Section
      className={classes.part}
      title="Tokens for programs"
      note={count > 0 && inWords(count)}
      actions={
        <Button size="xs" onClick={onCreate}>
          Create token…
        </Button>
      }
    >
      <Loaded what="The list of tokens" reading={reading} loadingClass="">
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="help">
              <b className="ink">No tokens yet.</b> With a token, a script or an assistant uses this account with a role, in the chats you
              choose.
            </p>
          ) : (
            <div className="flush">
              <TokenTable tokens={tokens} names={names} />
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

interface TokenTableProps {
  tokens: ScopedToken[]
  names: ChatNames
}

/** The tokens that were not revoked, newest first; a list on phones. */
function TokenTable({ tokens, names }: TokenTableProps) {
  const columns: Column<ScopedToken>[] = [
    {
      key: 'label',
      label: 'Label',
      width: 208,
      isRowHead: true,
      cell: ({ label }) => (
        <div className="medium">
          <TruncatedText text={label} />
        </div>
      ),
    },
    { key: 'role', label: 'Role', width: 116, cell: ({ role }) => <span className="quiet">{roles[role].label}</span> },
    { key: 'chats', label: 'Chats', minWidth: 60, cell: ({ role, chats }) => <TruncatedText text={chatsInBrief(role, chats, names)} /> },
    { key: 'expires', label: 'Expires', width: 132, cell: (token) => <Expiry token={token} /> },
    { key: 'used', label: 'Last used', width: 118, cell: (token) => <LastUsed token={token} /> },
  ]
  return (
    <DataTable
      label="Tokens for programs"
      rows={tokens}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ label }) => label}
      menu={(token) => (
        <>
          <Menu.Item component={PageLink} to={to.activity({ person: `program:${token.id}` })} leftSection={<Icon name="clock" />}>
            Activity
          </Menu.Item>
          <Menu.Divider />
          <MenuItem icon="trash" label="Revoke…" isDanger onClick={() => revokeToken(token)} />
        </>
      )}
      item={(token) => (
        <div className="beside">
          <Icon name="key" />
          <div className="grow">
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
        </div>
      )}
    />
  )
}

function LastUsed({ token: { lastUsed } }: { token: ScopedToken }) {
  const now = useNow()
  if (lastUsed === null) return <span className="quiet">never</span>
  return (
    <time className="num" dateTime={new Date(lastUsed * 1000).toISOString()} title={exact(lastUsed)}>
      {ago(lastUsed, now)}
    </time>
  )
}

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
