import { Button, IconButton, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { unreadableIn } from '#contract/readable-rows.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { formatRange } from '#engine/bans/range.ts'
import { nameOf } from '../read.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { ExportItems } from './ExportItems.tsx'
import classes from '../banned-ips.module.css'
import type { BanLookup } from './view.ts'

export function Toolbar({ screen }: { screen: BanScreen }) {
  const { list, view, change, lookup, rows, mayWrite } = screen
  const focusBox = () => document.querySelector<HTMLElement>('textarea[aria-label="Addresses to ban"]')?.focus()
  useKey('b', 'Enter addresses to ban', focusBox, mayWrite)
  return (
    <ListToolbar
      lead={
        <SearchField
          label="Is this address banned?"
          slashKey="Look up whether an address is banned"
          value={view.text}
          onChange={(text) => change({ text })}
        />
      }
      actions={
        <>
          <span className={`row ${classes.narrow}`}>
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
                    <MenuItem icon="upload" label="Import a list…" onClick={() => screen.openImport('')} />
                    <MenuItem icon="merge" label="Tidy up…" onClick={() => change({ open: 'tidy' })} />
                    <MenuItem icon="chats" label="Compare and copy across chats…" onClick={screen.copyTo} />
                  </>
                )}
                <MenuItem
                  icon="edit"
                  label={view.show === 'noted' ? 'Show all entries' : 'Only entries with a note'}
                  onClick={() => change({ show: view.show === 'noted' ? 'all' : 'noted' })}
                />
                <Menu.Divider />
                <ExportItems screen={screen} entries={rows} what={rows.length === list.entries.length ? 'all' : 'shown'} />
              </>
            )}
          />
        </>
      }
    >
      {lookup && <LookupResult screen={screen} lookup={lookup} />}
    </ListToolbar>
  )
}

function LookupResult({ screen, lookup: { range, banned, by } }: { screen: BanScreen; lookup: BanLookup }) {
  const { list, reading, change, mayWrite, unbanPart } = screen
  const [first] = by
  // What cannot be read may ban it.
  const unreadable = list.unreadable.length + unreadableIn(reading.data)
  return (
    <p role="status" className="small row wrap gap-6">
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
            <PlainLinkButton className="code fz-help" onClick={() => change({ text: formatRange(first), within: null, show: 'all' })}>
              {nameOf(first)}
            </PlainLinkButton>
          )}
          {by.length > 1 && ` and ${count(by.length - 1)} more`}
          {mayWrite && <PlainLinkButton onClick={() => unbanPart(formatRange(range))}>Unban…</PlainLinkButton>}
        </>
      )}
    </p>
  )
}
