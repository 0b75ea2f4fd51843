import type { Chat } from '#contract/chats.ts'
import { normalizedForSearch, searchSettings, setting } from '#contract/settings-derive.ts'
import { chatPages, dashboardPages } from '#dashboard/app/pages.ts'
import { chatTabs, parseId, to, type ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { KeyBinding } from '#dashboard/ui/overlay/keys.tsx'

/** What the command palette offers for what is typed. */

export interface Item {
  id: string
  icon: IconName
  label: string
  detail?: string
  key?: string
  /** Where it goes, or what it does. */
  action: string | (() => void)
  /** The palette stays open. */
  stays?: true
}

export interface Command extends Item {
  /** Other words for it. */
  keywords: string
}

export interface Group {
  label: string
  items: Item[]
}

const pages: Command[] = Object.entries(dashboardPages).map(([id, { path, title, icon, keywords = '' }]) => ({
  id,
  icon,
  label: title,
  keywords,
  action: path,
}))

/** Whether a text holds every word that is typed; accents do not matter. */
function matcher(typed: string) {
  const words = normalizedForSearch(typed).split(/\s+/)
  return (text: string) => {
    const searched = normalizedForSearch(text)
    return words.every((word) => searched.includes(word))
  }
}

const maxChats = 8
const maxSettings = 6

interface Known {
  chats: readonly Chat[]
  /** The room that is looked at, and its page. */
  chat: Chat | undefined
  tab: ChatTab
  bindings: readonly KeyBinding[]
  recent: readonly string[]
  commands: readonly Command[]
}

/** @param query what is typed; '' offers where one was, and what can be done here */
export function itemsFor(query: string, { chats, chat, tab, bindings, recent, commands }: Known): Group[] {
  const typed = query.trim()
  const holds = matcher(typed)
  const groups: Group[] = [
    { label: 'Recent', items: typed === '' ? recent.flatMap((path) => recentItem(path, chats) ?? []) : [] },
    { label: 'Chats', items: roomItems(typed, chats, tab) },
    { label: chat?.name ?? '', items: chat ? tabItems(chat).filter(({ label }) => holds(label)) : [] },
    { label: 'Settings', items: chat && typed !== '' ? settingItems(typed, chat) : [] },
    { label: 'Pages', items: pages.filter(({ label, keywords }) => holds(`${label} ${keywords}`)) },
    { label: 'Actions', items: typed === '' ? [] : commands.filter(({ label, keywords }) => holds(`${label} ${keywords}`)) },
    { label: 'On this page', items: bindings.filter(({ label }) => holds(label)).map(bindingItem) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** By name, hash or id. Without words none: there is a page for all of them. */
function roomItems(typed: string, chats: readonly Chat[], tab: ChatTab): Item[] {
  if (typed === '') return []
  const holds = matcher(typed)
  return chats
    .filter(({ id, name, hash }) => String(id) === typed || holds(`${name} ${hash}`))
    .slice(0, maxChats)
    .map(({ id, name, hash }) => ({ id: `chat-${id}`, icon: 'chats', label: name, detail: hash, action: to.chat(id, tab) }))
}

const tabItems = ({ id }: Chat): Item[] =>
  chatTabs.map((name) => ({ id: `tab-${name}`, icon: chatPages[name].icon, label: chatPages[name].title, action: to.chat(id, name) }))

const settingItems = (typed: string, chat: Chat): Item[] =>
  searchSettings(typed)
    .slice(0, maxSettings)
    .map((name) => ({
      id: `setting-${name}`,
      icon: 'settings',
      label: setting(name).label,
      detail: `${chat.name}, ${name}`,
      action: to.setting(chat.id, name),
    }))

const bindingItem = ({ key, label, run }: KeyBinding): Item => ({ id: `key-${key}-${label}`, icon: 'key', label, key, action: run })

/** A path as words; null for a chat that is no more. */
function recentItem(path: string, chats: readonly Chat[]): Item | null {
  const page = pages.find(({ action }) => action === path)
  if (page) return { ...page, id: `page-${path}` }
  const [, , id, part] = path.split('/')
  const chat = chats.find((other) => other.id === parseId(id))
  const tab = chatTabs.find((name) => name === part)
  if (!chat || !tab) return null
  return { id: `page-${path}`, icon: chatPages[tab].icon, label: `${chat.name} · ${chatPages[tab].title}`, action: path }
}
