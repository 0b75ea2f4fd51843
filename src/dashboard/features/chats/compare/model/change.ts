import { documentedDefault, isUnnamedSound, setting, settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { CellValue } from '../edits.ts'
import type { CellContext } from './cell.ts'
import type { MatrixChat } from './matrix-chat.ts'
import type { Area } from './selection.ts'

/** A cell of the selection. */
export interface Cell {
  name: SettingName
  chat: MatrixChat
}

/** The cells of a rectangle, row by row. */
export const cellsIn = ({ top, bottom, left, right }: Area, names: readonly SettingName[], chats: readonly MatrixChat[]): Cell[] =>
  names.slice(top, bottom + 1).flatMap((name) => chats.slice(left, right + 1).map((chat) => ({ name, chat })))

export const isSwitch = (name: SettingName) => setting(name).control.kind === 'switch'

/** The new value of a cell; undefined: it stays as it is. */
export type NewValue = (cell: Cell) => SettingValue | undefined

export const switchedTo =
  (on: boolean): NewValue =>
  ({ name }) =>
    isSwitch(name) ? on : undefined

/** A name and a text that depends on the language have no default that is known. */
export const toDefault: NewValue = ({ name }) => documentedDefault(name) ?? undefined

export const asMostChats =
  (common: CellContext['common']): NewValue =>
  ({ name }) =>
    common[name]

/** What a new value would do to a selection. */
export interface Change {
  /** Those that get another value. */
  cells: readonly CellValue[]
  /** How many have the value already. */
  same: number
  /** How many the person may not change. */
  locked: number
}

/** Whether a new value differs from what a cell has. */
export function changes(cell: Cell, newValue: NewValue): boolean {
  const value = newValue(cell)
  return value !== undefined && value !== cell.chat.values[cell.name]
}

export function changeTo(cells: readonly Cell[], newValue: NewValue): Change {
  const change = { cells: [] as CellValue[], same: 0, locked: 0 }
  for (const cell of cells) {
    const { name, chat } = cell
    const value = newValue(cell)
    if (value === undefined) continue
    if (chat.access !== 'edit') change.locked++
    else if (chat.values[name] === value) change.same++
    else change.cells.push({ chatId: chat.id, name, value })
  }
  return change
}

/** Why the service would refuse a value, as the end of a sentence; null where it would not. */
export function refusalOf(name: SettingName, value: SettingValue): string | null {
  const parsed = settingsWrite[name].safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'is not valid')
}

/** The same of an edit: a value that the service sent itself is never wrong. */
export const problemWith = (name: SettingName, value: SettingValue, saved: SettingValue): string | null =>
  value === saved || isUnnamedSound(name, value) ? null : refusalOf(name, value)
