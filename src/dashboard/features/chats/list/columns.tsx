import { chatTitle } from '#contract/chat-title.ts'
import { Suspense, type ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import { isSettingName, documentedDefault, setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { isUnused } from '#dashboard/platform/chats/last-used.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { may } from '#dashboard/platform/session/rights.ts'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { lazyPart, withIcons } from '#dashboard/ui/page/lazy-part.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { serviceNowMs } from '#dashboard/ui/format/clocks.ts'
import { Day, ServerTime } from '#dashboard/ui/format/time.tsx'
import { LabelBadges, SignInWays, StateBadges, type RowContext } from './badges.tsx'
import classes from './list.module.css'
import type { ColumnKey } from './view.ts'

/** What differs from the default is read first. */
function SettingCell({ name, chat, catalogue }: { name: SettingName; chat: Chat; catalogue: Catalogue }) {
  const value = chat[name]
  const words = settingInWords(name, value, catalogue)
  const known = documentedDefault(name)
  const usual = known !== null && (value === known || words === settingInWords(name, known, catalogue))
  return (
    <span className={`outside cut block ${usual ? 'quiet' : ''}`} title={words}>
      {words || '–'}
    </span>
  )
}

/** What fits into the column beside the number of states that are left out and that of findings. */
const maxStateLetters = 16

type OwnColumn = Exclude<ColumnKey, SettingName>

const own: Record<OwnColumn, Omit<Column<Chat>, 'cell'> & { cell: (chat: Chat, context: RowContext) => ReactNode }> = {
  labels: {
    key: 'labels',
    label: 'Labels',
    width: 146,
    dropRank: 5,
    cell: ({ id }, { labels }) => (
      <span className={`beside gap-4 ${classes.badges}`}>
        <LabelBadges labels={labels.get(id) ?? []} max={2} />
      </span>
    ),
  },
  hash: {
    key: 'hash',
    label: 'Hash',
    width: 88,
    dropRank: 1,
    sortable: true,
    cell: ({ hash }) => <span className="code quiet fz-help">{hash}</span>,
  },
  state: {
    key: 'state',
    label: 'State',
    width: 216,
    cell: (chat, context) => (
      <span className={`beside gap-4 ${classes.badges}`}>
        <StateBadges chat={chat} context={context} maxLetters={maxStateLetters} />
      </span>
    ),
  },
  signIn: { key: 'signIn', label: 'Sign-in ways', width: 104, dropRank: 4, cell: (chat) => <SignInWays chat={chat} /> },
  lastUsed: {
    key: 'lastUsed',
    label: 'Last used',
    width: 104,
    sortable: true,
    cell: (chat) => (
      <span className={isUnused(chat, serviceNowMs() / 1000) ? 'quiet' : undefined}>
        <ServerTime date={chat.lastUsed} />
      </span>
    ),
  },
  created: {
    key: 'created',
    label: 'Created',
    width: 116,
    dropRank: 2,
    sortable: true,
    cell: ({ createDate }) => <span className="quiet">{createDate === null ? 'not stated' : <Day at={createDate} />}</span>,
  },
}

const shortLabels: Partial<Record<SettingName, string>> = { type: 'Type', langId: 'Language' }
const widths: Partial<Record<SettingName, number>> = { type: 64, langId: 108 }

export const columnLabel = (key: ColumnKey) => (isSettingName(key) ? (shortLabels[key] ?? setting(key).label) : own[key].label)

/** The columns of the table: the name first, then the chosen ones. */
export function columnsOf(keys: ColumnKey[], context: RowContext): Column<Chat>[] {
  const chosen = keys
    .filter((key) => key !== 'name')
    .map((key): Column<Chat> =>
      isSettingName(key)
        ? {
            key,
            label: columnLabel(key),
            ...(key === 'type' || key === 'langId' ? { dropRank: 3 } : {}),
            width: widths[key] ?? Math.max(110, columnLabel(key).length * 7 + 32),
            sortable: true,
            cell: (chat) => <SettingCell name={key} chat={chat} catalogue={context.catalogue} />,
          }
        : { ...own[key], cell: (chat) => own[key].cell(chat, context) },
    )
  // Without a pin its slot would only take the place of the names.
  const hasPins = context.pinned.size > 0
  const name = (chat: Chat) => (
    <>
      {hasPins && (
        <span className={`accent ${classes.pin}`}>{context.pinned.has(chat.id) && <Icon name="pin" size={14} label="Pinned" />}</span>
      )}
      <ChatLink chat={chat} typed={context.typed} />
    </>
  )
  return [{ key: 'name', label: 'Name', minWidth: 224, sortable: true, cell: name }, ...chosen]
}

const FoundText = lazyPart(async () => (await import('#dashboard/platform/FoundText.tsx')).FoundText, withIcons)

export function ChatLink({ chat, typed }: { chat: Chat; typed: string }) {
  const title = chatTitle(chat)
  const unmarked = <span>{title}</span>
  return (
    <Tooltip label={title} onlyIfTruncated>
      <PageLink to={chatHome(may, chat.id)} className="outside name-link cut medium block">
        {typed ? (
          <Suspense fallback={unmarked}>
            <FoundText text={title} typed={typed} />
          </Suspense>
        ) : (
          unmarked
        )}
      </PageLink>
    </Tooltip>
  )
}
