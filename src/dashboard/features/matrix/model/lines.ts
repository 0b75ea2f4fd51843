import { groupNames, setting } from '#contract/settings-derive.ts'
import type { GroupName, SettingName } from '#contract/settings.ts'
import type { MatrixChat } from './matrix-chat.ts'

/** A row or a column of the matrix: settings and chats can be either. */
export type Line = { kind: 'setting'; key: SettingName; name: SettingName } | { kind: 'chat'; key: number; chat: MatrixChat }

export type LineKey = SettingName | number

export const settingLine = (name: SettingName): Line => ({ kind: 'setting', key: name, name })
export const chatLine = (chat: MatrixChat): Line => ({ kind: 'chat', key: chat.id, chat })

/** What is drawn below each other: the lines, and a head before the settings of each group. */
export type GridRow = { kind: 'group'; group: GroupName; isClosed: boolean } | { kind: 'line'; line: Line; index: number }

/** @param closed groups whose settings are folded away */
export function gridRows(lines: readonly Line[], closed: readonly GroupName[]): { rows: GridRow[]; open: Line[] } {
  const rows: GridRow[] = []
  const open: Line[] = []
  const add = (line: Line) => {
    rows.push({ kind: 'line', line, index: open.length })
    open.push(line)
  }
  if (lines[0]?.kind !== 'setting') for (const line of lines) add(line)
  else
    for (const group of groupNames) {
      const inGroup = lines.filter((line) => line.kind === 'setting' && setting(line.name).group === group)
      if (inGroup.length === 0) continue
      const isClosed = closed.includes(group)
      rows.push({ kind: 'group', group, isClosed })
      if (!isClosed) for (const line of inGroup) add(line)
    }
  return { rows, open }
}

/** The setting and the chat of a cell; null where both lines are of one kind, which no matrix has. */
export function cellAt(row: Line, column: Line): { name: SettingName; chat: MatrixChat } | null {
  if (row.kind === 'setting') return column.kind === 'chat' ? { name: row.name, chat: column.chat } : null
  return column.kind === 'setting' ? { name: column.name, chat: row.chat } : null
}
