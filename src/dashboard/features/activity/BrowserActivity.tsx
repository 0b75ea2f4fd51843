import { Button, Menu, NativeSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useRef, type ReactNode } from 'react'
import { activityKinds } from '#contract/activity.ts'
import { outcomes } from '#contract/recorded-change.ts'
import { serviceName } from '#contract/provider-names.ts'
import { catalogueQuery, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { EmptyState, RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { PageHead, Toolbar } from '#dashboard/ui/page/Page.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import classes from './BrowserActivity.module.css'
import { kindNames, outcomeNames, type KeptEntry } from './entry.ts'
import { EntryList } from './EntryList.tsx'
import { saveCsv, saveJson } from './export-file.ts'
import { clearRecord, recordQuery, useNewEntries } from './record.ts'
import { chatsIn, everything, matching, type ActivityView } from './view.ts'
import { withoutSameSounds } from './words.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface BrowserActivityProps {
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
  /** Switches to what everyone did; missing where there is only this. */
  scopes: (at: 'head' | 'toolbar') => ReactNode
}

/** The changes made from this browser. */
export function BrowserActivity({ view, onView: changeView, scopes }: BrowserActivityProps) {
  const accountId = useSession().account.id
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const reading = useQuery(recordQuery(accountId))
  useNewEntries()
  const entries = useMemo(
    () => reading.data?.map(({ key, value }) => ({ key, value: withoutSameSounds(value, catalogue) })),
    [reading.data, catalogue],
  )
  const shown = useMemo(() => matching(entries ?? [], view, catalogue), [entries, view, catalogue])

  return (
    <>
      <PageHead
        beside={scopes('head')}
        actions={entries && entries.length > 0 && <Actions entries={entries} shown={shown} catalogue={catalogue} accountId={accountId} />}
      />
      <div className={classes.scopes}>{scopes('toolbar')}</div>
      <p className={classes.scope}>
        <Icon name="info" size={14} />
        <span>
          <b className="medium">Only changes made in this browser.</b> The last 5,000 are stored here, even after you sign out.
        </span>
      </p>
      {reading.error && entries === undefined && (
        <div role="alert">
          <EmptyState
            icon="error"
            title="Changes are not recorded"
            action={<RetryButton retry={reading.refetch} busy={reading.isFetching} />}
          >
            This browser’s storage is full or blocked, as in some private windows. Your changes are still saved, just not recorded.
          </EmptyState>
        </div>
      )}
      {entries?.length === 0 && (
        <EmptyState icon="clock" title="No changes yet">
          Changes you make in this browser are listed here: when, in which chat, the values before and after, and the outcome. Many of them
          can be undone.
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <>
          <Filters entries={entries} view={view} onView={changeView} />
          {shown.length === 0 ? (
            <EmptyState
              icon="search"
              title={view.search ? `Nothing matches “${view.search}”` : 'No changes match these filters'}
              action={<Button onClick={() => changeView(everything)}>Show all changes</Button>}
            >
              The search covers chats, fields, values before and after, and {serviceName()}’s answers.
            </EmptyState>
          ) : (
            <EntryList key={JSON.stringify(view)} entries={shown} total={entries.length} catalogue={catalogue} />
          )}
        </>
      )}
    </>
  )
}

interface FiltersProps {
  entries: KeptEntry[]
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
}

function Filters({ entries, view, onView }: FiltersProps) {
  const searchField = useRef<HTMLInputElement>(null)
  useKey('/', 'Search', () => searchField.current?.focus())
  const chats = chatsIn(entries)
  // A link may name a chat that this record does not know: the filter shows it as the URL has it.
  const unknownId = chats.some(({ id }) => id === view.chatId) ? null : view.chatId
  return (
    <Toolbar>
      <SearchField
        ref={searchField}
        label="Search changes"
        className={classes.search}
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      <div className={classes.filters}>
        <NativeSelect
          size="xs"
          aria-label="Kind"
          value={view.kind ?? ''}
          onChange={({ currentTarget: { value } }) => onView({ kind: kindNames.find((name) => name === value) ?? null })}
          data={[{ value: '', label: 'All kinds' }, ...kindNames.map((name) => ({ value: name, label: activityKinds[name] }))]}
        />
        <NativeSelect
          size="xs"
          aria-label="Chat"
          value={view.chatId ?? ''}
          onChange={({ currentTarget: { value } }) => onView({ chatId: value === '' ? null : Number(value) })}
          data={[
            { value: '', label: 'All chats' },
            ...chats.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) })),
            ...(unknownId === null ? [] : [{ value: String(unknownId), label: chatTitle({ id: unknownId, name: '' }) }]),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label="Outcome"
          value={view.outcome ?? ''}
          onChange={({ currentTarget: { value } }) => onView({ outcome: outcomeNames.find((name) => name === value) ?? null })}
          data={[{ value: '', label: 'All outcomes' }, ...outcomeNames.map((name) => ({ value: name, label: outcomes[name] }))]}
        />
      </div>
    </Toolbar>
  )
}

interface ActionsProps {
  entries: KeptEntry[]
  shown: KeptEntry[]
  catalogue: Catalogue
  accountId: number
}

function Actions({ entries, shown, catalogue, accountId }: ActionsProps) {
  return (
    <>
      <ActionMenu
        button={
          <Button size="xs" leftSection={<Icon name="download" size={14} />}>
            Export
          </Button>
        }
        items={() => (
          <>
            <Menu.Label>
              {shown.length === entries.length
                ? plural(shown.length, '{count} change', '{count} changes')
                : plural(shown.length, '{count} change shown', '{count} changes shown')}
            </Menu.Label>
            <Menu.Item disabled={shown.length === 0} onClick={() => saveCsv(shown, catalogue)}>
              CSV
            </Menu.Item>
            <Menu.Item disabled={shown.length === 0} onClick={() => saveJson(shown)}>
              JSON
            </Menu.Item>
          </>
        )}
      />
      <Button
        size="xs"
        c="red"
        onClick={() =>
          confirm({
            title: plural(entries.length, 'Clear the history of {count} change?', 'Clear the history of {count} changes?'),
            body: 'They are deleted from this browser and can no longer be undone from here. Your chats and your account stay as they are.',
            confirmLabel: 'Clear history',
            danger: true,
            run: async () => {
              await clearRecord(accountId)
              toast('History cleared')
            },
          })
        }
      >
        Clear history
      </Button>
    </>
  )
}
