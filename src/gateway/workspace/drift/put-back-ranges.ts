import type { BannedRange } from '#contract/banned-ips.ts'
import { mergedSpans, rangeOf, spanOf, withoutSpans } from '#contract/drift/ranges.ts'
import { isWiderThan } from '#contract/workspace/limits.ts'
import { banTooWide } from '../../refusals.ts'
import { rangesIn, type FindingRow } from './findings.ts'
import type { PutBackOptions, PutBackResult } from './put-back.ts'

/** Each range is a request, and the page waits for them. */
export const maxRangesPutBack = 50

/**
 * Bans again what was unbanned and is not banned now, and unbans what was banned from outside where it is an entry of its own. What somebody banned or
 * unbanned meanwhile stays as it is, so there is nothing to ask about.
 */
export async function putBackRanges(row: FindingRow, { call, limits }: PutBackOptions): Promise<PutBackResult> {
  const { removed, added } = rangesIn(row.after)
  const chatId = row.chat_id
  const read = async () => (await call('banList', { params: { chatId } })).data
  const held = await read()
  const missing = withoutSpans(mergedSpans(removed.map(spanOf)), mergedSpans(held.map(spanOf))).map(rangeOf)
  const widest = limits?.widestBan ?? null
  if (widest !== null && missing.some(({ firstIp, lastIp }) => isWiderThan(widest, firstIp, lastIp)))
    return { outcome: 'failed', now: null, message: banTooWide(widest).message }
  for (const { firstIp, lastIp } of missing) await call('banCreate', { params: { chatId }, body: { ip: firstIp, lastIp } })
  for (const { firstIp, lastIp } of held.filter((one) => isAdded(one, added)))
    await (firstIp === lastIp
      ? call('banLift', { params: { chatId, ipAddress: firstIp } })
      : call('banLiftRange', { params: { chatId, firstIp, lastIp } }))
  const now = mergedSpans((await read()).map(spanOf))
  const left = withoutSpans(mergedSpans(removed.map(spanOf)), now)
  return left.length === 0
    ? { outcome: 'done', now: null, message: '' }
    : { outcome: 'failed', now: null, message: 'The service did not keep every range.' }
}

/** Whether an entry has no address that was banned before. */
const isAdded = (entry: BannedRange, added: readonly BannedRange[]) =>
  withoutSpans([spanOf(entry)], mergedSpans(added.map(spanOf))).length === 0
