import { Menu } from '@mantine/core'
import { type ReactNode, type Ref, type RefObject, useEffect } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { offsetAt } from '#contract/hours/zone.ts'
import type { Schedule } from '#contract/gateway/schedule.ts'
import type { NextAction } from '#contract/gateway/standing-access.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { cityOf, fullDate, timeIn } from '#dashboard/ui/format/dates.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { exact, whenText } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { type RowsHandle, VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { kindIcons } from '../background/view.ts'
import { type Row, type Turn, turnsInWords } from './agenda.ts'
import classes from './schedule.module.css'

/** What stays in sight above the list: the strip of days, and on phones the head of the page. */
const stripHeight = 54
const phoneHeadHeight = 48

interface AgendaProps extends Shared {
  rows: Row[]
  /** The row to begin at; null: the first. */
  start: number | null
  list: RefObject<RowsHandle | null>
  onStarted: () => void
  /** Called with the first row in sight. */
  onFirst: (row: number) => void
  onFold: (at: number) => void
}

interface Shared {
  chatsById: ReadonlyMap<number, Chat>
  /** The viewer's. */
  zone: string
  now: number
  access: Schedule['access']
}

/** All entries, day by day. */
export function Agenda({ rows, start, list, onStarted, onFirst, onFold, ...shared }: AgendaProps) {
  const isNarrow = useMedia('(max-width: 61.99em)')
  const isPhone = useMedia('(max-width: 47.99em)')
  const inset = stripHeight + (isPhone ? phoneHeadHeight : 0)
  const heightOf = (index: number) => {
    const { is } = rows[index]!
    if (is === 'day' || is === 'missedHead') return 28
    return is === 'now' ? 20 : isNarrow ? 52 : 36
  }
  useEffect(() => {
    if (start === null) return
    list.current?.bringUp(start)
    onStarted()
  }, [start, list, onStarted])
  /** What is under the strip is not in sight. */
  const onRange = (first: number) => {
    let row = first
    for (let covered = 0; covered < inset && row < rows.length - 1; row++) covered += heightOf(row)
    onFirst(scrollY === 0 ? 0 : row)
  }
  return (
    <ul className={classes.agenda} aria-label="Agenda">
      <VirtualRows
        count={rows.length}
        keyOf={(index) => rows[index]!.key}
        estimate={heightOf}
        inset={inset}
        scroller={null}
        spacer="li"
        handle={list}
        onRange={onRange}
        row={(index, measure) => <AgendaRow key={rows[index]!.key} row={rows[index]!} {...{ index, measure, onFold }} {...shared} />}
      />
    </ul>
  )
}

interface AgendaRowProps extends Shared {
  row: Row
  index: number
  measure: Ref<HTMLElement>
  onFold: (at: number) => void
}

function AgendaRow({ row, index, measure, onFold, ...shared }: AgendaRowProps) {
  const item = { ref: measure as Ref<HTMLLIElement>, 'data-index': index }
  switch (row.is) {
    case 'missedHead':
      return (
        <li {...item} className={classes.dayHead} data-tone="warn">
          <h2>Missed</h2> Roomkeeper was not running, or background access was off
        </li>
      )
    case 'missed':
      return (
        <li {...item} className={classes.row}>
          <MissedAction action={row.action} {...shared} />
        </li>
      )
    case 'day':
      return (
        <li {...item} className={classes.dayHead}>
          <h2>{`${row.day === 0 ? 'Today, ' : ''}${fullDate(row.date)}`}</h2>
          {[row.day === 1 && 'tomorrow', row.isEmpty ? 'nothing planned' : row.day === 0 && `times in ${cityOf(shared.zone)}`]
            .filter(Boolean)
            .join(', ')}
        </li>
      )
    case 'now':
      return (
        <li {...item} className={classes.now}>
          <span className="num medium">
            <span className="visually-hidden">Now </span>
            {timeIn(shared.zone, shared.now)}
          </span>
        </li>
      )
    case 'entry':
      return (
        <li {...item} className={classes.row}>
          {'action' in row.entry ? (
            <PlannedAction action={row.entry.action} {...shared} />
          ) : (
            <Turns at={row.entry.at} turns={row.entry.turns} isUnfolded={row.isUnfolded} onFold={onFold} {...shared} />
          )}
        </li>
      )
    case 'turn':
      return (
        <li {...item} className={`${classes.row} ${classes.inner}`}>
          <OneTurn at={row.at} turn={row.turn} {...shared} />
        </li>
      )
  }
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
    <time className={`quiet num ${classes.time}`} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
      {when}
    </time>
    {icon}
    <span className={`outside cut ${classes.what}`}>{children}</span>
    <span className={`quiet cut ${classes.chats}`}>{chats}</span>
    <span className={`quiet cut ${classes.note}`}>{note}</span>
    <span className={classes.end}>{end}</span>
  </>
)

