import { sql, type Selectable } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { idempotencyKeyHours } from '#contract/own-service.ts'
import { dataOf, hashOf, noHash, rowOf, type NewLine, type OutcomeData } from './line.ts'
import type { GatewayTables, Trx, GatewayDatabase } from '../database/database.ts'
import { insert, insertNew, rowsWith, update } from '#db/rows.ts'

/**
 * Appends lines, several in one transaction (group commit): lines that arrive while a transaction runs go into the next. Several gateways may append to
 * one workspace: each locks its head first.
 */

export interface Appended {
  /** The number of the line. */
  line: number
  /** Nothing was written. Of an entry: its request was sent before with the same key, and `line` is its entry. Of an outcome: `line` is the one that was there. */
  isKnown: boolean
  /** Of an outcome that was there: it came from an answer that our own service repeated. */
  wasReplayed?: boolean
}

/**
 * How long a repeated request can continue the entry of the first: a little less than our own service remembers a key, as clocks differ. What is sent
 * later is carried out again.
 */
const continuedMs = (idempotencyKeyHours - 1) * 3_600_000

type Append = (line: NewLine) => Promise<Appended>

interface Waiting {
  added: NewLine
  resolve: (appended: Appended) => void
  reject: (error: unknown) => void
}

/** Rows of one insert: SQLite and PostgreSQL limit the values of a statement. */
const maxBatchSize = 500

/** Resolves once the line is committed. Rejects if it could not be written. */
export function createWriter(database: Pick<GatewayDatabase, 'transaction'>): Append {
  let waiting: Waiting[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (waiting.length > 0) {
      // Requests that arrived in the same turn of the event loop join the batch.
      await setImmediate()
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      try {
        const appended = await database.transaction((trx) =>
          appendAll(
            trx,
            batch.map(({ added }) => added),
          ),
        )
        batch.forEach(({ resolve }, index) => resolve(appended[index]!))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (added) =>
    new Promise((resolve, reject) => {
      waiting.push({ added, resolve, reject })
      if (!isRunning) void run()
    })
}

/** Appends lines of any workspaces; the result has their order. Also for a transaction that changes something else with them. */
export async function appendAll(trx: Trx, lines: readonly NewLine[]): Promise<Appended[]> {
  const appended = Array.from<Appended>({ length: lines.length })
  // In one order everywhere, so that two gateways never wait for each other.
  const workspaces = [...new Set(lines.map(({ workspace }) => workspace))].toSorted()
  for (const workspace of workspaces) {
    const own = lines.flatMap((added, index) => (added.workspace === workspace ? [{ added, index }] : []))
    const results = await appendTo(
      trx,
      workspace,
      own.map(({ added }) => added),
    )
    own.forEach(({ index }, at) => (appended[index] = results[at]!))
  }
  return appended
}

async function appendTo(trx: Trx, workspace: string, lines: readonly NewLine[]): Promise<Appended[]> {
  const head = await lockHead(trx, workspace)
  const known = await continuedEntries(trx, workspace, lines)
  const told = await toldOutcomes(
    trx,
    workspace,
    lines.flatMap((added) => (added.kind === 'outcome' ? [added.entry] : [])),
  )
  let { line, hash, entries } = head
  const rows: (ReturnType<typeof rowOf> & { hash: string })[] = []
  const appended = lines.map((added): Appended => {
    const key = keyOf(added)
    const isAnew = added.kind === 'entry' && added.isAnew === true
    const existing = key === undefined || isAnew ? undefined : known.get(key)
    if (existing !== undefined) return { line: existing, isKnown: true }
    const outcome = added.kind === 'outcome' ? told.get(added.entry) : undefined
    if (outcome !== undefined) return { line: outcome.line, isKnown: true, wasReplayed: outcome.isReplayed }
    const row = rowOf(added, ++line)
    hash = hashOf(hash, row.text)
    rows.push({ ...row, hash })
    if (added.kind === 'entry') entries++
    if (key !== undefined) known.set(key, line)
    if (added.kind === 'outcome' && added.data.outcome !== 'unknown')
      told.set(added.entry, { line, outcome: added.data.outcome, isReplayed: added.data.isReplayed === true })
    return { line, isKnown: false }
  })
  if (rows.length > 0) {
    await insert(trx, 'audit_line', rows)
    // Compare-and-swap, should a lock ever not hold.
    const isLast = await update(trx, 'audit_head', { workspace, line: head.line }, { line, hash, entries })
    if (!isLast) throw new Error(`The audit log of ${workspace} was continued by another process at the same time`)
  }
  return appended
}

export async function lockHead(trx: Trx, workspace: string): Promise<Selectable<GatewayTables['audit_head']>> {
  const lock = () =>
    trx
      .updateTable('audit_head')
      .set((eb) => ({ line: eb.ref('line') }))
      .where('workspace', '=', workspace)
      .returningAll()
      .executeTakeFirst()
  const head = await lock()
  if (head) return head
  const first = { line: 0, hash: noHash, entries: 0, settled: 0, checked_line: 0, checked_hash: noHash, checked_at: null, broken_at: null }
  await insertNew(trx, 'audit_head', { workspace, ...first })
  const inserted = await lock()
  if (!inserted) throw new Error(`The audit log of ${workspace} has no head`)
  return inserted
}

const keyOf = (added: NewLine): string | undefined => (added.kind === 'entry' ? added.data.requestKey : undefined)

/**
 * The entries that repeated requests continue, by key. Not one that was refused: nothing was done, and the service may carry out the repeated request.
 * Nor one that is older than the service's memory of its key.
 */
async function continuedEntries(trx: Trx, workspace: string, lines: readonly NewLine[]): Promise<Map<string, number>> {
  const keyed = lines.filter((added) => keyOf(added) !== undefined && !(added.kind === 'entry' && added.isAnew))
  if (keyed.length === 0) return new Map()
  const rows = await rowsWith(trx, 'audit_line', { workspace, request_key: keyed.map(keyOf) as string[] })
    .select(['request_key', 'line'])
    .where('at', '>', Math.max(...keyed.map(({ at }) => at)) - continuedMs)
    .orderBy('line')
    .execute()
  const newest = new Map(rows.map(({ request_key, line }) => [request_key!, line]))
  const told = await toldOutcomes(trx, workspace, [...newest.values()])
  return new Map([...newest].filter(([, line]) => (told.get(line)?.outcome ?? 'done') === 'done'))
}

interface Told {
  line: number
  outcome: string
  isReplayed: boolean
}

/** The outcomes of these entries that are not `unknown`. An entry has one such at most: what comes after it says nothing new. */
async function toldOutcomes(trx: Trx, workspace: string, entries: readonly number[]): Promise<Map<number, Told>> {
  if (entries.length === 0) return new Map()
  const rows = await rowsWith(trx, 'audit_line', { workspace, kind: sql.lit('outcome'), entry: entries })
    .select(['entry', 'line', 'outcome', 'text'])
    .where('outcome', '<>', 'unknown')
    .execute()
  return new Map(
    rows.map(({ entry, line, outcome, text }) => [entry, { line, outcome, isReplayed: dataOf<OutcomeData>(text).isReplayed === true }]),
  )
}
