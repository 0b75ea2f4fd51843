import { groupNames, searchSettings, setting, settingNames } from '#contract/settings-derive.ts'
import type { GroupName, SettingName } from '#contract/settings.ts'
import type { MatrixChat } from './matrix-chat.ts'
import type { Tallies } from './tally.ts'

/** What is drawn below each other: the settings, and a head before those of each group. */
export type GridRow = GroupRow | { kind: 'setting'; name: SettingName; index: number }
export interface GroupRow {
  kind: 'group'
  group: GroupName
  isClosed: boolean
}

/** @param closed groups whose settings are folded away */
export function gridRows(names: readonly SettingName[], closed: readonly GroupName[]): { rows: GridRow[]; open: SettingName[] } {
  const rows: GridRow[] = []
  const open: SettingName[] = []
  for (const group of groupNames) {
    const inGroup = names.filter((name) => setting(name).group === group)
    if (inGroup.length === 0) continue
    const isClosed = closed.includes(group)
    rows.push({ kind: 'group', group, isClosed })
    if (isClosed) continue
    for (const name of inGroup) rows.push({ kind: 'setting', name, index: open.push(name) - 1 })
  }
  return { rows, open }
}

/** Which settings are shown, in the order of the buttons. */
export const rowFilters = {
  differ: 'Differ',
  all: 'All',
  default: 'Not default',
  findings: 'Suggestions',
} as const
export type RowFilter = keyof typeof rowFilters
export const rowFilterNames = Object.keys(rowFilters) as RowFilter[]

/** Which settings each filter holds. */
export type RowsHeld = Readonly<Record<RowFilter, ReadonlySet<SettingName>>>

/** Whether a chat has another value than the chosen one in any setting. */
export const differsFrom = (chosen: MatrixChat) => (chat: MatrixChat) =>
  chat.id === chosen.id || settingNames.some((name) => name !== 'name' && chat.saved[name] !== chosen.saved[name])

/** The settings that a search finds, of those that the filter holds. What is edited is shown in any case: an edit moves nothing out of sight. */
export function shownSettings(held: ReadonlySet<SettingName>, edited: ReadonlySet<SettingName>, search: string): SettingName[] {
  const found = search ? searchSettings(search) : settingNames
  return found.filter((name) => held.has(name) || edited.has(name))
}

/** Of what the service holds. @param findings missing: not known yet */
export function rowsHeld(tallies: Tallies, isNotDefault: (name: SettingName) => boolean, findings: ReadonlySet<SettingName>): RowsHeld {
  return {
    // Names are meant to differ.
    differ: new Set(settingNames.filter((name) => name !== 'name' && tallies[name].size > 1)),
    all: new Set(settingNames),
    default: new Set(settingNames.filter(isNotDefault)),
    findings,
  }
}
