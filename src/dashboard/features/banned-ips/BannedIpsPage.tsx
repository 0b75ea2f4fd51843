import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer, Menu, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { formatRange, type IpRange, keyOf } from '#engine/bans/range.ts'
import { countOf } from '#engine/bans/sets.ts'
import { BanBox } from './add/BanBox.tsx'
import { entriesToBan, includeNothing } from './add/preview.ts'
import { useBanForm } from './add/use-ban-form.ts'
import classes from './banned-ips.module.css'
import { confirmUnban } from './changes/confirm-unban.tsx'
import { banColumns } from './list/ban-columns.tsx'
import { ExportItems } from './list/ExportItems.tsx'
import { Hints } from './list/Hints.tsx'
import { dateOf, type Notes, useNotes } from './list/notes.ts'
import { Toolbar } from './list/Toolbar.tsx'
import { type BanListView, sortKeys, useBanListView, useLookup, useShown } from './list/view.ts'
import { BanMap } from './map/BanMap.tsx'
import type { Judged } from './ranges/judge.ts'
import { type BanEntry, bansQuery, nameOf, useBanList } from './read.ts'

const ImportDrawer = lazyPart(async () => (await import('./add/ImportDrawer.tsx')).ImportDrawer)
const TidyDialog = lazyPart(async () => (await import('./TidyDialog.tsx')).TidyDialog)
const AcrossChatsDrawer = lazyPart(async () => (await import('./copy/AcrossChatsDrawer.tsx')).AcrossChatsDrawer)
const UnbanPartDialog = lazyPart(async () => (await import('./changes/UnbanPartDialog.tsx')).UnbanPartDialog)
const NoteDialog = lazyPart(async () => (await import('./list/NoteDialog.tsx')).NoteDialog)
const RemainingDialog = lazyPart(async () => (await import('./changes/RemainingDialog.tsx')).RemainingDialog)

const idOf = ({ id }: BanEntry) => id
const nothing: IpRange[] = []
/** The same list while there is nothing to ban. */
const rangesToBan = (judged: Judged[]) => {
  const ranges = entriesToBan(judged, includeNothing).map(({ range }) => range)
  return ranges.length > 0 ? ranges : nothing
}
const barWidths = [90, 110, 84, 120, 100, 96, 88, 112, 92, 104]

/** The banned addresses of one chat. Switching to another chat resets the page. */
export function BannedIpsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  return <RangeEditor key={chatId} chat={chat} />
}

/** They are listed, looked up, added, unbanned and copied. */
function RangeEditor({ chat }: { chat: Chat }) {
  const [view, change] = useBanListView()
  const reading = useQuery(bansQuery(chat.id))
  const list = useBanList(reading.data?.data)
  const { notes, entries, keep } = useNotes(chat.id)
  const today = dateOf(useNow() * 1000)
  const mayWrite = useMay()('bans.write', chat.id)
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 70em)', undefined, { getInitialValueInEffect: false })
  const [longText, setLongText] = useState('')
  const [unbanning, setUnbanning] = useState<string | null>(null)
  const [noting, setNoting] = useState<BanEntry | null>(null)
  const { form, judged } = useBanForm(chat.id, list)
  const lookup = useLookup(view.text, list)
  const rows = useShown(list, notes, view, lookup, today)
  const selection = useSelection({ rows, idOf })
  const chosen = useMemo(() => list.entries.filter(({ id }) => selection.ids.has(id)), [list, selection.ids])
  const columns = useMemo(() => banColumns({ list, notes, today, phone }), [list, notes, today, phone])
  const adding = useMemo(() => rangesToBan(judged), [judged])
  // The same function for every render, because the map is memoized.
  const latest = useLatest({ onWithin: (within: BanListView['within']) => change({ within }) })
  const close = () => change({ open: null })

  if (reading.isPending) return <EditorSkeleton />
  if (reading.isError && !reading.data) return <LoadError what="The banned addresses" reading={reading} />

  const openImport = (long: string) => {
    setLongText(long)
    change({ open: 'import' })
  }
  const box = mayWrite && <BanBox {...{ chat, list, form, judged }} keepNotes={keep} onLong={openImport} />
  const map = (
    <BanMap {...{ list, adding }} within={view.within} onWithin={latest.onWithin} marked={lookup?.by[0] ?? chosen.at(-1) ?? null} />
  )

  return (
    <div className={classes.editor} data-fills-window>
      <div className="column">
        <Toolbar
          {...{ chat, list, notes, view, change, lookup, rows }}
          unreadableRows={unreadableIn(reading.data)}
          onUnban={() => lookup && setUnbanning(formatRange(lookup.range))}
          onImport={() => openImport('')}
        />
        <StaleNotice what="The banned addresses" reading={reading} />
        <Hints {...{ list, notes, today, view, change }} shown={rows.length} />
        {list.entries.length === 0 ? (
          <EmptyState icon="ban" title="No banned addresses">
            Banned addresses are listed here. {mayWrite && 'Enter them in the box, or import a list from the menu at the top.'}
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState icon="search" title="No matching entries">
            {list.entries.length === 1 ? 'The only entry does not match.' : `None of the ${count(list.entries.length)} entries match.`}
          </EmptyState>
        ) : (
          <DataTable
            {...{ rows, columns, selection, idOf, nameOf }}
            label="Banned addresses"
            fills
            sort={{ key: view.sort, descending: view.descending }}
            onSort={({ key, descending }) => change({ sort: sortKeys.find((name) => name === key) ?? 'first', descending })}
            highlighted={lookup?.by.map(idOf) ?? []}
            empty={null}
            menu={(entry) => (
              <EntryMenu
                entry={entry}
                onUnbanPart={() => setUnbanning(entry.size === 1 ? formatRange(entry) : '')}
                onNote={() => setNoting(entry)}
                onCopyTo={() => {
                  selection.clear()
                  selection.set([entry.id], true)
                  change({ open: 'rooms' })
                }}
                onUnban={() => confirmUnban(chat, list, [entry], () => {})}
              />
            )}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            {...{ chat, notes, chosen }}
            onClear={selection.clear}
            onCopyTo={() => change({ open: 'rooms' })}
            onUnban={() => confirmUnban(chat, list, chosen, selection.clear)}
          />
        )}
      </div>
      {isWide && (
        <aside className={classes.panel} aria-label="Ban and map">
          {box}
          {map}
        </aside>
      )}
      {!isWide && ((view.open === 'ban' && mayWrite) || view.open === 'map') && (
        <Drawer
          opened
          onClose={close}
          title={view.open === 'ban' ? 'Ban addresses' : 'Where the bans are'}
          closeButtonProps={{ 'aria-label': 'Close' }}
          classNames={{ body: classes.drawer! }}
        >
          {view.open === 'ban' ? box : map}
        </Drawer>
      )}
      <Suspense fallback={<OverlayFallback />}>
        {mayWrite && view.open === 'import' && <ImportDrawer {...{ chat, list }} text={longText} keepNotes={keep} onClose={close} />}
        {mayWrite && view.open === 'tidy' && <TidyDialog {...{ chat, list }} onClose={close} />}
        {mayWrite && view.open === 'rooms' && <AcrossChatsDrawer {...{ chat, list, chosen }} onClose={close} />}
        {unbanning !== null && <UnbanPartDialog {...{ chat, list }} initial={unbanning} onClose={() => setUnbanning(null)} />}
        {noting && <NoteDialog chatId={chat.id} held={entries.get(keyOf(noting)) ?? null} entry={noting} onClose={() => setNoting(null)} />}
        {view.left !== null && <RemainingDialog jobId={view.left} onClose={() => change({ left: null })} />}
      </Suspense>
    </div>
  )
}

function EditorSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading the banned addresses">
      <Skeleton height={28} width={272} maw="100%" />
      {barWidths.map((width) => (
        <Skeleton key={width} height={12} my={6} width={width * 4} maw="100%" />
      ))}
    </div>
  )
}

interface EntryMenuProps {
  entry: BanEntry
  onUnbanPart: () => void
  onNote: () => void
  onCopyTo: () => void
  onUnban: () => void
}

/** The actions for one entry. */
function EntryMenu({ entry, onUnbanPart, onNote, onCopyTo, onUnban }: EntryMenuProps) {
  const mayWrite = useMay()('bans.write')
  const copy = () =>
    navigator.clipboard.writeText(formatRange(entry)).then(
      () => toast(`${nameOf(entry)} was copied`),
      (error: unknown) => toastError('Could not copy', error),
    )
  return (
    <>
      {mayWrite && <MenuItem icon="shield" label="Unban part of it…" onClick={onUnbanPart} />}
      <MenuItem icon="edit" label="Note and review date…" onClick={onNote} />
      <MenuItem icon="copy" label={`Copy ${nameOf(entry)}`} onClick={() => void copy()} />
      {mayWrite && (
        <>
          <MenuItem icon="chats" label="Copy to other chats…" onClick={onCopyTo} />
          <Menu.Divider />
          <MenuItem icon="trash" label="Unban…" isDanger onClick={onUnban} />
        </>
      )}
    </>
  )
}

interface BulkBarProps {
  chat: Chat
  notes: Notes
  chosen: BanEntry[]
  onClear: () => void
  onCopyTo: () => void
  onUnban: () => void
}

/** The actions for the selected entries. */
function BulkBar({ chat, notes, chosen, onClear, onCopyTo, onUnban }: BulkBarProps) {
  useKey('Escape', 'Clear the selection', onClear)
  const mayWrite = useMay()('bans.write', chat.id)
  return (
    <div data-holds-jobs>
      <JobsSlot at="phone" />
      <section className={classes.bulk} aria-label="Selected entries">
        <p className="grow">
          <b>{counted(chosen.length, 'entry', 'entries')} selected</b>
          <span className="num">{counted(countOf(chosen), 'address', 'addresses')}</span>
        </p>
        <Button variant="subtle" tone="quiet" size="xs" onClick={onClear}>
          Clear
        </Button>
        {mayWrite && (
          <>
            <Button size="xs" tone="danger" onClick={onUnban}>
              Unban…
            </Button>
            <Button size="xs" onClick={onCopyTo}>
              Copy to chats…
            </Button>
          </>
        )}
        <ActionMenu
          width={264}
          button={<Button size="xs">Export</Button>}
          items={() => <ExportItems {...{ chat, notes }} entries={chosen} what="selected" />}
        />
      </section>
    </div>
  )
}
