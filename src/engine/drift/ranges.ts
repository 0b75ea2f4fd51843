import type { BannedRange } from '#contract/banned-ips.ts'
import { ipv4ToNumber } from '#contract/values.ts'
import { contains, overlap, type IpRange, union } from '../bans/range.ts'
import { possibleValues, type Look, type OwnWrite } from './fields.ts'

/**
 * Banned ranges as sets of addresses: services merge, split, order and repeat them as they like (docs/assumptions.md row 12), and nobody else is banned
 * by that.
 */

/** A change of ours: the addresses that it bans or unbans. */
export interface OwnBan extends IpRange, OwnWrite {
  value: boolean
}

export interface RangesChange {
  removed: IpRange[]
  added: IpRange[]
}

/** Of a valid range; see fromWire for others. */
export const spanOf = ({ firstIp, lastIp }: BannedRange): IpRange => ({ first: ipv4ToNumber(firstIp), last: ipv4ToNumber(lastIp) })

/** Which addresses were banned or unbanned, except by these changes of ours. */
export function comparedRanges(
  last: { spans: readonly IpRange[]; look: Look },
  now: readonly IpRange[],
  own: readonly OwnBan[],
  look: Look,
): RangesChange {
  const known = union(last.spans)
  const held = union(now)
  const removed: IpRange[] = []
  const added: IpRange[] = []
  for (const part of parts([...known, ...held, ...own])) {
    const [was, is] = [isIn(part, known), isIn(part, held)]
    const writes = own.flatMap((ban) => writeTo(part, ban, [...last.spans, ...own.filter(({ value }) => value)]) ?? [])
    const possible = possibleValues({ value: was, look: last.look }, writes, look)
    if (!possible.some(({ value }) => value === undefined || value === is)) (is ? added : removed).push(part)
  }
  return { removed: union(removed), added: union(added) }
}

/**
 * What a change of ours does to addresses; null: nothing.
 * @param entries that an unban may concern
 */
function writeTo(part: IpRange, ban: OwnBan, entries: readonly IpRange[]): OwnWrite | null {
  if (ban.value) return contains(ban, part) ? ban : null
  const concerned = entries.filter((entry) => contains(entry, part) && overlap(entry, ban))
  // Another range may ban them still; or the service unbans a range as a whole when one address in it is named.
  const isExact = concerned.every(({ first, last }) => first === ban.first && last === ban.last)
  if (!isExact) return { ...ban, value: undefined }
  return contains(ban, part) ? ban : null
}

/** The pieces between all ends: each is in a span as a whole, or not at all. */
function parts(spans: readonly IpRange[]): IpRange[] {
  const starts = [...new Set(spans.flatMap(({ first, last }) => [first, last + 1]))].toSorted((one, other) => one - other)
  return starts.slice(0, -1).map((first, index) => ({ first, last: starts[index + 1]! - 1 }))
}

const isIn = (part: IpRange, spans: readonly IpRange[]) => spans.some((span) => contains(span, part))
