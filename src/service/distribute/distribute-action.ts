import { databaseLocation } from '#db/location.ts'
import { type Database, withDatabase } from '#db/open.ts'
import { commandLine } from '#db/release.ts'
import { parseOptions, whole } from '#db/command-line.ts'
import { prepareCommand } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { distribute, NotDistributable, requireCluster, type Distribution } from './distribute.ts'

/** The command `npm run distribute`. */

const defaultShards = 32

export const usage = `Usage:
  ${commandLine('distribute')} [--shards ${defaultShards}]

Distributes messages, polls and bans over the workers of Citus, by the chat that they belong to. DATABASE_URL names the database on the coordinator.
Stop the server first: writes wait until it is done. Tables that are distributed already are left alone.

  --shards    into how many pieces each table is split: several for each worker that the cluster may ever have`

/** Rejects with a UsageError before anything is opened, and with NotDistributable, with nothing changed. @param print shows the progress */
export async function runDistributeCommand(
  args: string[],
  env: Record<string, string | undefined>,
  print: (text: string) => void,
): Promise<{ tables: Distribution[]; seconds: number }> {
  const { shards } = parseOptions(args, ['shards'])
  const shardCount = shards === undefined ? defaultShards : whole('--shards', shards)
  const location = databaseLocation(env)
  if (!('url' in location))
    throw new NotDistributable(
      'Only a PostgreSQL database with Citus can be distributed: let DATABASE_URL name the one on the coordinator.',
    )
  const work = async (database: Database<Tables>) => {
    await requireCluster(database.query)
    await prepareCommand(database)
    const start = performance.now()
    const tables = await distribute(database, shardCount, (line) => print(`${line}\n`))
    return { tables, seconds: Math.round((performance.now() - start) / 100) / 10 }
  }
  return withDatabase(location, work, { hasTimeLimits: false })
}
