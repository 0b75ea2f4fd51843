import { ipv4ToNumber } from '#contract/values.ts'
import { contains, type IpRange } from '#engine/bans/range.ts'

/** A block that is not used on the public Internet: banning it has no effect, or at worst hits everyone behind one's own proxy. */
export interface SpecialBlock {
  kind: 'private' | 'loopback' | 'linkLocal' | 'carrierNat' | 'multicast' | 'documentation' | 'reserved'
  /** Shown to users. */
  name: string
  cidr: string
  range: IpRange
}

const block = (kind: SpecialBlock['kind'], name: string, start: string, prefix: number): SpecialBlock => {
  const first = ipv4ToNumber(start)
  return { kind, name, cidr: `${start}/${prefix}`, range: { first, last: first + 2 ** (32 - prefix) - 1 } }
}

/** The blocks that IANA's registry of special-purpose addresses calls not globally reachable, by address; no two overlap. */
export const specialBlocks: readonly SpecialBlock[] = [
  block('reserved', 'This network', '0.0.0.0', 8),
  block('private', 'Private network', '10.0.0.0', 8),
  block('carrierNat', 'Inside a carrier’s network (CGNAT)', '100.64.0.0', 10),
  block('loopback', 'Loopback', '127.0.0.0', 8),
  block('linkLocal', 'Link-local', '169.254.0.0', 16),
  block('private', 'Private network', '172.16.0.0', 12),
  block('reserved', 'Protocol assignments', '192.0.0.0', 24),
  block('documentation', 'Documentation (TEST-NET-1)', '192.0.2.0', 24),
  block('reserved', 'Former 6to4 relays', '192.88.99.0', 24),
  block('private', 'Private network', '192.168.0.0', 16),
  block('reserved', 'Benchmarks', '198.18.0.0', 15),
  block('documentation', 'Documentation (TEST-NET-2)', '198.51.100.0', 24),
  block('documentation', 'Documentation (TEST-NET-3)', '203.0.113.0', 24),
  block('multicast', 'Multicast', '224.0.0.0', 4),
  block('reserved', 'Reserved for the future', '240.0.0.0', 4),
]

export const specialBlockAround = (range: IpRange): SpecialBlock | undefined =>
  specialBlocks.find((special) => contains(special.range, range))
