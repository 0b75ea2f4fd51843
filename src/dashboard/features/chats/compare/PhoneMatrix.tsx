import { Button, IconButton, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { memo, type Ref, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { documentedDefault, setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { setCells } from './drafts.ts'
import { changeTo, isSwitch, type NewValue, toDefault } from './model/change.ts'
import { type CellContext, cellView, type CellView, valueInWords } from './model/cell.ts'
import type { RowFilter } from './model/rows.ts'
import { summary } from './model/tally.ts'
import { ChatsButton } from './Toolbar.tsx'
import type { Matrix } from './use-matrix.ts'
import classes from './matrix.module.css'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import type { MatrixChat } from './model/matrix-chat.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { chatTitle } from '#contract/chat-title.ts'

/** Where the setting is among those that the filter shows. */
const places: Record<RowFilter, string> = {
  differ: '{at} of {count} that differ',
  all: '{at} of {count}',
  default: '{at} of {count} not at the default',
  findings: '{at} of {count} with suggestions',
}

/** One setting at a time, over all chats. */
export function PhoneMatrix({ matrix }: { matrix: Matrix }) {
  const { view, onView, names, chats, tallies, context } = matrix
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
      <div className="stack gap-4 panel underline-strong">
        <div className="row">
          <IconButton icon="left" variant="default" aria-label="Previous setting" onClick={() => step(-1)} />
          <NativeSelect
            className="grow"
            aria-label="Setting"
            value={name}
            data={names.map((one) => ({ value: one, label: setting(one).label }))}
            onChange={(event) => onView({ setting: event.currentTarget.value as SettingName })}
          />
          <IconButton icon="right" variant="default" aria-label="Next setting" onClick={() => step(1)} />
        </div>
        <p className="help scrolls-away">{help}</p>
        <p className="help row between scrolls-away">
          <span>
            <b className="ink">{summary(name, tallies[name], context.catalogue)}</b>{' '}
            {usual !== null && <span>default is {valueInWords(name, usual, context.catalogue)}</span>}
          </span>
          <span className="num">{plural(names.length, places[view.rows], places[view.rows], { at: count(at + 1) })}</span>
        </p>
      </div>
      <div className="help row between panel scrolls-away">
        <ChatsButton matrix={matrix} />
        {(isSwitch(name) || usual !== null) && (
          <span role="group" aria-label="Set all" className="row gap-6">
            <span aria-hidden>Set all</span>
            {isSwitch(name) ? (
              <>
                <Button onClick={() => setAll(() => true)}>On</Button>
                <Button onClick={() => setAll(() => false)}>Off</Button>
              </>
            ) : (
              <Button onClick={() => setAll(toDefault)}>Default</Button>
            )}
          </span>
        )}
      </div>
      <div ref={scroller} className={`grow scroll overline relative ${classes.list}`}>
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

const ValueForm = lazyPart(async () => (await import('./edit/SelectionPanel.tsx')).ValueForm)

interface CellOf {
  name: SettingName
  chat: MatrixChat
  context: CellContext
}

interface ChatValueProps extends CellOf {
  index: number
  measure: Ref<HTMLElement>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The value of a setting in one chat, and its control. */
const ChatValue = memo(function ChatValue({ name, chat, context, index, measure, isOpen, onOpen }: ChatValueProps) {
  const isRead = chat.access !== 'none'
  const view = isRead ? cellView(name, chat, context) : null
  const value = chat.values[name]
  const words = isRead ? valueInWords(name, value, context.catalogue) : 'not read'
  const set = (next: typeof value) => setCells([{ chatId: chat.id, name, value: next }])
  const mayEdit = chat.access === 'edit'
  return (
    <li
      ref={measure as Ref<HTMLLIElement>}
      data-index={index}
      className={`underline ${classes.row}`}
      data-edited={view?.isEdited || undefined}
    >
      <div className={`row gap-10 ${classes.line}`}>
        <div className="grow">
          <p className="outside">
            <bdi>{chatTitle(chat)}</bdi> {view?.isEdited && <span className="accent fz-meta">Edited</span>}
          </p>
          {view && <Note {...{ name, chat, view, context }} onUndo={() => set(chat.saved[name])} />}
          {chat.access === 'read' && <p className="meta">Your role cannot change this chat</p>}
        </div>
        {isSwitch(name) && isRead ? (
          <>
            <span aria-hidden className="quiet">
              {words === 'on' ? 'On' : 'Off'}
            </span>
            <Switch
              aria-label={chatTitle(chat)}
              checked={value === true}
              disabled={!mayEdit}
              onChange={(event) => set(event.currentTarget.checked)}
            />
          </>
        ) : mayEdit ? (
          <button type="button" className={`link row shrinks ${classes.value}`} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            <bdi className="cut">{words}</bdi>
            <span className="visually-hidden">: change in {chatTitle(chat)}</span>
          </button>
        ) : (
          <bdi className={`cut quiet row ${classes.value}`}>{words}</bdi>
        )}
      </div>
      {isOpen && mayEdit && (
        <Suspense>
          <ValueForm
            name={name}
            cells={[{ name, chat }]}
            start={{ name, chat }}
            catalogue={context.catalogue}
            onApply={(next) => {
              set(next)
              onOpen(false)
            }}
          />
        </Suspense>
      )}
    </li>
  )
})

/** What its cell would be marked with, in words. */
function Note({ name, chat, context: { catalogue }, view, onUndo }: CellOf & { view: CellView; onUndo: () => void }) {
  const usual = documentedDefault(name)
  const was = valueInWords(name, chat.saved[name], catalogue)
  if (view.isEdited)
    return (
      <p className="help row gap-6">
        <i className={classes.diamond} />
        <span className="outside">{chat.saved[name] === usual ? `Was ${was}, the default` : `Was ${was}`}</span>
        <PlainLinkButton onClick={onUndo}>
          Undo<span className="visually-hidden">: {chatTitle(chat)}</span>
        </PlainLinkButton>
      </p>
    )
  if (view.finding)
    return (
      <p className="help row gap-6 warn">
        <Icon name="warning" size={12} /> {view.finding.title}
      </p>
    )
  if (!view.isNotDefault || usual === null) return null
  return (
    <p className="help row gap-6">
      <i className={classes.diamond} /> Not the default
    </p>
  )
}
