import { Button, Menu, NativeSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { catalogueQuery, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { EmptyState, RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageHead, Toolbar } from '#dashboard/ui/page/Page.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import classes from './ActivityPage.module.css'
import { kindNames, kinds, outcomeNames, outcomes, type Kept } from './entry.ts'
import { EntryList } from './EntryList.tsx'
import { saveCsv, saveJson } from './export-file.ts'
import { forgetAll, recordQuery, useNews } from './record.ts'
import { everything, matching, roomsIn, useActivityView, type ActivityView } from './view.ts'
import { withoutSameSounds } from './words.ts'

/** What was changed from this browser. */
export function ActivityPage() {
  const accountId = useSession().account.id
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const reading = useQuery(recordQuery(accountId))
  useNews()
  const lines = useMemo(
    () => reading.data?.map(({ key, value }) => ({ key, value: withoutSameSounds(value, catalogue) })),
    [reading.data, catalogue],
  )
  const [view, changeView] = useActivityView()
  const shown = useMemo(() => matching(lines ?? [], view, catalogue), [lines, view, catalogue])

  return (
    <>
      <PageHead actions={lines && lines.length > 0 && <Acts lines={lines} shown={shown} catalogue={catalogue} accountId={accountId} />} />
      <p className={classes.scope}>
        <Icon name="info" size={14} />
        <span>
          <b className="medium">This browser only; it does not see other people.</b> What was changed from here is kept in this browser, the
          last 5,000 changes, also after signing out.
        </span>
      </p>
      {reading.error && lines === undefined && (
        <div role="alert">
          <EmptyState
            icon="error"
            title="This browser keeps no record"
            action={<RetryButton retry={reading.refetch} busy={reading.isFetching} />}
          >
            Its storage is closed to this page, as in some private windows, or full. Changes go their way all the same; they are not
            recorded.
          </EmptyState>
        </div>
      )}
      {lines?.length === 0 && (
        <EmptyState icon="clock" title="No change yet">
          What you change from this browser will stand here: when, in which room, what it was before and after, and what the service said.
          Much of it can be undone from here.
        </EmptyState>
      )}
      {lines && lines.length > 0 && (
        <>
          <Filters lines={lines} view={view} onView={changeView} />
          {shown.length === 0 ? (
            <EmptyState
              icon="search"
              title={view.search ? `Nothing matches “${view.search}”` : 'No change is under these filters'}
              action={<Button onClick={() => changeView(everything)}>Show all changes</Button>}
            >
              The search looks at rooms, fields, old and new values, and what the service said.
            </EmptyState>
          ) : (
            <EntryList key={JSON.stringify(view)} lines={shown} all={lines.length} catalogue={catalogue} accountId={accountId} />
          )}
        </>
      )}
    </>
  )
}

function Filters({ lines, view, onView }: { lines: Kept[]; view: ActivityView; onView: (change: Partial<ActivityView>) => void }) {
  const searchField = useRef<HTMLInputElement>(null)
  useKey('/', 'Search', () => searchField.current?.focus())
  const rooms = roomsIn(lines)
  // A room of a link that this record does not know is still what the address says.
  const isUnknown = view.room !== null && !rooms.some(({ id }) => id === view.room)
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
          data={[{ value: '', label: 'Every kind' }, ...kindNames.map((name) => ({ value: name, label: kinds[name] }))]}
        />
        <NativeSelect
          size="xs"
          aria-label="Room"
          value={view.room ?? ''}
          onChange={({ currentTarget: { value } }) => onView({ room: value === '' ? null : Number(value) })}
          data={[
            { value: '', label: 'Every room' },
            ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
            ...(isUnknown ? [{ value: String(view.room), label: `Chat no. ${view.room}` }] : []),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label="Outcome"
          value={view.outcome ?? ''}
          onChange={({ currentTarget: { value } }) => onView({ outcome: outcomeNames.find((name) => name === value) ?? null })}
          data={[{ value: '', label: 'Every outcome' }, ...outcomeNames.map((name) => ({ value: name, label: outcomes[name] }))]}
        />
      </div>
    </Toolbar>
  )
}

interface ActsProps {
  lines: Kept[]
  shown: Kept[]
  catalogue: Catalogue
  accountId: number
}

function Acts({ lines, shown, catalogue, accountId }: ActsProps) {
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
              {shown.length === lines.length ? counted(lines.length, 'change') : `${counted(shown.length, 'change')} shown`}
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
            title: `Forget ${counted(lines.length, 'change')}?`,
            body: 'The record in this browser goes, and with it the way to undo. What the service holds stays as it is.',
            confirmLabel: 'Forget all',
            danger: true,
            run: async () => {
              await forgetAll(accountId)
              toast('The record is empty')
            },
          })
        }
      >
        Forget all
      </Button>
    </>
  )
}