function MissedAction({ action, chatsById, now, access }: { action: NextAction } & Shared) {
  const mayDecide = useMay()('standing.write')
  const { skip, runNow } = useDecisions(action.id)
  const isBusy = skip.isPending || runNow.isPending
  return (
    <Parts
      at={action.due}
      when={whenText(action.due, now)}
      icon={<Icon name={kindIcons[action.kind]} className="warn" />}
      chats={<ChatsCell chatIds={action.chatIds} chatsById={chatsById} />}
      note={action.note}
      end={
        mayDecide && (
          <>
            {access === 'on' && (
              <Button
                size="xs"
                disabled={isBusy}
                loading={runNow.isPending}
                aria-label={`Carry out now: ${action.title}`}
                onClick={() => runNow.mutate()}
              >
                Carry out now
              </Button>
            )}
            <Button size="xs" disabled={isBusy} loading={skip.isPending} aria-label={`Skip: ${action.title}`} onClick={() => skip.mutate()}>
              Skip
            </Button>
          </>
        )
      }
    >
      <b className="medium">{action.title}</b>
    </Parts>
  )
}

function PlannedAction({ action, chatsById, zone, now, access }: { action: NextAction } & Shared) {
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
function Turns({ at, turns, isUnfolded, onFold, ...shared }: TurnsProps) {
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

function OneTurn({ at, turn: { chatId, zone: chatZone, opens, actionId }, chatsById, zone }: { at: number; turn: Turn } & Shared) {
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
  const path = may('settings.read', only) ? to.chat(only, 'hours') : may('messages.read', only) ? to.messages(only) : null
  const name = <bdi>{nameOf(only, chatsById)}</bdi>
  return path === null ? (
    name
  ) : (
    <PageLink className="link quiet" to={path}>
      {name}
    </PageLink>
  )
}

/** @param canEndNow whether it can be carried out before its time */
function RowMenu({ actionId, title, canEndNow = false }: { actionId: string; title: string; canEndNow?: boolean }) {
  const mayDecide = useMay()('standing.write')
  const { skip, runNow } = useDecisions(actionId)
  if (!mayDecide) return null
  const isBusy = skip.isPending || runNow.isPending
  return (
    <ActionMenu
      button={<IconButton icon="more" size="xs" disabled={isBusy} aria-label={`Actions for ${title}`} />}
      items={() => (
        <>
          {canEndNow && <Menu.Item onClick={() => runNow.mutate()}>End now</Menu.Item>}
          <Menu.Item onClick={() => skip.mutate()}>Skip this once</Menu.Item>
        </>
      )}
    />
  )
}

function useDecisions(actionId: string) {
  const params = { actionId }
  const refresh = () => refreshGateway('scheduleRead', 'standingRead')
  const skip = useGatewayAction(
    'plannedSkip',
    async (send) => {
      await send('plannedSkip', { params }).finally(refresh)
      toast('Skipped')
    },
    { isBare: true },
  )
  const runNow = useGatewayAction('plannedRunNow', (send) => send('plannedRunNow', { params }).finally(refresh), { isBare: true })
  return { skip, runNow }
}
