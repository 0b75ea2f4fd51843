import { Menu } from '@mantine/core'
import { chatTitle } from '#contract/chat-title.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { downloadText, inFileName } from '#dashboard/ui/format/download.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import type { Noted } from '../paste/pasted.ts'
import { csvRows, toIptables, toJson, toNftables, toNginx, toText } from '../ranges/exports.ts'
import type { BanEntry } from '../read.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { noteOf } from './notes.ts'

const csvFile = (entries: readonly Noted[]) => {
  const [head = [], ...rows] = csvRows(entries)
  return csv(head, rows)
}

const formats = [
  { name: 'Text', file: 'txt', write: toText },
  { name: 'CSV', file: 'csv', write: csvFile },
  { name: 'JSON, with notes', file: 'json', write: toJson },
  { name: 'nginx deny lines', file: 'conf', write: toNginx },
  { name: 'iptables rules', file: 'rules', write: toIptables },
  { name: 'nftables set', file: 'nft', write: toNftables },
] as const

/** The formats of an export, as items of a menu. @param what "all", "shown" or "selected" */
export function ExportItems({ screen: { chat, notes }, entries, what }: { screen: BanScreen; entries: BanEntry[]; what: string }) {
  function save({ file, write }: (typeof formats)[number]) {
    const noted = entries.map((entry) => ({ first: entry.first, last: entry.last, ...noteOf(notes, entry) }))
    downloadText(`${inFileName(chatTitle(chat)) || 'chat'}-banned-ips.${file}`, write(noted))
  }
  return (
    <>
      <Menu.Label>
        Export {what}: {counted(entries.length, 'entry', 'entries')}
      </Menu.Label>
      {formats.map((format) => (
        <MenuItem key={format.name} icon="download" label={format.name} disabled={entries.length === 0} onClick={() => save(format)} />
      ))}
    </>
  )
}
