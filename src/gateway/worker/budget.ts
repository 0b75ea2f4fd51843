import { defaultBudget, type PlannedKind } from '#contract/gateway/standing-access.ts'
import { rowsWith } from '#db/rows.ts'
import type { Query, Trx } from '../database/database.ts'
import type { NotSentReason } from './not-sent.ts'

/** Whether Roomkeeper may act for an account while nobody is signed in, and with how many requests a minute. */
export async function standingOf(query: Query, workspace: string): Promise<{ standing: 'on' | 'off' | 'rejected'; budget: number }> {
  const row = await rowsWith(query, 'standing_access', { workspace }).selectAll().executeTakeFirst()
  const standing = !row || row.since === null ? 'off' : row.token_rejected === 1 ? 'rejected' : 'on'
  return { standing, budget: row?.budget ?? defaultBudget }
}

const minuteMs = 60_000
export const minuteOf = (ms: number) => Math.floor(ms / minuteMs) * minuteMs

export type Admission = { kind: 'sent' } | { kind: 'wait'; ms: number } | { kind: 'refused'; why: NotSentReason }

/**
 * Counts a request if it may be sent. Runs in a transaction that has locked the lease, so only one process counts at a time.
 * @param now milliseconds
 */
export async function admit(trx: Trx, workspace: string, kind: PlannedKind, now: number): Promise<Admission> {
  const standing = await rowsWith(trx, 'standing_access', { workspace }).selectAll().executeTakeFirst()
  if (!standing || standing.since === null) return { kind: 'refused', why: 'off' }
  if (standing.token_rejected === 1) return { kind: 'refused', why: 'rejected' }
  if (standing.paused_until > now) return { kind: 'wait', ms: standing.paused_until - now }
  const minute = minuteOf(now)
  if ((await sentIn(trx, workspace, minute)) >= standing.budget) return { kind: 'wait', ms: minute + minuteMs - now }
  await trx
    .insertInto('worker_request')
    .values({ workspace, minute, kind, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'minute', 'kind']).doUpdateSet((is) => ({ count: is('worker_request.count', '+', 1) })),
    )
    .execute()
  return { kind: 'sent' }
}

async function sentIn(query: Query, workspace: string, minute: number): Promise<number> {
  const rows = await rowsWith(query, 'worker_request', { workspace, minute }).select('count').execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}
