import { Button } from '#dashboard/ui/form/Button.tsx'
import { memo, useEffect, useId, useMemo, useRef } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { type CellContext, valueInWords } from '../model/cell.ts'
import { asMostChats, type Cell, cellsIn, changes, isSwitch, type NewValue, problemWith, switchedTo, toDefault } from '../model/change.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { Area } from '../model/selection.ts'
import classes from '../matrix.module.css'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { SettingControl } from '#dashboard/platform/settings/SettingControl.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'

/** The cells that the panel is about. */
export interface Selected {
  area: Area
  names: readonly SettingName[]
  chats: readonly MatrixChat[]
  /** The cell with the focus: its value is where editing begins. */
  active: Cell
  /** What the last step did to these cells; '' before it. */
  message: string
}

interface SelectionPanelProps {
  selected: Selected
  context: CellContext
  takesFocus: boolean
  actions: {
    onApply: (newValue: NewValue) => void
    onMakeLike: (cells: readonly Cell[]) => void
    /** Gives the focus back to the cells. */
    onClose: () => void
  }
}

/** What can be done with the selected cells. Enter moves the focus here, Escape back to the cells. */
export const SelectionPanel = memo(function SelectionPanel({ selected, context, takesFocus, actions }: SelectionPanelProps) {
  const { active, message } = selected
  const { onApply, onMakeLike, onClose } = actions
  const cells = useMemo(() => cellsIn(selected.area, selected.names, selected.chats), [selected])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('[data-first], input, textarea, button')?.focus()
  }, [takesFocus])
  const names = new Set(cells.map(({ name }) => name))
  const chats = new Set(cells.map(({ chat }) => chat.id))
  const [only] = names
  const editable = cells.filter(({ chat }) => chat.access === 'edit')
  const areSwitches = [...names].every(isSwitch)
  const isOff = (newValue: NewValue) => !editable.some((cell) => changes(cell, newValue))

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving it, from whatever has the focus in it
    <div
      ref={box}
      role="group"
      aria-label="Selected cells"
      className={`card stack gap-10 ${classes.panel}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <p className="help beside wrap between outside">
        {cells.length === 1 ? (
          <span className="cut">
            <b className="ink">{setting(active.name).label}</b> <bdi>{chatTitle(active.chat)}</bdi>
          </span>
        ) : (
          <span>
            <b className="ink">{counted(cells.length, 'cell')}</b>{' '}
            {plural(names.size, '{count} setting in {chats}', '{count} settings in {chats}', { chats: counted(chats.size, 'chat') })}
          </span>
        )}
        <span className="fz-meta" role="status">
          {message || valuesInWords(cells, context)}
        </span>
      </p>
      {editable.length === 0 ? (
        <p className="help">
          {plural(chats.size, 'Your role cannot change the settings of this chat.', 'Your role cannot change the settings of these chats.')}
        </p>
      ) : (
        <>
          {!areSwitches && names.size === 1 && only && (
            <ValueForm
              key={`${only} ${active.chat.id} ${String(active.chat.values[only])}`}
              name={only}
              cells={editable}
              start={active.chat.access === 'edit' ? active : editable[0]!}
              catalogue={context.catalogue}
              onApply={(value) => {
                onApply(() => value)
                onClose()
              }}
            />
          )}
          <div className="beside gap-6 wrap">
            {areSwitches && (
              <div role="group" aria-label="Value" className={`segments ${classes.switches}`}>
                {[true, false].map((on) => (
                  <button
                    key={String(on)}
                    type="button"
                    data-first={on || undefined}
                    aria-pressed={isOff(switchedTo(on))}
                    onClick={() => onApply(switchedTo(on))}
                  >
                    {on ? 'On' : 'Off'} <kbd aria-hidden>{on ? 1 : 0}</kbd>
                  </button>
                ))}
              </div>
            )}
            <Button size="xs" aria-disabled={isOff(toDefault)} onClick={() => onApply(toDefault)}>
              Default
            </Button>
            <Button size="xs" aria-disabled={isOff(asMostChats(context.common))} onClick={() => onApply(asMostChats(context.common))}>
              As most chats
            </Button>
            <Button size="xs" onClick={() => onMakeLike(cells)}>
              Make like…
            </Button>
          </div>
        </>
      )}
    </div>
  )
})

/** "13 on, 3 off": what the cells hold, where that can be said in a few words. */
function valuesInWords(cells: readonly Cell[], { catalogue }: CellContext): string {
  const held = new Map<string, number>()
  for (const { name, chat } of cells) {
    if (chat.access === 'none') continue
    if (cells.length > 1 && !isSwitch(name)) return ''
    const words = valueInWords(name, chat.values[name], catalogue)
    held.set(words, (held.get(words) ?? 0) + 1)
  }
  return cells.length === 1 ? [...held.keys()].join() : [...held].map(([words, number]) => `${count(number)} ${words}`).join(', ')
}

interface ValueFormProps {
  name: SettingName
  /** The cells that get the value. */
  cells: readonly Cell[]
  /** Its value is the first one. */
  start: Cell
  catalogue: Catalogue
  onApply: (value: SettingValue) => void
}

interface Values {
  value: SettingValue
}

/** One value for one setting, in one chat or in several. A choice applies at once, a text with Enter or the button. */
export function ValueForm({ name, cells, start, catalogue, onApply }: ValueFormProps) {
  const id = useId()
  const { control, help, label } = setting(name)
  const resolver: Resolver<Values> = (values) => {
    const problem = problemWith(name, values.value, start.chat.saved[name])
    return problem === null ? { values, errors: {} } : { values: {}, errors: { value: { type: 'value', message: problem } } }
  }
  const form = useForm<Values>({ defaultValues: { value: start.chat.values[name] }, resolver })
  const apply = form.handleSubmit(({ value }) => onApply(value))
  const problem = form.formState.errors.value?.message
  const isChoice = control.kind === 'choice' || control.kind === 'language' || control.kind === 'sound'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second key for what its button does
    <form
      className={`stack ${classes.form}`}
      noValidate
      onSubmit={(event) => void apply(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void apply()
      }}
    >
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      <label className="visually-hidden" htmlFor={`${id}-value`}>
        {label}
      </label>
      <Controller
        name="value"
        control={form.control}
        render={({ field }) => (
          <SettingControl
            id={`${id}-value`}
            name={name}
            value={field.value}
            catalogue={catalogue}
            describedBy={problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`}
            invalid={problem !== undefined}
            onChange={(next) => {
              field.onChange(next)
              if (isChoice) void apply()
            }}
          />
        )}
      />
      {problem !== undefined && (
        <p className="small beside gap-6 bad" id={`${id}-problem`} role="alert">
          {fieldError(problem)}
        </p>
      )}
      {!isChoice && (
        <Button type="submit" size="xs">
          {plural(cells.length, 'Set', 'Set in {count} chats')}
        </Button>
      )}
    </form>
  )
}
