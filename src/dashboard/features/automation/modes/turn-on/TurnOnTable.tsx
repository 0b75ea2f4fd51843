import { Button } from '#dashboard/ui/form/Button.tsx'
import { Popover } from '@mantine/core'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { PresetPreviewChat } from '#contract/gateway/presets.ts'
import { useIsOpenByHours } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isOwnText } from '#dashboard/platform/saving/setting-words.ts'
import { settingLabel, valueInWords } from '../value-words.tsx'
import { changesIn, isReady } from './choosing.ts'
import classes from './turn-on.module.css'

interface TurnOnTableProps {
  rows: Chat[]
  read: ReadonlyMap<number, PresetPreviewChat>
  /** The settings of the mode. */
  settings: string[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  catalogue: Catalogue
}

/** More rows than this are drawn on request. */
const maxRows = 100

/** What changes in which chat; where a table does not fit, how much. */
export function TurnOnTable(props: TurnOnTableProps) {
  const { rows } = props
  const isNarrow = useMedia('(max-width: 61.99em)')
  const [isAll, setAll] = useState(false)
  const shown = { ...props, rows: isAll ? rows : rows.slice(0, maxRows) }
  if (rows.length === 0) return null
  return (
    <div className={classes.scroller} role="region" aria-label="What changes" tabIndex={0}>
      {isNarrow ? <AsList {...shown} /> : <AsTable {...shown} all={rows} />}
      {shown.rows.length < rows.length && (
        <Button size="xs" variant="subtle" className="m-8" onClick={() => setAll(true)}>
          {plural(rows.length, 'Show the {count} chat', 'Show all {count} chats')}
        </Button>
      )}
    </div>
  )
}

function AsTable({ rows, all, read, settings, chosen, onChoose, catalogue }: TurnOnTableProps & { all: Chat[] }) {
  const on = all.filter(({ id }) => chosen.has(id)).length
  return (
    <table className={`full fz-help ${classes.table}`} aria-label="What changes in which chat">
      <thead>
        <tr>
          <th scope="col">
            <span className="row gap-10">
              <RowCheckbox
                label="Choose all chats"
                checked={on === all.length}
                indeterminate={on > 0 && on < all.length}
                onChange={() => onChoose(on === all.length ? new Set() : new Set(all.map(({ id }) => id)))}
              />
              Chat
            </span>
          </th>
          {settings.map((name) => (
            <th key={name} scope="col">
              <span className={classes.setting}>{settingLabel(name)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((chat) => {
          const reading = read.get(chat.id)
          return (
            <tr key={chat.id} data-off={!chosen.has(chat.id) || undefined}>
              <th scope="row">
                <ChatChoice chat={chat} reading={reading} chosen={chosen} onChoose={onChoose} />
              </th>
              {reading && isReady(reading) ? (
                settings.map((name) => {
                  const value = reading.values.find(({ setting }) => setting === name)
                  return (
                    <td key={name}>
                      {value ? (
                        <ChangeCell value={value} isChosen={chosen.has(chat.id)} catalogue={catalogue} />
                      ) : (
                        reading.cannotPutBack.includes(name) && (
                          <span title="Its present sound has no known name, so it could not be put back.">Stays</span>
                        )
                      )}
                    </td>
                  )
                })
              ) : (
                <td colSpan={settings.length}>{reading && <NotReady reading={reading} />}</td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function AsList({ rows, read, chosen, onChoose }: TurnOnTableProps) {
  return (
    <ul aria-label="What changes in which chat">
      {rows.map((chat) => {
        const reading = read.get(chat.id)
        const changes = reading ? changesIn(reading).length : 0
        return (
          <li key={chat.id} className={classes.item} data-off={!chosen.has(chat.id) || undefined}>
            <ChatChoice chat={chat} reading={reading} chosen={chosen} onChoose={onChoose} />
            <span className="help">
              {reading &&
                (isReady(reading) ? plural(changes, '{count} setting changes', '{count} settings change') : <NotReady reading={reading} />)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface ChatChoiceProps extends Pick<TurnOnTableProps, 'chosen' | 'onChoose'> {
  chat: Chat
  reading: PresetPreviewChat | undefined
}

function ChatChoice({ chat, reading, chosen, onChoose }: ChatChoiceProps) {
  const { id } = chat
  const name = chatTitle(chat)
  const isClosed = useIsOpenByHours(chat) === false
  const isOff = reading !== undefined && !isReady(reading)
  const toggle = () => onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  return (
    <span className="row gap-10">
      <RowCheckbox label={`Turn on in ${name}`} checked={chosen.has(id) && !isOff} disabled={isOff} onChange={toggle} />
      <span className={`outside medium ${classes.name}`}>{name}</span>
      {chat.forceSDKLogin && <Badge icon={<Icon name="lock" size={12} />}>Private</Badge>}
      {chat.offline && (
        <Badge tone={isClosed ? 'quiet' : 'warn'} icon={<Icon name="offline" size={12} />}>
          {isClosed ? 'Closed now' : 'Offline'}
        </Badge>
      )}
    </span>
  )
}

function NotReady({ reading: { message, isGone, alreadyOn } }: { reading: PresetPreviewChat }) {
  if (isGone) return <>This chat was deleted.</>
  if (alreadyOn) return <span className="outside">{alreadyOn.by === '' ? 'On already' : `On already, by ${alreadyOn.by}`}</span>
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> Not read. {message}
    </span>
  )
}

interface ChangeCellProps {
  value: PresetPreviewChat['values'][number]
  isChosen: boolean
  catalogue: Catalogue
}

/** What becomes of one value. A text is only named; its words are in the tooltip. */
function ChangeCell({ value: { setting, now, set }, isChosen, catalogue }: ChangeCellProps) {
  const words = (of: typeof now) => valueInWords(setting, of, catalogue)
  if (isOwnText(setting)) {
    if (!isChosen) return <>{now === '' ? 'Empty' : 'Own text'}</>
    if (now === set) return <>Same text</>
    return (
      <span className="inline-row" title={`${words(now)} → ${words(set)}`}>
        <Icon name="edit" size={12} /> <b className="ink">{set === '' ? 'Emptied' : 'New text'}</b>
      </span>
    )
  }
  if (!isChosen) return <>{words(now)}</>
  if (now === set) return <>{words(now)} already</>
  return (
    <span className={`inline-row ${classes.change}`}>
      <del>{words(now)}</del> <Icon name="right" size={12} label="becomes" /> <ins>{words(set)}</ins>
    </span>
  )
}

/** Adds chats to the table that the mode does not name. @param chats those that are not in it yet */
export function AddChats({ chats, onAdd }: { chats: Chat[]; onAdd: (ids: number[]) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button size="xs" icon="plus" onClick={() => setOpen(!isOpen)}>
          Add chats
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <ChatPicker label="Chats" chats={chats} chosen={chosen} onChoose={setChosen} />
        <Button
          size="xs"
          className="mt-8"
          fullWidth
          blocked={chosen.size === 0}
          onClick={() => {
            onAdd([...chosen])
            setChosen(new Set())
            setOpen(false)
          }}
        >
          {chosen.size === 0 ? 'Add' : plural(chosen.size, 'Add {count} chat', 'Add {count} chats')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
