import type { Chat } from '#contract/chats.ts'
import { searchSettings, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chatMatcher } from '#dashboard/platform/chats/chat-search.ts'
import { hasFinding } from '#dashboard/platform/chats/findings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { MatrixChat } from './matrix-chat.ts'
import type { Tallies } from './tally.ts'

/** Which settings are shown, in the order of the buttons. */
export const rowFilters = {
  differ: 'Differ',
  all: 'All',
  default: 'Not default',
  findings: 'Findings',
} as const
export type RowFilter = keyof typeof rowFilters
export const rowFilterNames = Object.keys(rowFilters) as RowFilter[]

/** Which settings each filter holds. */
export type RowsHeld = Readonly<Record<RowFilter, ReadonlySet<SettingName>>>

/** States of a chat that filter. */
export const chatStates = {
  online: { label: 'Online', holds: (chat: Chat) => !chat.offline },
  offline: { label: 'Offline', holds: (chat: Chat) => chat.offline },
  private: { label: 'Private', holds: (chat: Chat) => chat.forceSDKLogin },
  paid: { label: 'Paid entry', holds: (chat: Chat) => chat.monetizeLogin },
} satisfies Record<string, { label: string; holds: (chat: Chat) => boolean }>
export type ChatState = keyof typeof chatStates
export const chatStateNames = Object.keys(chatStates) as ChatState[]

export interface ChatFilter {
  /** null: all. */
  chats: readonly number[] | null
  search: string
  label: string | null
  type: string | null
  language: string | null
  state: ChatState | null
  /** '1': any finding of the settings doctor; else the name of a rule. */
  finding: string | null
}

interface FilterContext {
  labels: ChatLabels
  currency: string
  catalogue: Catalogue
}

/** The chats that pass, by what the service holds: an edit moves no chat out of sight. */
export function filterChats(chats: readonly Chat[], filter: ChatFilter, { labels, currency, catalogue }: FilterContext): Chat[] {
  const chosen = filter.chats && new Set(filter.chats)
  const matches = filter.search ? chatMatcher(filter.search) : null
  return chats.filter(
    (chat) =>
      (!chosen || chosen.has(chat.id)) &&
      (!matches || matches(chat)) &&
      (filter.label === null || labels.get(chat.id)?.includes(filter.label)) &&
      (filter.type === null || String(chat.type) === filter.type) &&
      (filter.language === null || String(chat.langId) === filter.language) &&
      (filter.state === null || chatStates[filter.state].holds(chat)) &&
      (filter.finding === null || hasFinding(chat, currency, catalogue, filter.finding)),
  )
}

/** Whether a chat has another value than the chosen one in any of these settings. */
export const differsFrom = (chosen: MatrixChat, names: readonly SettingName[]) => (chat: MatrixChat) =>
  chat.id === chosen.id || names.some((name) => chat.saved[name] !== chosen.saved[name])

/** The settings that a search finds, of those that the filter holds. What is edited is shown in any case: an edit moves nothing out of sight. */
export function shownSettings(held: ReadonlySet<SettingName>, edited: ReadonlySet<SettingName>, search: string): SettingName[] {
  const found = search ? searchSettings(search) : settingNames
  return found.filter((name) => held.has(name) || edited.has(name))
}

/** Of what the service holds. @param findings missing: not known yet */
export function rowsHeld(tallies: Tallies, isNotDefault: (name: SettingName) => boolean, findings: ReadonlySet<SettingName>): RowsHeld {
  return {
    differ: new Set(settingNames.filter((name) => tallies[name].size > 1)),
    all: new Set(settingNames),
    default: new Set(settingNames.filter(isNotDefault)),
    findings,
  }
}
