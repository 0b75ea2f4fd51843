import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer, Menu } from '@mantine/core'
import { useIsPhone, useMedia } from '#dashboard/ui/page/use-media.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { parseId } from '#dashboard/platform/to.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { FilledWindow } from '#dashboard/ui/page/FilledWindow.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { formatRange, type IpRange, countOf } from '#engine/bans/range.ts'
import { BanBox } from './add/BanBox.tsx'
import { entriesToBan, includeNothing } from './add/preview.ts'
import classes from './banned-ips.module.css'
import { confirmUnban } from './changes/StepList.tsx'
import { banColumns } from './list/ban-columns.tsx'
import { ExportItems } from './list/ExportItems.tsx'
import { Hints } from './list/Hints.tsx'
import { Toolbar } from './list/Toolbar.tsx'
import { sortKeys } from './list/view.ts'
import { BanMap } from './map/BanMap.tsx'
import { type BanEntry, nameOf } from './read.ts'
import { type BanScreen, idOf, useBanScreen } from './use-ban-screen.ts'

const ImportDrawer = lazyPart(async () => (await import('./add/ImportDrawer.tsx')).ImportDrawer)
const TidyDialog = lazyPart(async () => (await import('./TidyDialog.tsx')).TidyDialog)
const AcrossChatsDrawer = lazyPart(async () => (await import('./copy/AcrossChatsDrawer.tsx')).AcrossChatsDrawer)
const UnbanPartDialog = lazyPart(async () => (await import('./changes/UnbanPartDialog.tsx')).UnbanPartDialog)
const NoteDialog = lazyPart(async () => (await import('./list/NoteDialog.tsx')).NoteDialog)
const RemainingDialog = lazyPart(async () => (await import('./changes/RemainingDialog.tsx')).RemainingDialog)

/** The banned addresses of one chat. Switching to another chat resets the page. */
export function BannedIpsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  return <BansOf key={chatId} chat={chat} />
}

function BansOf({ chat }: { chat: Chat }) {
  const screen = useBanScreen(chat)
  const { reading, view, mayWrite, unbanning, noting, close } = screen
  const isWide = useMedia('(min-width: 70em)')

  if (reading.isPending) return <Loading what="the banned addresses" />
  if (reading.isError && !reading.data) return <LoadError what="The banned addresses" reading={reading} />

  const box = mayWrite && <BanBox screen={screen} />
  const map = <MapOf screen={screen} />
  return (
    <FilledWindow className="split-page">
      <div className="column">
        <Toolbar screen={screen} />
        <StaleNotice what="The banned addresses" reading={reading} />
        <Hints screen={screen} />
        <BanTable screen={screen} />
        {screen.chosen.length > 0 && <BulkBar screen={screen} />}
      </div>
      {isWide && (
        <aside className={`side-panel ${classes.panel}`} aria-label="Ban and map">
          {box}
          {map}
        </aside>
      )}
      {!isWide && ((view.open === 'ban' && mayWrite) || view.open === 'map') && (
        <Drawer
          opened
          onClose={close}
          title={view.open === 'ban' ? 'Ban addresses' : 'Where the bans are'}
          classNames={{ body: classes.drawer! }}
        >
          {view.open === 'ban' ? box : map}
        </Drawer>
      )}
      <Suspense fallback={<OverlayFallback />}>
        {mayWrite && view.open === 'import' && <ImportDrawer screen={screen} />}
        {mayWrite && view.open === 'tidy' && <TidyDialog screen={screen} />}
        {mayWrite && view.open === 'rooms' && <AcrossChatsDrawer screen={screen} />}
        {unbanning !== null && <UnbanPartDialog screen={screen} initial={unbanning} />}
        {noting && <NoteDialog screen={screen} entry={noting} />}
        {view.left !== null && <RemainingDialog jobId={view.left} onClose={() => screen.change({ left: null })} />}
      </Suspense>
    </FilledWindow>
  )
}

const nothing: IpRange[] = []

