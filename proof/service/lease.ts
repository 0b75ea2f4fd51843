import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#db/open.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { migrateGatewayTables, type GatewayTables } from '#gateway/database/database.ts'
import { remoteAccount } from '#gateway/testing/remote-service.ts'
import { planAction } from '#gateway/worker/planner.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { figure } from '../../src/test-figure.ts'

/**
 * T5: three gateways on one PostgreSQL, whose worker never stops sending requests to a service. One after the other is killed at random moments and
 * started again; the one that works is stopped for longer than the lease (SIGSTOP) and goes on afterwards. The service records which process sent each
 * request. Arguments: kills (50), pauses (20). Without PostgreSQL on the machine it says so and ends. Takes a quarter of an hour.
 */

const [kills = 50, pauses = 20] = process.argv.slice(2).map(Number)
const workspace = '7@proof'
const token = 'token-of-the-account'

interface Sent {
  pid: number
  at: number
}

async function main(): Promise<void> {
  const server = await startPostgres()
  if (!server) return console.log('Not measured: neither initdb nor pg_ctl was found.')
  const database = openDatabase<GatewayTables>({ url: server.url })
  const sent: Sent[] = []
  const service = await startService(sent)
  const start = () => startGateway(server.url, service.address)
  const gateways: ChildProcess[] = []
  try {
    await prepare(database)
    gateways.push(...(await Promise.all([1, 2, 3].map(start))))
    await working(sent)
    const begun = performance.now()
    const first = sent.length
    const steps = shuffled([...Array<'kill'>(kills).fill('kill'), ...Array<'pause'>(pauses).fill('pause')])
    let holdersKilled = 0
    for (const [index, step] of steps.entries()) {
      // At any moment of the work: between two requests, within one, or in a transaction.
      await setTimeout(Math.random() * 3000)
      const holder = sent.at(-1)!.pid
      if (step === 'kill') {
        const victim = Math.floor(Math.random() * gateways.length)
        if (gateways[victim]!.pid === holder) holdersKilled++
        gateways[victim]!.kill('SIGKILL')
        await once(gateways[victim]!, 'exit')
        gateways[victim] = await start()
      } else {
        const victim = gateways.find(({ pid }) => pid === holder)!
        victim.kill('SIGSTOP')
        // Longer than the lease, so that another works by then or is about to begin.
        await setTimeout(15_500 + Math.random() * 8000)
        victim.kill('SIGCONT')
      }
      await working(sent)
      console.log(`${index + 1} of ${steps.length}: ${step}, ${sent.length} requests, longest gap ${longestGap(sent.slice(first))} s`)
    }
    const numbers = await takers(database)
    const twice = twoAtOnce(sent, numbers)
    const gap = longestGap(sent.slice(first))
    const unfinished = await database.query.selectFrom('audit_line').select('line').where('outcome', '=', 'unsent').execute()
    figure(
      'T5',
      twice === 0 && gap <= 20 && holdersKilled > 0,
      `three gateways on one PostgreSQL, ${kills} random kills (${holdersKilled} of them of the one that worked) and ${pauses} pauses of it of 15.5 to 23.5 s in ${Math.round((performance.now() - begun) / 60_000)} min: of ${sent.length} requests ${twice} by a gateway after another had taken over; the lease changed hands ${numbers.length - 1} times; longest time without work ${gap} s; ${unfinished.length} changes stopped in the moment of sending`,
    )
  } finally {
    for (const gateway of gateways) gateway.kill('SIGKILL')
    service.close()
    await database.close()
    await server.stop()
  }
}

/** A remote service with one account. */
async function startService(sent: Sent[]) {
  const server = createServer((request, response) => {
    sent.push({ pid: Number(request.headers['x-process']), at: performance.now() })
    const body = request.method === 'GET' ? { status: true, data: remoteAccount } : { status: true }
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Standing access that is on, an action that repeats for ever, and a record of every process that takes the lease. */
async function prepare(database: Database<GatewayTables>): Promise<void> {
  const { query } = database
  await migrateGatewayTables(query)
  const sealed_token = createKeys(Buffer.alloc(32, 1)).seal('standing-token', workspace, token)
  await query
    .insertInto('standing_access')
    .values({
      workspace,
      account_id: 7,
      since: 1,
      turned_on_by: 'Proof',
      sealed_token,
      token_rejected: 0,
      budget: 1_000_000,
      paused_until: 0,
    })
    .execute()
  await planAction(query, { workspace, kind: 'drift', key: 'steady', due: 0, title: 'Steady', note: '', chatIds: [], data: '' })
  await sql`create table taker (number bigint primary key, name text not null)`.execute(query)
  await sql`create function note_taker() returns trigger language plpgsql as
    $$ begin insert into taker values (new.number, new.name) on conflict do nothing; return new; end $$`.execute(query)
  await sql`create trigger note_taker after update on worker_lease for each row execute function note_taker()`.execute(query)
}

async function startGateway(url: string, address: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker-gateway.ts'), [url, address], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

/** Resolves once another request has arrived. */
async function working(sent: readonly Sent[]): Promise<void> {
  const before = sent.length
  while (sent.length === before) await setTimeout(20)
}

/** The processes that took the lease, in this order. */
async function takers({ query }: Database<GatewayTables>): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`select name from taker where number > 0 order by number`.execute(query)
  return rows.map(({ name }) => Number(name.split(':')[1]))
}

/**
 * How many requests came from a process after another had begun to work, and before it took the lease again: the processes in the order of their
 * requests must be those that took the lease, in that order.
 */
function twoAtOnce(sent: readonly Sent[], numbers: readonly number[]): number {
  let position = 0
  let wrong = 0
  for (const { pid } of sent) {
    if (numbers[position] === pid) continue
    const next = numbers.indexOf(pid, position)
    if (next === -1) wrong++
    else position = next
  }
  return wrong
}

const longestGap = (sent: readonly Sent[]): number =>
  Math.round(10 * Math.max(0, ...sent.slice(1).map(({ at }, index) => (at - sent[index]!.at) / 1000))) / 10

const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)

await main()
