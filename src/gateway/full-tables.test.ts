import { CompiledQuery, sql } from 'kysely'
import Sqlite from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxCounted } from '#contract/values.ts'
import { maxAuditScan } from '#contract/gateway/audit.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { figure } from '../test-figure.ts'
import { isProof } from '../test-runs.ts'
import { notFound, startReaders, type Read } from './testing/readers.ts'
import type { TestTeam } from './testing/team.ts'

/**
 * Every read of the page, with every table full that can grow. PROOF=1 fills them with 500,000 rows and measures; without it no read may take as many
 * rows of a table as an account has, as far as the engine tells.
 */

const rows = isProof ? 500_000 : 5000
const maxMs = 300
const maxBlockMs = 50

/** The limits of reads that are longer than the tables of this test. */
const bounds = new Set<unknown>([maxCounted, maxCounted + 1, maxAuditScan, maxAuditScan - 1, Number.MAX_SAFE_INTEGER])

/** Of the newest notices only. PostgreSQL reads it once where that takes less than a look-up for each of them, as with the rows of this test. */
const readOnce = 'notification_chat'

/** The statements that the database was asked, with the values of one call. */
const asked = new Map<string, unknown[]>()
const { prepare } = Sqlite.prototype as { prepare: (text: string) => Sqlite.Statement }
vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
  const statement = prepare.call(this, text)
  const all = statement.all.bind(statement)
  statement.all = (values: unknown[]) => {
    asked.set(text, values)
    return all(values)
  }
  return statement
})
const { query: queryPostgres } = pg.Client.prototype as { query: (text: string, values: unknown[]) => Promise<pg.QueryResult> }
vi.spyOn(pg.Client.prototype as { query: typeof queryPostgres }, 'query').mockImplementation(function (this: pg.Client, text, values) {
  if (typeof text === 'string' && text.startsWith('select')) asked.set(text, values)
  return queryPostgres.call(this, text, values)
})

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

onEveryEngine('with full tables', (bench) => {
  let team: TestTeam
  let reads: Read[]
  let filled: Map<string, number>
  let readers: [string, string][]
  beforeAll(async () => {
    ;({ team, readers, reads, filled } = await startReaders('url' in bench.place ? bench.place : undefined, rows))
    // PostgreSQL does so by itself; SQLite never does.
    if ('url' in bench.place) for (const table of filled.keys()) await sql`analyze ${sql.table(table)}`.execute(team.query)
  }, 1_800_000)
  afterAll(() => team.close())

  test.runIf(!isProof)('every read takes a bounded number of rows', async () => {
    const unbounded = new Set<string>()
    for (const [who, cookie] of readers)
      for (const { name, path } of reads) {
        asked.clear()
        const { status } = await team.send(path, { headers: { cookie } })
        const allowed = notFound.has(name) ? [404] : who === 'owner' ? [200] : [200, 403, 404]
        expect(allowed, `${who}: ${name} ${team.logged.at(-1)}`).toContain(status)
        const statements = [...asked]
        for (const [text, values] of statements) {
          // It ends by itself.
          if (values?.some((value) => bounds.has(value))) continue
          for (const table of 'url' in bench.place ? await readWhole(text, values) : await scannedIn(text))
            unbounded.add(`${who}, ${name}: all of ${table} by ${text}`)
        }
      }
    expect([...unbounded]).toEqual([])
  })

  /** The tables that SQLite would read from end to end. */
  async function scannedIn(text: string): Promise<string[]> {
    const { rows: steps } = await team.query.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`))
    const named = (pattern: RegExp) => steps.map(({ detail }) => pattern.exec(detail)?.[1] ?? '')
    // A subquery may have the name of its table.
    const subqueries = named(/^(?:CO-ROUTINE|MATERIALIZE) (\w+)/)
    return named(/^SCAN (\w+)/).filter((table) => filled.has(table) && !subqueries.includes(table))
  }

  /** The tables of which PostgreSQL would read most rows, if it used its indexes as it does where tables are large. */
  async function readWhole(text: string, values: unknown[]): Promise<string[]> {
    const found = await team.query.transaction().execute(async (trx) => {
      for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'material']) await sql.raw(`set local enable_${way} = off`).execute(trx)
      return trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(CompiledQuery.raw(`explain (analyze, format json) ${text}`, values))
    })
    const read = new Map<string, number>()
    const add = (plan: Plan) => {
      const table = plan['Relation Name']
      const number = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      if (table !== undefined) read.set(table, (read.get(table) ?? 0) + number)
      plan.Plans?.forEach(add)
    }
    add(found.rows[0]!['QUERY PLAN'][0].Plan)
    const tooMany = [...read].filter(([table, number]) => number > Math.max(rows / 2, filled.get(table) ?? Infinity))
    return tooMany.map(([table]) => table).filter((table) => table !== readOnce)
  }

  async function measure(path: string, cookie: string) {
    const start = performance.now()
    let [last, blockMs] = [start, 0]
    const tick = () => {
      const now = performance.now()
      blockMs = Math.max(blockMs, now - last)
      last = now
    }
    const timer = setInterval(tick, 1)
    await team.send(path, { headers: { cookie } })
    tick()
    clearInterval(timer)
    return { ms: last - start, blockMs }
  }

  test.runIf(isProof)('every read takes bounded time', { timeout: 1_800_000 }, async () => {
    const slow: string[] = []
    let [most, longest] = [0, 0]
    for (const [who, cookie] of readers)
      for (const { name, path } of reads) {
        // The machine does other things as well.
        const tries = []
        for (let count = 0; count < 3; count++) tries.push(await measure(path, cookie))
        const [ms, blockMs] = [Math.min(...tries.map((one) => one.ms)), Math.min(...tries.map((one) => one.blockMs))]
        if (ms > maxMs || blockMs > maxBlockMs) slow.push(`${who}: ${name} ${Math.round(ms)} ms, blocks ${Math.round(blockMs)} ms`)
        most = Math.max(most, ms)
        longest = Math.max(longest, blockMs)
      }
    const words = `${reads.length} reads × ${readers.length} people, ${filled.size} tables, ${rows} rows in each that grows: ${Math.round(most)} ms and a block of ${Math.round(longest)} ms at most${slow.map((one) => `; ${one}`).join('')}`
    figure('R37', slow.length === 0, `${'url' in bench.place ? 'PostgreSQL' : 'SQLite'}, ${words}`)
    expect(slow).toEqual([])
  })
})
