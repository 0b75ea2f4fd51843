import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { offsetAt } from '#contract/hours/zone.ts'
import type { Schedule } from '#contract/gateway/schedule.ts'
import type { NextAction } from '#contract/gateway/standing-access.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { cityOf, timeIn } from '#dashboard/ui/format/dates.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Time, whenText } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { kindIcons } from '../background/view.ts'
import { type Turn, turnsInWords } from './agenda.ts'
import { MissedDecision, RowMenu } from './RowMenu.tsx'
import classes from './schedule.module.css'

/** What the rows of the agenda say. */

export interface Shared {
  chatsById: ReadonlyMap<number, Chat>
  /** The viewer's. */
  zone: string
  now: number
  access: Schedule['access']
}

interface PartsProps {
  at: number
  when: string
  icon: ReactNode
  children: ReactNode
  chats: ReactNode
  note?: ReactNode
  end?: ReactNode
}

/** The columns of a row. */
const Parts = ({ at, when, icon, children, chats, note, end }: PartsProps) => (
  <>
    <Time at={at / 1000} className={`quiet num ${classes.time}`} words={when} />
    {icon}
    <span className={`outside cut ${classes.what}`}>{children}</span>
    <span className={`quiet cut ${classes.chats}`}>{chats}</span>
    <span className={`quiet cut ${classes.note}`}>{note}</span>
    <span className={classes.end}>{end}</span>
  </>
)

export const MissedAction = ({
  action: { id, title, kind, chatIds, note, due },
  chatsById,
  now,
  access,
}: { action: NextAction } & Shared) => (
  <Parts
    at={due}
    when={whenText(due, now)}
    icon={<Icon name={kindIcons[kind]} className="warn" />}
    chats={<ChatsCell chatIds={chatIds} chatsById={chatsById} />}
    note={note}
    end={<MissedDecision actionId={id} title={title} canRun={access === 'on'} />}
  >
    <b className="medium">{title}</b>
  </Parts>
)

export function PlannedAction({ action, chatsById, zone, now, access }: { action: NextAction } & Shared) {
  const { title, kind, due, state } = action
  const isDue = due <= now
  const note = state === 'running' ? 'Running…' : !isDue ? action.note : access === 'on' ? 'Due now' : 'Waits for background access'
  return (
    <Parts
      at={due}
      when={isDue ? whenText(due, now) : timeIn(zone, due)}
      icon={<Icon name={kindIcons[kind]} className="quiet" />}
      chats={<ChatsCell chatIds={action.chatIds} chatsById={chatsById} />}
      note={note}
      end={state !== 'running' && <RowMenu actionId={action.id} title={title} canEndNow={kind === 'preset' && access === 'on'} />}
    >
      <b className="medium">{title}</b>
    </Parts>
  )
}

interface TurnsProps extends Shared {
  at: number
  turns: Turn[]
  isUnfolded: boolean
  onFold: (at: number) => void
}

const maxNames = 2

/** What opening hours do at one time. Several chats are folded into a row. */
export function Turns({ at, turns, isUnfolded, onFold, ...shared }: TurnsProps) {
  const [only] = turns
  if (turns.length === 1 && only) return <OneTurn at={at} turn={only} {...shared} />
  const names = turns.slice(0, maxNames).map(({ chatId }) => nameOf(chatId, shared.chatsById))
  const list =
    turns.length > maxNames
      ? plural(turns.length - maxNames, '{names} and {count} more', '{names} and {count} more', { names: names.join(', ') })
      : names.join(', ')
  return (
    <Parts
      at={at}
      when={timeIn(shared.zone, at)}
      icon={<Icon name="calendar" className="quiet" />}
      chats={counted(turns.length, 'chat')}
      note="Opening hours"
    >
      <button type="button" className={classes.fold} aria-expanded={isUnfolded} onClick={() => onFold(at)}>
        <b className="medium">{turnsInWords(turns)}</b>
        <Icon name="down" size={12} className="quiet" />
      </button>
      {!isUnfolded && <span className="help">{list}</span>}
    </Parts>
  )
}

export function OneTurn({ at, turn: { chatId, zone: chatZone, opens, actionId }, chatsById, zone }: { at: number; turn: Turn } & Shared) {
  const title = opens ? 'Opens' : 'Closes'
  return (
    <Parts
      at={at}
      when={timeIn(zone, at)}
      icon={<Icon name="calendar" className="quiet" />}
      chats={<ChatsCell chatIds={[chatId]} chatsById={chatsById} />}
      note="Opening hours"
      end={actionId !== null && <RowMenu actionId={actionId} title={`${title} ${nameOf(chatId, chatsById)}`} />}
    >
      <b className="medium">{title}</b>
      {offsetAt(chatZone, at) !== offsetAt(zone, at) && (
        <span className="help num">
          {timeIn(chatZone, at)} in {cityOf(chatZone)}
        </span>
      )}
    </Parts>
  )
}

const nameOf = (chatId: number, chatsById: Shared['chatsById']) => chatTitle(chatsById.get(chatId) ?? { id: chatId, name: '' })

function ChatsCell({ chatIds, chatsById }: { chatIds: readonly number[]; chatsById: Shared['chatsById'] }) {
  const may = useMay()
  const [only] = chatIds
  if (only === undefined) return 'All chats'
  if (chatIds.length > 1) return counted(chatIds.length, 'chat')
  const path = may('settings.read', only) ? to.hours(only) : may('messages.read', only) ? to.messages(only) : null
  const name = <bdi>{nameOf(only, chatsById)}</bdi>
  return path === null ? (
    name
  ) : (
    <PageLink className="name-link" to={path}>
      {name}
    </PageLink>
  )
}
