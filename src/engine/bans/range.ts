import type { BannedRange } from '#contract/banned-ips.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'

/** IPv4 addresses from `first` to `last`, both included, as unsigned 32-bit numbers; `first <= last`. */
export interface IpRange {
  readonly first: number
  readonly last: number
}

export const allAddresses: IpRange = { first: 0, last: 0xff_ff_ff_ff }

/** The range of one address. */
export const only = (address: number): IpRange => ({ first: address, last: address })

/** Number of addresses. */
export const sizeOf = ({ first, last }: IpRange): number => last - first + 1

export const isSame = (one: IpRange, other: IpRange): boolean => one.first === other.first && one.last === other.last

export const contains = (outer: IpRange, inner: IpRange): boolean => outer.first <= inner.first && inner.last <= outer.last

/** Whether they share an address. */
export const overlap = (one: IpRange, other: IpRange): boolean => one.first <= other.last && other.first <= one.last

/** Sorts by first address, of several the widest first. */
export const byAddress = (one: IpRange, other: IpRange): number => one.first - other.first || other.last - one.last

/** The same for equal ranges, for maps and sets. */
export const keyOf = ({ first, last }: IpRange): string => `${first}-${last}`

/** "192.0.2.1" */
export const formatAddress = (address: number): string =>
  `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`

/** "192.0.2.1" or "192.0.2.1-192.0.2.9", a notation that `readNotation` reads back. */
export const formatRange = ({ first, last }: IpRange): string =>
  first === last ? formatAddress(first) : `${formatAddress(first)}-${formatAddress(last)}`

export const toWire = ({ first, last }: IpRange): BannedRange => ({ firstIp: formatAddress(first), lastIp: formatAddress(last) })

/** null for what is no IPv4 range: a service may list what it likes. No last address means one address. */
export function fromWire({ firstIp, lastIp }: BannedRange): IpRange | null {
  const end = lastIp || firstIp
  if (!ipv4.safeParse(firstIp).success || !ipv4.safeParse(end).success) return null
  const range = { first: ipv4ToNumber(firstIp), last: ipv4ToNumber(end) }
  return range.first <= range.last ? range : null
}