function MapOf({ screen: { list, view, change, judged, lookup, chosen } }: { screen: BanScreen }) {
  // The same list while there is nothing to ban, and the same function for every render, because the map is memoized.
  const adding = useMemo(() => {
    const ranges = entriesToBan(judged, includeNothing).map(({ range }) => range)
    return ranges.length > 0 ? ranges : nothing
  }, [judged])
  const { onWithin } = useLatest({ onWithin: (within: IpRange | null) => change({ within }) })
  return <BanMap {...{ list, adding, onWithin }} within={view.within} marked={lookup?.by[0] ?? chosen.at(-1) ?? null} />
}

function BanTable({ screen }: { screen: BanScreen }) {
  const { list, notes, today, view, change, lookup, rows, selection, mayWrite } = screen
  const phone = useIsPhone()
  const typed = lookup ? '' : view.text
  const columns = useMemo(() => banColumns({ list, notes, today, phone, typed }), [list, notes, today, phone, typed])
  if (list.entries.length === 0)
    return (
      <EmptyState icon="ban" title="No banned addresses">
        Banned addresses are listed here. {mayWrite && 'Enter them in the box, or import a list from the menu at the top.'}
      </EmptyState>
    )
  if (rows.length === 0)
    return (
      <EmptyState icon="search" title="No matching entries">
        {list.entries.length === 1 ? 'The only entry does not match.' : `None of the ${count(list.entries.length)} entries match.`}
      </EmptyState>
    )
  return (
    <DataTable
      {...{ rows, columns, selection, idOf, nameOf }}
      label="Banned addresses"
      fills
      sort={{ key: view.sort, descending: view.descending }}
      onSort={({ key, descending }) => change({ sort: sortKeys.find((name) => name === key) ?? 'first', descending })}
      highlighted={lookup?.by.map(idOf) ?? []}
      menu={(entry) => <EntryMenu screen={screen} entry={entry} />}
    />
  )
}

function EntryMenu({ screen, entry }: { screen: BanScreen; entry: BanEntry }) {
  const { mayWrite, selection } = screen
  const copy = () =>
    navigator.clipboard.writeText(formatRange(entry)).then(
      () => toast(`${nameOf(entry)} was copied`),
      (error: unknown) => toastError('Could not copy', error),
    )
  function copyTo() {
    selection.clear()
    selection.set([entry.id], true)
    screen.copyTo()
  }
  return (
    <>
      {mayWrite && (
        <MenuItem icon="shield" label="Unban part of it…" onClick={() => screen.unbanPart(entry.size === 1 ? formatRange(entry) : '')} />
      )}
      <MenuItem icon="edit" label="Note and review date…" onClick={() => screen.note(entry)} />
      <MenuItem icon="copy" label={`Copy ${nameOf(entry)}`} onClick={() => void copy()} />
      {mayWrite && (
        <>
          <MenuItem icon="chats" label="Copy to other chats…" onClick={copyTo} />
          <Menu.Divider />
          <MenuItem icon="trash" label="Unban…" isDanger onClick={() => confirmUnban(screen, [entry])} />
        </>
      )}
    </>
  )
}

function BulkBar({ screen }: { screen: BanScreen }) {
  const { chosen, mayWrite, selection } = screen
  useKey('Escape', 'Clear the selection', selection.clear)
  return (
    <div data-holds-jobs>
      <JobsSlot at="phone" />
      <section className="bottom-bar" aria-label="Selected entries">
        <p className="grow">
          <b>{counted(chosen.length, 'entry', 'entries')} selected</b>{' '}
          <span className="num quiet">{counted(countOf(chosen), 'address', 'addresses')}</span>
        </p>
        <div className="bar-actions">
          <Button variant="subtle" tone="quiet" size="xs" onClick={selection.clear}>
            Clear
          </Button>
          {mayWrite && (
            <>
              <Button size="xs" tone="danger" onClick={() => confirmUnban(screen, chosen, selection.clear)}>
                Unban…
              </Button>
              <Button size="xs" onClick={screen.copyTo}>
                Copy to chats…
              </Button>
            </>
          )}
          <ActionMenu
            width={264}
            button={<Button size="xs">Export</Button>}
            items={() => <ExportItems screen={screen} entries={chosen} what="selected" />}
          />
        </div>
      </section>
    </div>
  )
}
