import type { BannedRange } from '../banned-ips.ts'
import { ipv4ToNumber } from '../values.ts'
import { possibleValues, type Look, type OwnWrite } from './own-writes.ts'

/**
 * Banned ranges as sets of addresses: services merge, split, order and repeat them as they like (docs/assumptions.md row 12), and nobody else is banned
 * by that.
 */

/** Addresses as numbers, both included. */
export interface Span {
  first: number
  last: number
}

/** A change of ours: the addresses that it bans or unbans. */
export interface OwnBan extends Span, OwnWrite {
  value: boolean
}

export interface RangesChange {
  removed: Span[]
  added: Span[]
}

export const spanOf = ({ firstIp, lastIp }: BannedRange): Span => ({ first: ipv4ToNumber(firstIp), last: ipv4ToNumber(lastIp) })

const dotted = (address: number) => [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.')
export const rangeOf = ({ first, last }: Span): BannedRange => ({ firstIp: dotted(first), lastIp: dotted(last) })

/** In order, those that overlap or touch as one. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { first, last } of spans.toSorted((one, other) => one.first - other.first)) {
    const before = merged.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else merged.push({ first, last })
  }
  return merged
}

/** Which addresses were banned or unbanned, except by these changes of ours. */
export function comparedRanges(
  last: { spans: readonly Span[]; look: Look },
  now: readonly Span[],
  own: readonly OwnBan[],
  look: Look,
): RangesChange {
  const known = mergedSpans(last.spans)
  const held = mergedSpans(now)
  const removed: Span[] = []
  const added: Span[] = []
  for (const part of parts([...known, ...held, ...own])) {
    const [was, is] = [isIn(part, known), isIn(part, held)]
    const writes = own.flatMap((ban) => writeTo(part, ban, [...last.spans, ...own.filter(({ value }) => value)]) ?? [])
    const possible = possibleValues({ value: was, look: last.look }, writes, look)
    if (!possible.some(({ value }) => value === undefined || value === is)) (is ? added : removed).push(part)
  }
  return { removed: mergedSpans(removed), added: mergedSpans(added) }
}

/**
 * What a change of ours does to addresses; null: nothing.
 * @param entries that an unban may concern
 */
function writeTo(part: Span, ban: OwnBan, entries: readonly Span[]): OwnWrite | null {
  if (ban.value) return isIn(part, [ban]) ? ban : null
  const concerned = entries.filter((entry) => isIn(part, [entry]) && entry.first <= ban.last && entry.last >= ban.first)
  // Another range may ban them still; or the service unbans a range as a whole when one address in it is named.
  const isExact = concerned.every(({ first, last }) => first === ban.first && last === ban.last)
  if (!isExact) return { ...ban, value: undefined }
  return isIn(part, [ban]) ? ban : null
}

/** The pieces between all ends: each is in a span as a whole, or not at all. */
function parts(spans: readonly Span[]): Span[] {
  const starts = [...new Set(spans.flatMap(({ first, last }) => [first, last + 1]))].toSorted((one, other) => one - other)
  return starts.slice(0, -1).map((first, index) => ({ first, last: starts[index + 1]! - 1 }))
}

const isIn = ({ first }: Span, spans: readonly Span[]) => spans.some((span) => span.first <= first && first <= span.last)

/** The parts of spans that others do not cover. Both are merged. */
export const withoutSpans = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  mergedSpans(parts([...spans, ...others]).filter((part) => isIn(part, spans) && !isIn(part, others)))

/** The parts of spans that others cover. Both are merged. */
export const overlapOf = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  mergedSpans(parts([...spans, ...others]).filter((part) => isIn(part, spans) && isIn(part, others)))
