import { cidrs, prefixOf } from './cidr.ts'
import { jsonVersion } from '../paste/paste-json.ts'
import type { Noted } from '../paste/pasted.ts'
import { formatRange, sizeOf, toWire, type IpRange, union } from '#engine/bans/range.ts'

/** The list as text for files and other programs. `readPaste` reads all but nftables back; only JSON and CSV keep everything. */

/** One entry a line, the note behind a #. */
export const toText = (entries: readonly Noted[]): string =>
  lines(
    entries.map((entry) =>
      entry.note?.trim() ? `${formatRange(entry)} # ${entry.note.trim().replaceAll(/\s+/g, ' ')}` : formatRange(entry),
    ),
  )

export const toJson = (entries: readonly Noted[]): string =>
  `${JSON.stringify({ roomkeeper: jsonVersion, bannedIps: entries.map((entry) => ({ ...toWire(entry), ...notesOf(entry) })) }, null, 2)}\n`

const notesOf = ({ note, reviewOn }: Noted) => ({ ...(note && { note }), ...(reviewOn && { reviewOn }) })

/** The head and a row for each entry; the cells are not quoted yet. */
export const csvRows = (entries: readonly Noted[]): string[][] => [
  ['firstIp', 'lastIp', 'cidr', 'addresses', 'note', 'reviewOn'],
  ...entries.map((entry) => {
    const { firstIp, lastIp } = toWire(entry)
    const prefix = prefixOf(entry)
    return [firstIp, lastIp, prefix === null ? '' : `${firstIp}/${prefix}`, String(sizeOf(entry)), entry.note ?? '', entry.reviewOn ?? '']
  }),
]

/** For an nginx `http`, `server` or `location` block, in the fewest CIDR blocks. */
export const toNginx = (ranges: readonly IpRange[]): string => lines(cidrs(ranges).map((block) => `deny ${block};`))

/** Rules as iptables-restore takes them after `*filter` and iptables itself after its name, in the fewest CIDR blocks. */
export const toIptables = (ranges: readonly IpRange[]): string => lines(cidrs(ranges).map((block) => `-A INPUT -s ${block} -j DROP`))

/** A whole table for `nft -f`: a set of intervals and the rule that drops them. */
export function toNftables(ranges: readonly IpRange[]): string {
  const elements = union(ranges).map((range, index, { length }) => `      ${formatRange(range)}${index < length - 1 ? ',' : ''}`)
  return lines([
    'table inet roomkeeper {',
    '  set banned {',
    '    type ipv4_addr',
    '    flags interval',
    // nft refuses empty braces.
    ...(elements.length > 0 ? ['    elements = {', ...elements, '    }'] : []),
    '  }',
    '  chain input {',
    '    type filter hook input priority 0; policy accept;',
    '    ip saddr @banned drop',
    '  }',
    '}',
  ])
}

const lines = (each: string[]) => each.map((line) => `${line}\n`).join('')
