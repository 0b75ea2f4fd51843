import type { Chat } from '#contract/chats.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { isUnused, isUsedLately, unusedAfterDays, usedLatelyDays } from '#dashboard/platform/chats/last-used.ts'
import { oneOf, optionalText } from '#dashboard/ui/page/url-state.ts'

/** What a chat is or was: in the order of the filter. Some are badges too. @param now seconds */
export const chatStates = {
  online: { label: 'Online', holds: (chat) => !chat.offline },
  offline: { label: 'Offline', holds: (chat) => chat.offline },
  private: { label: 'Private', holds: (chat) => chat.forceSDKLogin },
  paid: { label: 'Paid entry', holds: (chat) => chat.monetizeLogin },
  recent: { label: `Used in ${usedLatelyDays} days`, holds: isUsedLately },
  unused: { label: `Unused for ${unusedAfterDays} days`, holds: isUnused },
} satisfies Record<string, { label: string; holds: (chat: Chat, now: number) => boolean }>

export type ChatState = keyof typeof chatStates
export const chatStateNames = Object.keys(chatStates) as ChatState[]

/** The filters of a list of chats as the address holds them; null: not filtered by it. */
export interface ChatFilters {
  label: string | null
  /** A code or number, as the service sent it. */
  language: string | null
  /** The number of a kind of chat. */
  type: string | null
  show: ChatState | null
  /** Chats with findings of the settings doctor: '1' any, else the name of a rule. Its rules are loaded later, so any name is accepted here. */
  findings: string | null
}
export type FilterName = keyof ChatFilters

export const chatFilterParams = {
  label: optionalText,
  language: optionalText,
  type: optionalText,
  show: oneOf(chatStateNames),
  findings: optionalText,
}
export const filterNames = Object.keys(chatFilterParams) as FilterName[]
export const noFilters: ChatFilters = { label: null, language: null, type: null, show: null, findings: null }

export const activeFilters = (filters: ChatFilters): FilterName[] => filterNames.filter((name) => filters[name] !== null)

/** What decides beside the chat itself. */
export interface FilterContext {
  /** Seconds. */
  now: number
  labels: ChatLabels
  /** null: the doctor's rules are not loaded yet, and no chat is known to have a finding. */
  hasFinding: ((chat: Chat, wanted: string) => boolean) | null
}

const tests: Record<FilterName, (chat: Chat, value: string, context: FilterContext) => boolean> = {
  label: ({ id }, label, { labels }) => labels.get(id)?.includes(label) ?? false,
  // Of a chat without its settings neither is known.
  language: ({ langId, isReduced }, language) => !isReduced && String(langId) === language,
  type: ({ type, isReduced }, wanted) => !isReduced && String(type) === wanted,
  show: (chat, state, { now }) => chatStates[state as ChatState].holds(chat, now),
  findings: (chat, wanted, { hasFinding }) => hasFinding?.(chat, wanted) ?? false,
}

/** The chats that pass all filters. @param without a filter that is left aside, to count what each of its values would leave */
export function passing(chats: Chat[], filters: ChatFilters, context: FilterContext, without?: FilterName): Chat[] {
  const active = activeFilters(filters).filter((name) => name !== without)
  if (active.length === 0) return chats
  return chats.filter((chat) => active.every((name) => tests[name](chat, filters[name]!, context)))
}
