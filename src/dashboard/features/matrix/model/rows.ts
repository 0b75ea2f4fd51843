import { groupNames, setting } from '#contract/settings-derive.ts'
import type { GroupName, SettingName } from '#contract/settings.ts'

/** What is drawn below each other: the settings, and a head before those of each group. */
export type GridRow = { kind: 'group'; group: GroupName; isClosed: boolean } | { kind: 'setting'; name: SettingName; index: number }

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
