import type { Chat } from '#contract/chats.ts'
import { isSettingName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { byName, chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { chatFilterParams } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { byLastUse } from '#dashboard/platform/chats/last-used.ts'
import type { Sort } from '#dashboard/ui/table/DataTable.tsx'
import { named, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'

export type OpenDrawer = { drawer: 'new' } | { drawer: 'duplicate'; chatId: number }

const ownColumns = ['labels', 'hash', 'state', 'signIn', 'lastUsed', 'created'] as const
export type ColumnKey = (typeof ownColumns)[number] | SettingName

export const defaultColumns: ColumnKey[] = ['labels', 'hash', 'state', 'type', 'langId', 'signIn', 'lastUsed', 'created']

/** Those that show no settings, for people who may not read them. */
export const withoutSettings = (keys: readonly ColumnKey[]): ColumnKey[] => keys.filter((key) => !isSettingName(key) && key !== 'signIn')

const hashes = new Intl.Collator()

const comparers: Partial<Record<ColumnKey, (a: Chat, b: Chat) => number>> = {
  created: (a, b) => (a.createDate ?? 0) - (b.createDate ?? 0),
  lastUsed: byLastUse,
  hash: (a, b) => hashes.compare(a.hash, b.hash),
}

// Some settings are text in one chat and a number in the next (docs/assumptions.md rows 4 and 5): one order for both.
const settingValues = new Intl.Collator(undefined, { numeric: true })

const isSortable = (key: string): key is ColumnKey => isSettingName(key) || Object.hasOwn(comparers, key)

/** Names break ties. */
export function sorted(chats: Chat[], { key, descending }: Sort): Chat[] {
  const sign = descending ? -1 : 1
  // Most chats have the same value of most settings: their names are compared once, and the sort is stable.
  if (isSettingName(key))
    return chatsByName(chats).toSorted((a, b) => (a[key] === b[key] ? 0 : sign * settingValues.compare(String(a[key]), String(b[key]))))
  const byValue = (isSortable(key) && comparers[key]) || (() => 0)
  return chats.toSorted((a, b) => sign * byValue(a, b) || byName(a, b))
}

const isColumn = (key: string): key is ColumnKey => isSettingName(key) || ownColumns.some((own) => own === key)

const defaultSort = '-lastUsed'

const sort: UrlParam<Sort> = {
  read: (written) => {
    const known = written !== null && isSortable(written.replace(/^-/, '')) ? written : defaultSort
    return { key: known.replace(/^-/, ''), descending: known.startsWith('-') }
  },
  write: ({ key, descending }) => {
    const written = (descending ? '-' : '') + key
    return written === defaultSort ? null : written
  },
}

const columns: UrlParam<ColumnKey[]> = {
  read: (written) => (written === null ? defaultColumns : [...new Set(written.split('.'))].filter(isColumn)),
  write: (keys) => (keys.join('.') === defaultColumns.join('.') ? null : keys.join('.')),
}

const openDrawer: UrlParam<OpenDrawer | null> = {
  read: (written) => {
    const [drawer, chatId] = (written ?? '').split('-')
    return drawer === 'new' ? { drawer } : drawer === 'duplicate' && Number(chatId) > 0 ? { drawer, chatId: Number(chatId) } : null
  },
  write: (open) => open && (open.drawer === 'new' ? 'new' : `duplicate-${open.chatId}`),
}

/** What a person looks at in the list of chats, kept in the address: a reload, Back and a link sent to a colleague show the same. */
export const chatListState = urlState({
  search: named('q', text()),
  ...chatFilterParams,
  sort,
  columns,
  /** Columns that do not fit are left out. */
  fit: { read: (written: string | null) => written !== 'no', write: (isOn: boolean) => (isOn ? null : 'no') },
  open: openDrawer,
})
export type ChatListView = ViewOf<typeof chatListState>

/** Opening a drawer is a step that Back undoes; typing in the search is not. */
export const useChatListView = () => useUrlState(chatListState, (change) => Boolean(change.open))
