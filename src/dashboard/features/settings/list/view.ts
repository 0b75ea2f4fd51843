import {
  differsFromDefault,
  searchSettings,
  setting,
  settingNames,
  blockingSetting,
  type Settings,
  wordMatcher,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { flag, named, oneOf, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { asSettings, editedNames, type Values } from '../form/store.ts'

export const filters = {
  all: { label: 'All', holds: () => true },
  differs: { label: 'Differs', holds: (name: SettingName, values: Values) => differsFromDefault(name, values[name]) },
  edited: { label: 'Edited', holds: (name: SettingName, values: Values, base: Settings) => values[name] !== base[name] },
  noEffect: { label: 'No effect', holds: (name: SettingName, values: Values) => blockingSetting(name, asSettings(values)) !== null },
} satisfies Record<string, { label: string; holds: (name: SettingName, values: Values, base: Settings) => boolean }>

/** The last group, which holds no settings; also the name of its place in the address. */
export const hoursGroup = 'opening-hours'

const hoursWords = 'opening hours opens open closed closes timetable schedule weekly weekdays time zone exceptions holidays events'

/** Whether the search and the filter leave the opening hours. @param edited how many edits they have */
export const showsHours = ({ search: words, show }: Pick<SettingsView, 'search' | 'show'>, edited: number): boolean =>
  (show === 'all' || (show === 'edited' && edited > 0)) && wordMatcher(words)(hoursWords)

export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

/** The settings that the search and the filter leave, in the order of the catalogue. */
export function shownNames({ search: words, show }: Pick<SettingsView, 'search' | 'show'>, values: Values, base: Settings): SettingName[] {
  const found = words ? searchSettings(words, asSettings(values)) : settingNames
  return found.filter((name) => filters[show].holds(name, values, base))
}

export const countOf = (values: Values, base: Settings, group: string) => ({
  edited: editedNames(base, values).filter((name) => setting(name).group === group).length,
  differing: settingNames.filter((name) => setting(name).group === group && differsFromDefault(name, values[name])).length,
})

/** What a person looks at on the page of settings, kept in the address. */
const settingsState = urlState({
  search: named('q', text()),
  show: oneOf(filterNames, 'all'),
  setting: oneOf(settingNames),
  /** usual: beside the form where there is room. */
  preview: oneOf(['usual', 'open', 'closed'], 'usual'),
  /** Whether the review of the edits opens with the page. */
  review: flag(),
  /** The entry of the audit log that this review undoes. */
  undo: { read: (written: string | null) => parseId(written ?? undefined), write: (line: number | null) => line?.toString() ?? null },
})
export type SettingsView = ViewOf<typeof settingsState>

export const useSettingsView = () => useUrlState(settingsState)
