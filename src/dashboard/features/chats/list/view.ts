import type { Chat } from '#contract/chats.ts'
import { isSettingName, normalizedForSearch } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { byLastUse, isUnused } from '#dashboard/platform/chats/last-used.ts'
import type { Sort } from '#dashboard/ui/table/DataTable.tsx'
import { useUrlView } from '#dashboard/ui/page/url-view.ts'

/** What a person looks at on the page of chats. All of it is in the address, so a reload, Back and a link to a colleague work. */
export interface View {
  search: string
  show: Filter
  /** Chats with findings of the settings doctor: '1' any, else the name of a rule. Its rules are loaded later, so any name may stand here. */
  findings: string | null
  sort: Sort
  columns: ColumnKey[]
  /** Columns that find no room are left out. */
  fit: boolean
  open: OpenDrawer | null
}

export type OpenDrawer = { drawer: 'new' } | { drawer: 'duplicate'; chatId: number }

const ownColumns = ['hash', 'state', 'signIn', 'lastUsed', 'created'] as const
export type ColumnKey = (typeof ownColumns)[number] | SettingName

export const usualColumns: ColumnKey[] = ['hash', 'state', 'type', 'langId', 'signIn', 'lastUsed', 'created']

/** The filters, in the order they are shown. */
export const filters = {
  all: { label: 'All', holds: () => true },
  offline: { label: 'Offline', holds: (chat: Chat) => chat.offline },
  private: { label: 'Private', holds: (chat: Chat) => chat.forceSDKLogin },
  paid: { label: 'Paid entry', holds: (chat: Chat) => chat.monetizeLogin },
  unused: { label: 'Unused', holds: isUnused },
} satisfies Record<string, { label: string; holds: (chat: Chat, now: number) => boolean }>

export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

/** Every word of the search must be in the name or the hash; accents do not matter. */
export const matches = ({ name, hash }: Chat, search: string) =>
  normalizedForSearch(search)
    .split(/\s+/)
    .every((word) => normalizedForSearch(`${name} ${hash}`).includes(word))

const comparers: Partial<Record<ColumnKey, (a: Chat, b: Chat) => number>> = {
  created: (a, b) => (a.createDate ?? 0) - (b.createDate ?? 0),
  lastUsed: byLastUse,
  hash: (a, b) => names.compare(a.hash, b.hash),
}

// Some settings are text in one chat and a number in the next (assumptions.md rows 4 and 5): one order for both.
const settingValues = new Intl.Collator(undefined, { numeric: true })

// Much quicker than localeCompare where there are thousands.
const names = new Intl.Collator()

const isSortable = (key: string): key is ColumnKey => isSettingName(key) || Object.hasOwn(comparers, key)

/** Names break ties, ids break ties of names: the order never depends on the order of arrival. */
export function sorted(chats: Chat[], { key, descending }: Sort): Chat[] {
  const byValue = isSettingName(key)
    ? (a: Chat, b: Chat) => settingValues.compare(String(a[key]), String(b[key]))
    : (isSortable(key) && comparers[key]) || (() => 0)
  return chats.toSorted((a, b) => (descending ? -1 : 1) * byValue(a, b) || names.compare(a.name, b.name) || a.id - b.id)
}

const isColumn = (key: string): key is ColumnKey => isSettingName(key) || ownColumns.some((own) => own === key)

const usualSort = '-lastUsed'

export function readView(query: URLSearchParams): View {
  const wanted = query.get('sort') ?? usualSort
  const sort = isSortable(wanted.replace(/^-/, '')) ? wanted : usualSort
  const show = query.get('show') ?? 'all'
  const [drawer, chatId] = (query.get('open') ?? '').split('-')
  return {
    search: query.get('q') ?? '',
    show: filterNames.find((name) => name === show) ?? 'all',
    findings: query.get('findings') || null,
    sort: { key: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    columns: query.has('columns') ? [...new Set((query.get('columns') ?? '').split('.'))].filter(isColumn) : usualColumns,
    fit: query.get('fit') !== 'no',
    open: drawer === 'new' ? { drawer } : drawer === 'duplicate' && Number(chatId) > 0 ? { drawer, chatId: Number(chatId) } : null,
  }
}

/** Only what differs from the usual is written, so the plain page has a plain address. */
export function writeView({ search, show, findings, sort, columns, fit, open }: View): URLSearchParams {
  const query = new URLSearchParams()
  const order = (sort.descending ? '-' : '') + sort.key
  if (search) query.set('q', search)
  if (show !== 'all') query.set('show', show)
  if (findings) query.set('findings', findings)
  if (order !== usualSort) query.set('sort', order)
  if (columns.join('.') !== usualColumns.join('.')) query.set('columns', columns.join('.'))
  if (!fit) query.set('fit', 'no')
  if (open) query.set('open', open.drawer === 'new' ? 'new' : `duplicate-${open.chatId}`)
  return query
}

/** Opening a drawer is a step that Back undoes; typing in the search is not. */
export const useView = () => useUrlView({ read: readView, write: writeView, isStep: (change) => Boolean(change.open) })
