import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Anchor, Menu } from '@mantine/core'
import { useRef } from 'react'
import type { Chat } from '#contract/chats.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { formatRange } from '#engine/bans/range.ts'
import { type BanEntry, type BanList, nameOf } from '../read.ts'
import { ExportItems } from './ExportItems.tsx'
import classes from './list.module.css'
import type { Notes } from './notes.ts'
import type { BanListView, BanLookup, ChangeView } from './view.ts'

interface ToolbarProps {
  chat: Chat
  list: BanList
  notes: Notes
  view: BanListView
  change: ChangeView
  lookup: BanLookup | null
  /** Rows of the answer that are no entries of the list, because they cannot be read. */
  unreadableRows: number
  /** The shown entries. */
  rows: BanEntry[]
  onUnban: () => void
  onImport: () => void
}

/** The lookup of an address, and the actions for the whole list. */
export function Toolbar({ chat, list, notes, view, change, lookup, unreadableRows, rows, onUnban, onImport }: ToolbarProps) {
  const mayWrite = useMay()('bans.write', chat.id)
  const field = useRef<HTMLDivElement>(null)
  useKey('/', 'Look up whether an address is banned', () => field.current?.querySelector('input')?.focus())
  const focusBox = () => document.querySelector<HTMLElement>('textarea[aria-label="Addresses to ban"]')?.focus()
  useKey('b', 'Enter addresses to ban', focusBox, mayWrite)
  return (
    <div className={classes.toolbar}>
      <div ref={field} className={classes.search}>
        <SearchField label="Is this address banned?" value={view.text} onChange={(text) => change({ text })} />
      </div>
      {lookup && (
        <LookupResult
          lookup={lookup}
          unreadable={list.unreadable.length + unreadableRows}
          onShow={(entry) => change({ text: formatRange(entry), within: null, show: 'all' })}
          onUnban={onUnban}
        />
      )}
      <div className={classes.push}>
        <span className={classes.narrow}>
          <IconButton icon="hilbert" size="sm" variant="default" aria-label="Map of the bans" onClick={() => change({ open: 'map' })} />
          {mayWrite && (
            <Button size="xs" variant="filled" icon="plus" onClick={() => change({ open: 'ban' })}>
              Ban
            </Button>
          )}
        </span>
        <ActionMenu
          width={264}
          button={<IconButton icon="more" size="xs" aria-label="More actions" />}
          items={() => (
            <>
              {mayWrite && (
                <>
                  <MenuItem icon="upload" label="Import a list…" onClick={onImport} />
                  <MenuItem icon="merge" label="Tidy up…" onClick={() => change({ open: 'tidy' })} />
                  <MenuItem icon="chats" label="Compare and copy across chats…" onClick={() => change({ open: 'rooms' })} />
                </>
              )}
              <MenuItem
                icon="edit"
                label={view.show === 'noted' ? 'Show all entries' : 'Only entries with a note'}
                onClick={() => change({ show: view.show === 'noted' ? 'all' : 'noted' })}
              />
              <Menu.Divider />
              <ExportItems {...{ chat, notes }} entries={rows} what={rows.length === list.entries.length ? 'all' : 'shown'} />
            </>
          )}
        />
      </div>
    </div>
  )
}

interface LookupResultProps {
  lookup: BanLookup
  /** Entries of the list that cannot be read, and may ban it. */
  unreadable: number
  onShow: (entry: BanEntry) => void
  onUnban: () => void
}

/** Whether the address looked up is banned, and by which entries. */
function LookupResult({ lookup: { banned, by }, unreadable, onShow, onUnban }: LookupResultProps) {
  const [first] = by
  const mayWrite = useMay()('bans.write')
  return (
    <p role="status" className={classes.answer}>
      {banned === 'none' && unreadable > 0 ? (
        <>
          <Icon name="warning" className="warn" /> <b>Not found.</b>{' '}
          {plural(unreadable, '{count} entry cannot be read and may ban it.', '{count} entries cannot be read and may ban it.')}
        </>
      ) : banned === 'none' ? (
        <>
          <Icon name="done" className="ok" /> <b>Not banned</b>
        </>
      ) : (
        <>
          <Icon name="ban" className={banned === 'all' ? 'bad' : 'warn'} /> <b>{banned === 'all' ? 'Banned' : 'Partly banned'}</b> by{' '}
          {first && (
            <Anchor component="button" type="button" className="code" fz="help" onClick={() => onShow(first)}>
              {nameOf(first)}
            </Anchor>
          )}
          {by.length > 1 && ` and ${count(by.length - 1)} more`}
          {mayWrite && (
            <Anchor component="button" type="button" fz="help" ml="md" onClick={onUnban}>
              Unban…
            </Anchor>
          )}
        </>
      )}
    </p>
  )
}
