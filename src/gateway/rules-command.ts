import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { databaseLocation } from '#db/location.ts'
import { messageOf } from '#db/errors.ts'
import { databaseFile, openDatabase } from '#db/open.ts'
import { commandLine } from '#db/release.ts'
import { UsageError, runAsProcess } from '#service/command-line.ts'
import type { GatewayTables } from './database/database.ts'
import { stopAllRules } from './rules/switch.ts'

/** `npm run rules`: stops rules in the database, also while the server runs, does not answer, or does not start. */

const usage = `Usage:
  ${commandLine('rules')} stop --workspace NAME
  ${commandLine('rules')} stop --all

Stops the rules of one account, or of all. A server that runs notices in its next round. Messages that rules held stay held. People start the rules again on
the page of the rules.
Prints the accounts as JSON. Exit codes: 0 done, 1 failed, 2 wrong arguments.`

await runAsProcess(async (args, env) => {
  const workspace = workspaceIn(args)
  const place = databaseLocation(env)
  if ('folder' in place && !existsSync(databaseFile(place.folder))) throw new Error(`There is no database in ${place.folder}.`)
  const database = openDatabase<GatewayTables>(place)
  try {
    return await stopAllRules(database, { workspace, isShared: 'url' in place, nowMs: Date.now })
  } finally {
    await database.close()
  }
}, usage)

/** null: all. */
function workspaceIn([command, ...rest]: string[]): string | null {
  if (command !== 'stop') throw new UsageError('Say what to do: stop.')
  const { workspace, all } = optionsIn(rest)
  if ((workspace === undefined) === (all === undefined)) throw new UsageError('Say whose rules: --workspace NAME, or --all.')
  return workspace ?? null
}

function optionsIn(args: string[]) {
  try {
    return parseArgs({ args, options: { workspace: { type: 'string' }, all: { type: 'boolean' } } }).values
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}
