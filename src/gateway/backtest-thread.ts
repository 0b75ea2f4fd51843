import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, type Database } from '#db/open.ts'
import { archiveOf } from '#service/chats/archive.ts'
import type { Tables } from '#service/tables.ts'
import { remoteUpstream } from './forward/upstream.ts'
import type { GatewayTables } from './database/database.ts'
import { createServiceClient } from './worker/service-client.ts'
import { type BacktestJob, type MessageSource, remoteSource } from './rules/backtest/remote-source.ts'
import { runBacktest } from './rules/backtest/run-backtest.ts'

/** The thread of one backtest: reading and testing a million messages would keep all requests waiting. */

const job = workerData as BacktestJob
const database = openDatabase<Tables>(job.database, { isGuest: true })
// One connection for two parts with their own tables; the type of a database names the tables of one part.
const own = database as unknown as Database<GatewayTables>

await runBacktest(job, sourceOf(job), own.query, (line) => parentPort?.postMessage(line))
await database.close()

function sourceOf({ messages, workspace }: BacktestJob): MessageSource {
  if (messages.kind === 'archive') return { ...archiveOf(database.query, messages.accountId), aheadSeconds: () => 0, requests: () => 0 }
  const { address, maxAnswerMiB, token, actor } = messages
  const upstream = remoteUpstream(address, maxAnswerMiB)
  const client = createServiceClient({ upstream, auditing: null })
  return remoteSource(client({ workspace, token, actor, cause: { kind: 'hand' } }), upstream.aheadMs)
}
