import { Menu } from '@mantine/core'
import { roles } from '#contract/gateway/rights.ts'
import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { to } from '#dashboard/platform/to.ts'
import { ago, Day, Time, useNow } from '#dashboard/ui/format/time.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { LinkButton } from '#dashboard/ui/form/Button.tsx'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { HeadButton } from '#dashboard/ui/page/Page.tsx'
import { oneOf, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { type ChatNames, chatNames, chatsInBrief } from '../people/grant-words.ts'
import { revokeToken } from '../team-actions.tsx'

const TokenDrawer = lazyPart(async () => (await import('./TokenDrawer.tsx')).TokenDrawer)
const NewTokenDrawer = lazyPart(async () => (await import('../SecretDrawer.tsx')).NewTokenDrawer)

const tokensView = urlState({ open: oneOf(['token']) })

/** Tokens with which programs use this account, each with a role and chats of its own. */
export function TokensPage() {
  const { team } = useSession()
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const names = useMemo(() => chatNames(chats), [chats])
  const [view, changeView] = useUrlState(tokensView, (change) => Boolean(change.open))
  const [created, setCreated] = useState<{ token: ScopedToken; secret: string } | null>(null)
  const create = () => changeView({ open: 'token' })
  const close = () => changeView({ open: null })
  if (!team)
    return (
      <>
        <PlaceHead isSticky />
        <EmptyState icon="key" title="Team access is off" action={<LinkButton to={to.people()}>Open Members</LinkButton>}>
          Programs can have tokens of their own once team access is on.
        </EmptyState>
      </>
    )
  return (
    <>
      <PlaceHead isSticky actions={<HeadButton icon="plus" label="Create token" onClick={create} />} />
      <TokenList names={names} />
      <Suspense fallback={<OverlayFallback />}>
        {view.open && (
          <TokenDrawer
            chats={chats}
            onClose={close}
            onCreated={(token) => {
              close()
              setCreated(token)
            }}
          />
        )}
        {created && <NewTokenDrawer {...created} names={names} onClose={() => setCreated(null)} />}
      </Suspense>
    </>
  )
}

function TokenList({ names }: { names: ChatNames }) {
  const reading = useQuery(gatewayQuery('scopedTokenList', {}))
  return (
    <Loaded what="The list of tokens" reading={reading}>
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState icon="key" title="No tokens yet">
            With a token, a script or an assistant uses this account with a role, in the chats you choose.
          </EmptyState>
        ) : (
          <TokenTable tokens={tokens} names={names} />
        )
      }
    </Loaded>
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
          <Menu.Item component={PageLink} to={to.changes({ person: `program:${token.id}` })} leftSection={<Icon name="clock" />}>
            Changes
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
  return <Time at={lastUsed} words={ago(lastUsed, now)} />
}

/** When a token expires, or why it does not work any more. */
function Expiry({ token: { ended, expires } }: { token: ScopedToken }) {
  if (ended === null) return <Day at={expires} />
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> Expired
    </span>
  )
}
