import type { Chat } from '#contract/chats.ts'
import { wordMatcher, searchSettings, setting } from '#contract/settings-derive.ts'
import { chatMatcher } from '#dashboard/platform/chats/chat-search.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import { chatPages } from '#dashboard/app/pages.ts'
import { dashboardPages, openPages, type PageName, places } from '#dashboard/app/places.ts'
import { parseId, to, type ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { KeyBinding } from '#dashboard/ui/overlay/keys.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import { useMemo, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { bannedIn, banLists, type BanListAnswer } from '#dashboard/features/banned-ips/ban-lists.ts'
import { recentFirst, useChatScan, useScannedChats, type ChatScan } from '#dashboard/platform/chats/chat-scan.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'

/** Builds the items of the command palette for the typed text. */

export interface PaletteItem {
  id: string
  icon: IconName
  label: string
  detail?: string
  key?: string
  /** The path to open, or the function to run. */
  action: string | (() => void)
  /** Keeps the palette open. */
  keepsOpen?: true
}

export interface PaletteCommand extends PaletteItem {
  /** Synonyms that also match. */
  keywords: string
}

interface PaletteGroup {
  label: string
  items: PaletteItem[]
}

/** Synonyms of the titles of pages, also what they were called before. */
const pageKeywords: Partial<Record<PageName, string>> = {
  home: 'overview start',
  inbox: 'review queue pending marked keep rules moderation',
  compare: 'all settings matrix table',
  rules: 'guard automatic moderation spam words block delete review',
  modes: 'presets lockdown event quiet hours open shield emergency',
  schedule: 'what will happen agenda calendar planned missed background access worker budget requests runs on its own',
  changes: 'activity history audit log who did what',
  ownChanges: 'activity history',
  automaticChanges: 'rules modes schedule what ran on its own',
  outside: 'drift watch put back accept ignore',
  people: 'team members invite passkeys sessions access',
  roles: 'who can do what rights permissions',
  tokens: 'programs scripts assistants API access',
  account: 'company usage limits currency',
  notifications: 'webhook e-mail slack discord matrix channels alerts deliveries notices',
  connection: 'service learn behaviour address base URL',
}

const pagesFor = (may: May): (PaletteCommand & { action: string })[] => {
  const open = openPages(may).map((name) => ({ name, ...dashboardPages[name] }))
  return open.map(({ name, path, title, within }) => {
    const { icon, title: place, keys } = places[within]
    return {
      id: name,
      icon,
      label: title,
      ...(title !== place && { detail: place }),
      ...(keys && open.find((page) => page.within === within)?.name === name && { key: keys }),
      keywords: pageKeywords[name] ?? '',
      action: path,
    }
  })
}

const placeKeys = new Set(Object.values(places).map(({ keys }) => keys))

const maxChats = 8
const maxSettings = 6

interface PaletteContext {
  chats: readonly Chat[]
  /** The current chat and its open tab. */
  chat: Chat | undefined
  tab: ChatTab
  bindings: readonly KeyBinding[]
  recent: readonly string[]
  commands: readonly PaletteCommand[]
  may: May
}

/** @param query the typed text; '' lists the recent pages and what is possible here */
export function itemsFor(query: string, { chats, chat, tab, bindings, recent, commands, may }: PaletteContext): PaletteGroup[] {
  const typed = query.trim()
  const matches = wordMatcher(typed)
  const pages = pagesFor(may)
  const groups: PaletteGroup[] = [
    { label: 'Recent', items: typed === '' ? recent.flatMap((path) => recentPageItem(path, { chats, pages, may }) ?? []) : [] },
    { label: 'Chats', items: chatItems(typed, chats, tab, may) },
    {
      label: chat ? chatTitle(chat) : '',
      items: chat ? tabItems(chat, may).filter(({ label, keywords }) => matches(`${label} ${keywords}`)) : [],
    },
    { label: 'Settings', items: chat && typed !== '' && may('settings.read', chat.id) ? settingItems(typed, chat) : [] },
    { label: 'Pages', items: pages.filter(({ label, keywords }) => matches(`${label} ${keywords}`)) },
    { label: 'Actions', items: typed === '' ? [] : commands.filter(({ label, keywords }) => matches(`${label} ${keywords}`)) },
    { label: 'On this page', items: bindings.filter(({ key, label }) => !placeKeys.has(key) && matches(label)).map(bindingItem) },
  ]
  const found = groups.filter(({ items }) => items.length > 0)
  return typed === '' ? found : bestFirst(found, typed.toLowerCase())
}

/** What has a word that begins like the typed text comes before what has it inside a word or as a synonym: Enter takes the first item. */
function bestFirst(groups: PaletteGroup[], typed: string): PaletteGroup[] {
  const rankOf = ({ label }: PaletteItem) =>
    label
      .toLowerCase()
      .split(/\s/)
      .some((word) => word.startsWith(typed))
      ? 0
      : 1
  return groups
    .map(({ label, items }) => ({ label, items: items.toSorted((one, other) => rankOf(one) - rankOf(other)) }))
    .toSorted((one, other) => rankOf(one.items[0]!) - rankOf(other.items[0]!))
}

/** Matches by name, hash or ID. Without a search text the list is empty, because the page of chats shows them all. */
function chatItems(typed: string, chats: readonly Chat[], tab: ChatTab, may: May): PaletteItem[] {
  if (typed === '') return []
  const matches = chatMatcher(typed)
  return chats
    .filter((chat) => String(chat.id) === typed || matches(chat))
    .slice(0, maxChats)
    .map(({ id, name, hash }) => ({
      id: `chat-${id}`,
      icon: 'chats',
      label: chatTitle({ id, name }),
      detail: hash,
      action: tabOrHome(may, id, tab),
    }))
}

/** The same page of another chat, if the person may open it there. */
const tabOrHome = (may: May, id: number, tab: ChatTab) => (openTabs(may, id).includes(tab) ? to.chat(id, tab) : chatHome(may, id))

const tabItems = ({ id }: Chat, may: May): PaletteCommand[] => [
  ...openTabs(may, id).map((name) => ({
    id: `tab-${name}`,
    icon: chatPages[name].icon,
    label: chatPages[name].title,
    keywords: '',
    action: to.chat(id, name),
  })),
  ...(may('settings.read', id) ? ofSettings(id) : []),
]

const ofSettings = (id: number): PaletteCommand[] => [
  { id: 'hours', icon: 'calendar', label: 'Opening hours', keywords: 'timetable schedule closed offline', action: to.hours(id) },
  { id: 'moments', icon: 'clock', label: 'Compare two moments', keywords: 'history versions put back', action: to.compareMoments(id) },
]

const settingItems = (typed: string, chat: Chat): PaletteItem[] =>
  searchSettings(typed)
    .slice(0, maxSettings)
    .map((name) => ({
      id: `setting-${name}`,
      icon: 'settings',
      label: setting(name).label,
      detail: `${chatTitle(chat)}, ${name}`,
      action: to.setting(chat.id, name),
    }))

const bindingItem = ({ key, label, run }: KeyBinding): PaletteItem => ({ id: `key-${key}-${label}`, icon: 'key', label, key, action: run })

/** Labels a recent page; null if its chat no longer exists. */
function recentPageItem(
  path: string,
  { chats, pages, may }: Pick<PaletteContext, 'chats' | 'may'> & { pages: PaletteCommand[] },
): PaletteItem | null {
  const page = pages.find(({ action }) => action === path)
  if (page) return { ...page, id: `place-${path}` }
  const [, , id, part] = path.split('/')
  const chat = chats.find((other) => other.id === parseId(id))
  const tab = chat && openTabs(may, chat.id).find((name) => name === part)
  if (!tab) return null
  return { id: `place-${path}`, icon: chatPages[tab].icon, label: `${chatTitle(chat)} · ${chatPages[tab].title}`, action: path }
}

const none: ReadonlySet<number> = new Set()
const noChats: Chat[] = []
/** The maximum number of chats listed; the rest are only counted. */
const maxShown = 20

/** Searches the ban lists for a typed address. Returns the results and the progress of the search. */
export function useBanSearch(typed: string, chats: readonly Chat[]): { groups: PaletteGroup[]; status: string } {
  const isAddress = ipv4.safeParse(typed).success
  const [all, setAll] = useState(false)
  // The order is fixed when the first address is typed, because it must not change during the search.
  const ordered = useMemo(() => (isAddress ? recentFirst(chats) : noChats), [isAddress, chats])
  const scan = useChatScan(useScannedChats(ordered, banLists, all, none), banLists)
  if (!isAddress) return { groups: [], status: '' }

  const found = bannedIn(ipv4ToNumber(typed), ordered, scan.found)
  const items = found.slice(0, maxShown).map(({ id, name, hash }): PaletteItem => ({
    id: `ban-${id}`,
    icon: 'ban',
    label: `${typed} is banned in ${chatTitle({ id, name })}`,
    detail: hash,
    action: to.bannedIps(id, typed),
  }))
  const left = ordered.length - scan.total
  if (left > 0 || scan.error) {
    const action = () => {
      setAll(true)
      scan.restart()
    }
    items.push({ id: 'ban-all', icon: 'search', label: `Search all ${counted(ordered.length, 'chat')}`, action, keepsOpen: true })
  }
  if (!scan.isReading && isStale(scan.oldestReadAt)) {
    const action = () => void queryClient.invalidateQueries({ queryKey: ['banList'], refetchType: 'none' }).then(scan.restart)
    items.push({ id: 'ban-again', icon: 'search', label: 'Refresh the lists', action, keepsOpen: true })
  }
  return { groups: [{ label: 'Banned', items }], status: searchStatus(typed, found.length, ordered.length, scan) }
}

/** The age in milliseconds after which a list may be outdated by another person's change. */
const maxAgeMs = 120_000
const isStale = (since: number | null): since is number => since !== null && Date.now() - since > maxAgeMs

function searchStatus(
  typed: string,
  banned: number,
  all: number,
  { found, isReading, heldBy, error, oldestReadAt }: ChatScan<BanListAnswer>,
): string {
  const failed = [...found.values()].filter((answer) => answer instanceof Failure).length
  const searched = found.size - failed
  return [
    banned === 0
      ? !isReading && searched === all && `${typed} is not banned in any chat.`
      : banned > maxShown
        ? `Banned in ${counted(banned, 'chat')}, ${count(maxShown)} shown.`
        : `Banned in ${counted(banned, 'chat')}.`,
    isReading ? `Searching: ${count(searched)} of ${counted(all, 'chat')}…` : `Searched ${count(searched)} of ${counted(all, 'chat')}.`,
    isStale(oldestReadAt) && `The oldest list is as of ${clock(oldestReadAt)}.`,
    failed > 0 && `${counted(failed, 'chat')} could not be read.`,
    heldBy && `${errorMessage(heldBy).cause} Waiting…`,
    error !== null && errorMessage(error).cause,
  ]
    .filter(Boolean)
    .join(' ')
}
