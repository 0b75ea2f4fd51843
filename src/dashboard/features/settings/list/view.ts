import {
  differsFromDefault,
  isSettingName,
  searchSettings,
  setting,
  settingNames,
  blockingSetting,
  type Settings,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { useUrlView } from '#dashboard/ui/page/url-view.ts'
import { asSettings, editedNames, type Values } from '../form/store.ts'

/** What a person looks at on the page of settings, kept in the address. */
export interface View {
  search: string
  show: Filter
  /** The setting a link points at. */
  setting: SettingName | null
  /** usual: beside the form where there is room. */
  preview: 'usual' | 'open' | 'closed'
  /** Whether the comparison with another chat is open. */
  compare: boolean
  /** Whether the review of the edits opens with the page. */
  review: boolean
}

export const filters = {
  all: { label: 'All', holds: () => true },
  differs: { label: 'Differs', holds: (name: SettingName, values: Values) => differsFromDefault(name, values[name]) },
  edited: { label: 'Edited', holds: (name: SettingName, values: Values, base: Settings) => values[name] !== base[name] },
  noEffect: { label: 'No effect', holds: (name: SettingName, values: Values) => blockingSetting(name, asSettings(values)) !== null },
} satisfies Record<string, { label: string; holds: (name: SettingName, values: Values, base: Settings) => boolean }>

export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

/** The settings that the search and the filter leave, in the order of the catalogue. */
export function shownNames({ search: words, show }: Pick<View, 'search' | 'show'>, values: Values, base: Settings): SettingName[] {
  const found = words ? searchSettings(words, asSettings(values)) : settingNames
  return found.filter((name) => filters[show].holds(name, values, base))
}

export const countOf = (values: Values, base: Settings, group: string) => ({
  edited: editedNames(base, values).filter((name) => setting(name).group === group).length,
  differing: settingNames.filter((name) => setting(name).group === group && differsFromDefault(name, values[name])).length,
})

function readView(query: URLSearchParams): View {
  const show = query.get('show')
  const pointed = query.get('setting') ?? ''
  return {
    search: query.get('q') ?? '',
    show: filterNames.find((name) => name === show) ?? 'all',
    setting: isSettingName(pointed) ? pointed : null,
    preview: query.get('preview') === 'open' ? 'open' : query.get('preview') === 'closed' ? 'closed' : 'usual',
    compare: query.has('compare'),
    review: query.has('review'),
  }
}

function writeView({ search: words, show, setting: pointed, preview, compare, review }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (words) query.set('q', words)
  if (show !== 'all') query.set('show', show)
  if (pointed) query.set('setting', pointed)
  if (preview !== 'usual') query.set('preview', preview)
  if (compare) query.set('compare', '')
  if (review) query.set('review', '')
  return query
}

export const useView = () => useUrlView({ read: readView, write: writeView })
