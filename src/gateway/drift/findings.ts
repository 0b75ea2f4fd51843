import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { inPoll, pollExists, pollField, type FieldDrift, type Fields, type IsSame } from '#engine/drift/fields.ts'
import { type IpRange, toWire, difference, intersect } from '#engine/bans/range.ts'
import { spanOf, type RangesChange } from '#engine/drift/ranges.ts'
import { driftSeverity, rangesSeverity } from '#engine/drift/severity.ts'
import type { BannedRange } from '#contract/banned-ips.ts'
import type { Value } from '#contract/recorded-change.ts'
import type { DriftSeverity } from '#contract/gateway/drift.ts'
import { insert, rowsWith, update } from '#db/rows.ts'
import type { GatewayTables, Trx } from '../database/database.ts'
import type { Place } from './known.ts'

/** What was found from outside, until somebody decides on it or it is over. */

export type FindingRow = Selectable<GatewayTables['drift_finding']>

/** Where it was found, and when. */
export interface Found extends Place {
  /** The look before, and this one, in milliseconds. */
  since: number
  at: number
}

/** `after` of a finding about ranges. */
export interface RangesAfter {
  count: number
  removed: BannedRange[]
  added: BannedRange[]
}

/** The field of findings about banned ranges. */
export const rangesField = 'ranges'

// Only this gateway writes the columns, in this form.
export const valueIn = (text: string) => JSON.parse(text) as Value
export const rangesIn = (text: string) => JSON.parse(text) as RangesAfter

/** @param held what there is now */
export async function recordFields(trx: Trx, found: Found, drifts: readonly FieldDrift[], held: Fields, isSame: IsSame): Promise<void> {
  const isPoll = found.resource === 'polls'
  const left = new Map(
    drifts.map((drift) => {
      const { pollId, field } = isPoll ? inPoll(drift.field) : { pollId: 0, field: drift.field }
      const subject = isPoll ? String(held[pollField(pollId, 'question')] ?? '') : ''
      return [`${pollId} ${field}`, { ...drift, pollId, field, subject }]
    }),
  )
  for (const row of await openFindings(trx, found)) {
    const key = `${row.poll_id} ${row.field}`
    const drift = left.get(key)
    left.delete(key)
    const there = held[isPoll ? pollField(row.poll_id, row.field) : row.field]
    const now = drift ? drift.after : (there ?? (row.field === pollExists ? false : undefined))
    const [before, after] = [valueIn(row.before), valueIn(row.after)]
    if (drift && !isSame(row.field, before, drift.after))
      await change(trx, row, found, {
        after: JSON.stringify(drift.after),
        severity: driftSeverity(found.resource, row.field, before, drift.after),
      })
    // Somebody changed it again: here, or back to what it was.
    else if (drift || (now === undefined ? isPoll : !isSame(row.field, now, after))) await close(trx, row, found)
  }
  const ignored = left.size > 0 ? await ignoredFields(trx, found) : new Set()
  for (const { field, pollId, subject, before, after } of left.values()) {
    if (ignored.has(field)) continue
    const severity = driftSeverity(found.resource, field, before, after)
    await open(trx, found, { field, pollId, subject, severity, before: JSON.stringify(before), after: JSON.stringify(after) })
  }
}

/**
 * All changes of a chat's ranges are one finding.
 * @param held the ranges that there are now
 */
export async function recordRanges(
  trx: Trx,
  found: Found,
  drift: RangesChange,
  before: number,
  held: readonly BannedRange[],
): Promise<void> {
  const spans = held.map(spanOf)
  const after = (removed: IpRange[], added: IpRange[]): string =>
    JSON.stringify({ count: held.length, removed: removed.map(toWire), added: added.map(toWire) } satisfies RangesAfter)
  const [row] = await openFindings(trx, found)
  const isNew = drift.removed.length > 0 || drift.added.length > 0
  if (!row) {
    if (!isNew || (await ignoredFields(trx, found)).has(rangesField)) return
    const severity = rangesSeverity(drift.removed.length)
    const text = after(drift.removed, drift.added)
    await open(trx, found, { field: rangesField, pollId: 0, subject: '', severity, before: JSON.stringify(before), after: text })
    return
  }
  const known = rangesIn(row.after)
  const removed = difference([...known.removed.map(spanOf), ...drift.removed], spans)
  const added = intersect([...known.added.map(spanOf), ...drift.added], spans)
  if (removed.length === 0 && added.length === 0) return close(trx, row, found)
  const text = after(removed, added)
  if (isNew) await change(trx, row, found, { after: text, severity: rangesSeverity(removed.length) })
  else if (text !== row.after) await update(trx, 'drift_finding', { id: row.id }, { after: text })
}

const openFindings = (trx: Trx, { workspace, resource, chatId }: Place): Promise<FindingRow[]> =>
  rowsWith(trx, 'drift_finding', { workspace, state: 'open', resource, chat_id: chatId }).selectAll().execute()

/** How many were found at this time, and are severe. */
export async function severeAt(trx: Trx, place: Place, at: number) {
  const open = await openFindings(trx, place)
  return open.filter((row) => row.at === at && row.severity === 'severe').length
}

async function ignoredFields(trx: Trx, { workspace, resource, chatId }: Found): Promise<Set<unknown>> {
  const rows = await rowsWith(trx, 'drift_ignored', { workspace, resource, chat_id: [0, chatId] })
    .select('field')
    .execute()
  return new Set(rows.map(({ field }) => field))
}

const change = (trx: Trx, { id, times }: FindingRow, { since, at, chatName }: Found, set: { after: string; severity: DriftSeverity }) =>
  update(trx, 'drift_finding', { id }, { ...set, since, at, chat_name: chatName, times: times + 1 })

async function close(trx: Trx, { id }: FindingRow, { at }: Found): Promise<void> {
  await update(trx, 'drift_finding', { id, state: 'open' }, { state: 'over', decided_at: at })
}

/** All of a chat that does not exist any more. */
export async function closeAll(trx: Trx, { workspace, chatId, at }: Pick<Found, 'workspace' | 'chatId' | 'at'>): Promise<void> {
  await update(trx, 'drift_finding', { workspace, state: 'open', chat_id: chatId }, { state: 'over', decided_at: at })
}

interface NewFinding extends Pick<FindingRow, 'field' | 'subject' | 'severity' | 'before' | 'after'> {
  pollId: number
}

const open = (trx: Trx, { workspace, resource, chatId, chatName, since, at }: Found, { pollId, ...finding }: NewFinding) =>
  insert(trx, 'drift_finding', {
    id: randomUUID(),
    workspace,
    resource,
    chat_id: chatId,
    chat_name: chatName,
    ...finding,
    poll_id: pollId,
    since,
    at,
    times: 1,
    state: 'open',
    decided_at: null,
    decided_by: '',
  })
