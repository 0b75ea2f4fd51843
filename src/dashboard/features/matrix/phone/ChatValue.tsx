import { Suspense, memo, type Ref } from 'react'
import { documentedDefault } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { unstyledButton } from '#dashboard/ui/form/PlainButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { setCells } from '../drafts.ts'
import { isSwitch } from '../model/change.ts'
import { cellView, valueInWords, type CellContext, type CellView } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import classes from './PhoneMatrix.module.css'
import { chatTitle } from '#contract/chat-title.ts'

const ValueForm = lazyPart(async () => (await import('../edit/ValueForm.tsx')).ValueForm)

interface ChatValueProps {
  name: SettingName
  chat: MatrixChat
  context: CellContext
  index: number
  measure: Ref<HTMLElement>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The value of a setting in one chat, and its control. */
export const ChatValue = memo(function ChatValue({ name, chat, context, index, measure, isOpen, onOpen }: ChatValueProps) {
  const isRead = chat.access !== 'none'
  const view = isRead ? cellView(name, chat, context) : null
  const value = chat.values[name]
  const words = isRead ? valueInWords(name, value, context.catalogue) : 'not read'
  const set = (next: typeof value) => setCells([{ chatId: chat.id, name, value: next }])
  const mayEdit = chat.access === 'edit'
  return (
    <li ref={measure as Ref<HTMLLIElement>} data-index={index} className={classes.row} data-edited={view?.isEdited || undefined}>
      <div className={classes.line}>
        <div className="grow">
          <p className={classes.name}>
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
          <button
            type="button"
            className={`link ${classes.value} ${unstyledButton}`}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            <bdi className="cut">{words}</bdi>
            <span className="visually-hidden">: change in {chatTitle(chat)}</span>
          </button>
        ) : (
          <bdi className={`cut quiet ${classes.value}`}>{words}</bdi>
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

interface NoteProps {
  name: SettingName
  chat: MatrixChat
  view: CellView
  context: CellContext
  onUndo: () => void
}

/** What its cell would be marked with, in words. */
function Note({ name, chat, view, context: { catalogue }, onUndo }: NoteProps) {
  const usual = documentedDefault(name)
  const was = valueInWords(name, chat.saved[name], catalogue)
  if (view.isEdited)
    return (
      <p className={classes.note}>
        <i className={classes.diamond} />
        <span className="outside">{chat.saved[name] === usual ? `Was ${was}, the default` : `Was ${was}`}</span>
        <button type="button" className={`link ${unstyledButton}`} onClick={onUndo}>
          Undo<span className="visually-hidden">: {chatTitle(chat)}</span>
        </button>
      </p>
    )
  if (view.finding)
    return (
      <p className={`${classes.note} warn`}>
        <Icon name="warning" size={12} /> {view.finding.title}
      </p>
    )
  if (!view.isNotDefault || usual === null) return null
  return (
    <p className={classes.note}>
      <i className={classes.diamond} /> Not the default
    </p>
  )
}
