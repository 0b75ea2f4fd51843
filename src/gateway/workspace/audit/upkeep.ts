import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Keys } from '../../session/seal.ts'
import type { GatewayDatabase } from '../handler.ts'
import { checkFurther, lastCut, linesAfter, signCut } from './chain.ts'
import type { EntryData, NewLine } from './line.ts'
import { appendAll, lockHead } from './writer.ts'

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
    if (settled < line) while (await settle(database, workspace, nowMs())) await pause()
    if (checked_line < line) while (await checkFurther(query, workspace, nowMs())) await pause()
    const head = await query.selectFrom('audit_head').select('broken_at').where('workspace', '=', workspace).executeTakeFirst()
    if (head?.broken_at) log.error({ event: 'audit-broken', workspace, line: head.broken_at }, 'the audit log was changed or is incomplete')
    else if (retentionDays !== null) await cutOlder(database, keys, workspace, nowMs(), retentionDays)
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** After this time no gateway writes an outcome any more. */
const settledAfterMs = 5 * 60_000
const stepSize = 2000

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
        : await trx
            .selectFrom('audit_line')
            .select('entry')
            .where('workspace', '=', workspace)
            .where('kind', '=', sql.lit('outcome'))
            .where('entry', 'in', entries)
            .execute()
    const withOutcome = new Set(told.map(({ entry }) => entry))
    const data = { outcome: 'unknown', message: 'No answer was recorded: the server ended before it came.', isFound: true } as const
    const missing = entries.filter((line) => !withOutcome.has(line))
    await appendAll(
      trx,
      missing.map((entry): NewLine => ({ kind: 'outcome', workspace, at: now, entry, data })),
    )
    const last = old.at(-1)?.line
    if (last !== undefined) await trx.updateTable('audit_head').set({ settled: last }).where('workspace', '=', workspace).execute()
    return recent === -1 && rows.length === stepSize
  })
}

const dayMs = 86_400_000
/** Rows of one deletion: it holds up all other writes for some tens of milliseconds. */
const deletionSize = 2000

/** Deletes what is older than the retention, up to a day later, so that one line a day says so. */
async function cutOlder(database: GatewayDatabase, keys: Keys, workspace: string, now: number, retentionDays: number): Promise<void> {
  const { query, transaction } = database
  const limit = now - retentionDays * dayMs
  const [oldest] = await linesAfter(query, workspace, 0, 1)
  if (oldest && oldest.at < limit - dayMs)
    await transaction(async (trx) => {
      const { checked_line: checked, entries } = await lockHead(trx, workspace)
      const kept = await trx
        .selectFrom('audit_line')
        .select('line')
        .where('workspace', '=', workspace)
        .where('at', '>=', limit)
        .orderBy('line')
        .limit(1)
        .executeTakeFirst()
      // Only what was checked, and never the last line.
      const through = Math.min(kept ? kept.line - 1 : checked, checked)
      const earlier = await lastCut(trx, workspace)
      const last = await trx
        .selectFrom('audit_line')
        .select('hash')
        .where('workspace', '=', workspace)
        .where('line', '=', through)
        .executeTakeFirst()
      if (!last || through <= (earlier?.through ?? 0)) return
      const { deleted } = await trx
        .selectFrom('audit_line')
        .select((eb) => eb.fn.countAll<number>().as('deleted'))
        .where('workspace', '=', workspace)
        .where('kind', '=', sql.lit('entry'))
        .where('line', '<=', through)
        .where('line', '>', earlier?.through ?? 0)
        .executeTakeFirstOrThrow()
      const at = now
      const [shown] = await appendAll(trx, [{ kind: 'entry', workspace, at, data: cutEntry(deleted) }])
      await appendAll(trx, [
        { kind: 'outcome', workspace, at, entry: shown!.line, data: { outcome: 'done', message: '' } },
        { kind: 'cut', workspace, at, data: signCut(keys, workspace, { through, hash: last.hash }) },
      ])
      await trx
        .updateTable('audit_head')
        .set({ entries: entries + 1 - deleted })
        .where('workspace', '=', workspace)
        .execute()
    })
  await deleteCut(database, workspace)
}

/** Also what an interrupted deletion has left. */
async function deleteCut({ query }: GatewayDatabase, workspace: string): Promise<void> {
  const cut = await lastCut(query, workspace)
  for (;;) {
    const [oldest] = await linesAfter(query, workspace, 0, 1)
    if (!cut || !oldest || oldest.line > cut.through) return
    const end = Math.min(cut.through, oldest.line + deletionSize - 1)
    await query.deleteFrom('audit_line').where('workspace', '=', workspace).where('line', '<=', end).execute()
    await pause()
  }
}

const cutEntry = (deleted: number): EntryData => ({
  who: { kind: 'roomkeeper', name: 'Roomkeeper' },
  from: { address: '', device: '', method: '' },
  chatId: null,
  chatName: '',
  action: 'auditCut',
  kind: 'team',
  subject: '',
  target: {},
  changes: [{ name: 'entries', before: deleted, after: 0 }],
  count: 1,
  cause: { kind: 'hand' },
  request: '',
})
