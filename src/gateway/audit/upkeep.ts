import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Keys } from '../session/seal.ts'
import type { Query, GatewayDatabase } from '../database/database.ts'
import { checkFurther, lastCut, linesAfter, signCut, stepSize } from './chain.ts'
import type { CutData, NewLine } from './line.ts'
import { recordDone, roomkeeper } from './record-done.ts'
import { appendAll, lockHead } from './writer.ts'
import { rowsWith, update } from '#db/rows.ts'

/** What a gateway does for the audit log now and then: settles entries that were left without an outcome, checks the chain, and keeps the retention. */

interface Options {
  database: GatewayDatabase
  keys: Keys
  log: Pick<Logger, 'error' | 'warn'>
  /** Milliseconds. */
  nowMs: () => number
  /** null: nothing is ever deleted. */
  retentionDays: number | null
}

/** Several gateways may do this at once. */
export async function keepAuditLog({ database, keys, log, nowMs, retentionDays }: Options): Promise<void> {
  const { query } = database
  const heads = await query.selectFrom('audit_head').select(['workspace', 'line', 'settled', 'checked_line']).execute()
  for (const { workspace, line, settled, checked_line } of heads) {
    if (settled < line) await inSteps(() => settle(database, workspace, nowMs()))
    if (checked_line < line) await inSteps(() => checkFurther(query, workspace, nowMs()))
    const head = await rowsWith(query, 'audit_head', { workspace }).select('broken_at').executeTakeFirst()
    if (head?.broken_at) log.error({ event: 'audit-broken', workspace, line: head.broken_at }, 'the audit log was changed or is incomplete')
    else if (retentionDays !== null) await cutOlder(database, keys, workspace, nowMs(), retentionDays)
  }
}

/** Others have the thread before each step, also between those of two accounts. @param step resolves to whether there is more to do */
async function inSteps(step: () => Promise<boolean>): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 20))
  while (await step())
}

/** After this time no gateway writes an outcome any more. */
const settledAfterMs = 5 * 60_000

/** Writes the outcome `unknown` for entries whose gateway ended before the answer came. Resolves to whether there may be more. */
export function settle({ transaction }: Pick<GatewayDatabase, 'transaction'>, workspace: string, now: number): Promise<boolean> {
  return transaction(async (trx) => {
    const { settled } = await lockHead(trx, workspace)
    const rows = await linesAfter(trx, workspace, settled, stepSize)
    const recent = rows.findIndex(({ at, kind }) => kind === 'entry' && at > now - settledAfterMs)
    const old = recent === -1 ? rows : rows.slice(0, recent)
    const entries = old.filter(({ kind }) => kind === 'entry').map(({ line }) => line)
    const told =
      entries.length === 0
        ? []
        : await rowsWith(trx, 'audit_line', { workspace, kind: sql.lit('outcome'), entry: entries })
            .select('entry')
            .execute()
    const withOutcome = new Set(told.map(({ entry }) => entry))
    const data = { outcome: 'unknown', message: 'No answer was recorded: the server ended before it came.', isFound: true } as const
    const missing = entries.filter((line) => !withOutcome.has(line))
    await appendAll(
      trx,
      missing.map((entry): NewLine => ({ kind: 'outcome', workspace, at: now, entry, data })),
    )
    const last = old.at(-1)?.line
    if (last !== undefined) await update(trx, 'audit_head', { workspace }, { settled: last })
    return recent === -1 && rows.length === stepSize
  })
}

const dayMs = 86_400_000

/** Deletes what is older than the retention, up to a day later, so that one line a day says so. */
async function cutOlder(database: GatewayDatabase, keys: Keys, workspace: string, now: number, retentionDays: number): Promise<void> {
  const { query, transaction } = database
  const limit = now - retentionDays * dayMs
  const [oldest] = await linesAfter(query, workspace, 0, 1)
  const due = oldest && oldest.at < limit - dayMs ? await countDue(query, workspace, limit) : null
  if (due)
    await transaction(async (trx) => {
      const { entries } = await lockHead(trx, workspace)
      // Another gateway may have cut them meanwhile.
      if (((await lastCut(trx, workspace))?.through ?? 0) !== due.after) return
      const { through, hash } = due
      const at = now
      const changes = [{ name: 'entries', before: due.entries, after: 0 }]
      await recordDone(trx, { workspace, at, actor: roomkeeper(), action: 'auditCut', changes })
      await appendAll(trx, [{ kind: 'cut', workspace, at, data: signCut(keys, workspace, { through, hash }) }])
      await update(trx, 'audit_head', { workspace }, { entries: entries + 1 - due.entries })
    })
  await deleteCut(database, workspace)
}

interface Due extends Pick<CutData, 'through' | 'hash'> {
  after: number
  entries: number
}

/** The lines between the last cut and the first one that is not older than `limit` in milliseconds; only what was checked. null: none. */
async function countDue(query: Query, workspace: string, limit: number): Promise<Due | null> {
  const head = await rowsWith(query, 'audit_head', { workspace }).select('checked_line').executeTakeFirstOrThrow()
  const after = (await lastCut(query, workspace))?.through ?? 0
  const due: Due = { after, through: after, hash: '', entries: 0 }
  await inSteps(async () => {
    const rows = await rowsWith(query, 'audit_line', { workspace })
      .select(['line', 'at', 'kind', 'hash'])
      .where('line', '>', due.through)
      .where('line', '<=', head.checked_line)
      .orderBy('line')
      .limit(stepSize)
      .execute()
    for (const { line, at, kind, hash } of rows) {
      if (at >= limit) return false
      due.through = line
      due.hash = hash
      if (kind === 'entry') due.entries++
    }
    return rows.length === stepSize
  })
  return due.through > after ? due : null
}

/** Also what an interrupted deletion has left. */
async function deleteCut({ query }: GatewayDatabase, workspace: string): Promise<void> {
  const cut = await lastCut(query, workspace)
  if (!cut) return
  await inSteps(async () => {
    const [oldest] = await linesAfter(query, workspace, 0, 1)
    if (!oldest || oldest.line > cut.through) return false
    const end = Math.min(cut.through, oldest.line + stepSize - 1)
    await query.deleteFrom('audit_line').where('workspace', '=', workspace).where('line', '<=', end).execute()
    return true
  })
}
