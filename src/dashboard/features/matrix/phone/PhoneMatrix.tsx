import { useMemo, useRef, useState, type RefObject } from 'react'
import { documentedDefault, setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { PlainButton, PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { setCells } from '../drafts.ts'
import { changeTo, isSwitch, toDefault, type NewValue } from '../model/change.ts'
import { valueInWords, type CellContext } from '../model/cell.ts'
import type { RowFilter } from '../model/filter.ts'
import { summary } from '../model/tally.ts'
import { ChatsButton } from '../toolbar/ChatsButton.tsx'
import type { Matrix } from '../use-matrix.ts'
import type { MatrixView } from '../view.ts'
import classes from './PhoneMatrix.module.css'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import type { MatrixChat } from '../model/matrix-chat.ts'
import { ChatValue } from './ChatValue.tsx'

/** Where the setting is among those that the filter shows. */
const places: Record<RowFilter, string> = {
  differ: '{at} of {count} that differ',
  all: '{at} of {count}',
  default: '{at} of {count} not at the default',
  findings: '{at} of {count} with findings',
}

interface PhoneMatrixProps {
  matrix: Matrix
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
}

/** One setting at a time, over all chats. */
export function PhoneMatrix({ matrix, view, onView }: PhoneMatrixProps) {
  const { names, chats, tallies, context, all } = matrix
  const scroller = useRef<HTMLDivElement>(null)
  const name = view.setting !== null && names.includes(view.setting) ? view.setting : names[0]!
  const at = names.indexOf(name)
  const { help } = setting(name)
  const usual = documentedDefault(name)
  const step = (by: number) => onView({ setting: names[(at + by + names.length) % names.length] ?? name })
  const cells = useMemo(() => chats.map((chat) => ({ name, chat })), [chats, name])
  const setAll = (value: NewValue) => setCells(changeTo(cells, value).cells)

  return (
    <>
      <div className={classes.head}>
        <div className={classes.choice}>
          <PlainIconButton aria-label="Previous setting" className={classes.step} onClick={() => step(-1)}>
            <Icon name="left" />
          </PlainIconButton>
          <span className={classes.select}>
            <select aria-label="Setting" value={name} onChange={(event) => onView({ setting: event.currentTarget.value as SettingName })}>
              {names.map((one) => (
                <option key={one} value={one}>
                  {setting(one).label}
                </option>
              ))}
            </select>
            <Icon name="updown" />
          </span>
          <PlainIconButton aria-label="Next setting" className={classes.step} onClick={() => step(1)}>
            <Icon name="right" />
          </PlainIconButton>
        </div>
        <p className="help">{help}</p>
        <p className={classes.summary}>
          <span>
            <b className="ink">{summary(name, tallies[name], context.catalogue)}</b>{' '}
            {usual !== null && <span>default is {valueInWords(name, usual, context.catalogue)}</span>}
          </span>
          <span className="num">{plural(names.length, places[view.rows], places[view.rows], { at: count(at + 1) })}</span>
        </p>
      </div>
      <div className={classes.tools}>
        <ChatsButton all={all} chosen={view.chats} shown={chats.length} onChange={(chosen) => onView({ chats: chosen })} />
        {(isSwitch(name) || usual !== null) && (
          <span role="group" aria-label="Set all" className={classes.all}>
            <span aria-hidden>Set all</span>
            {isSwitch(name) ? (
              <>
                <PlainButton onClick={() => setAll(() => true)}>On</PlainButton>
                <PlainButton onClick={() => setAll(() => false)}>Off</PlainButton>
              </>
            ) : (
              <PlainButton onClick={() => setAll(toDefault)}>Default</PlainButton>
            )}
          </span>
        )}
      </div>
      <div ref={scroller} className={classes.list}>
        <ChatValues key={name} name={name} chats={chats} context={context} scroller={scroller} />
      </div>
    </>
  )
}

interface ChatValuesProps {
  name: SettingName
  chats: readonly MatrixChat[]
  context: CellContext
  scroller: RefObject<HTMLElement | null>
}

/** The value of one setting in each chat; those that were edited when it was opened come first, and nothing moves while it is edited. */
function ChatValues({ name, chats, context, scroller }: ChatValuesProps) {
  const [first] = useState(() => new Set(chats.filter(({ edited }) => edited.includes(name)).map(({ id }) => id)))
  const [opened, setOpened] = useState<number | null>(null)
  const ordered = first.size === 0 ? chats : [...chats.filter(({ id }) => first.has(id)), ...chats.filter(({ id }) => !first.has(id))]
  return (
    <ul>
      <VirtualRows
        count={ordered.length}
        keyOf={(index) => ordered[index]?.id ?? index}
        estimate={() => 49}
        scroller={scroller}
        spacer="li"
        row={(index, measure) => {
          const chat = ordered[index]!
          return (
            <ChatValue
              key={chat.id}
              {...{ name, chat, context, index, measure }}
              isOpen={chat.id === opened}
              onOpen={(isOpen) => setOpened(isOpen ? chat.id : null)}
            />
          )
        }}
      />
    </ul>
  )
}
