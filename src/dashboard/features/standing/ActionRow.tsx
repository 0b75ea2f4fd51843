import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LastAction, NextAction } from '#contract/workspace/standing-access.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { exact } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './ActionRow.module.css'
import { kindIcons } from './view.ts'
import { whenText } from '#dashboard/ui/format/when.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface ActionRowProps {
  action: Pick<NextAction | LastAction, 'kind' | 'title' | 'note' | 'chatIds'>
  /** Milliseconds, as is `now`. */
  at: number
  now: number
  children: ReactNode
}

/** When, what, in which chats and why; at the end what can be done about it, or how it ended. */
export const ActionRow = ({ action: { kind, title, note, chatIds }, at, now, children }: ActionRowProps) => (
  <li className={classes.row}>
    <time className={classes.time} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
      {whenText(at, now)}
    </time>
    <Icon name={kindIcons[kind]} className={`quiet ${classes.icon}`} />
    <div className={classes.what}>
      <p className="medium">
        {title} {chatIds.length > 0 && <Chats chatIds={chatIds} />}
      </p>
      {note !== '' && <p className="help">{note}</p>}
    </div>
    <div className={classes.end}>{children}</div>
  </li>
)

function Chats({ chatIds }: { chatIds: readonly number[] }) {
  const may = useMay()
  const { data } = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') })
  const [only] = chatIds
  const chat = chatIds.length === 1 ? data?.data.find(({ id }) => id === only) : undefined
  if (!chat) return <span className="quiet num">{counted(chatIds.length, 'chat')}</span>
  return (
    <PageLink className="link" to={may('settings.read', chat.id) ? to.settings(chat.id) : to.messages(chat.id)}>
      <bdi>{chatTitle(chat)}</bdi>
    </PageLink>
  )
}
