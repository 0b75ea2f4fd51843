import { parseArgs } from 'node:util'
import { messageOf } from '#db/errors.ts'
import { existingDatabase } from '#db/location.ts'
import { type Database, withDatabase } from '#db/open.ts'
import { commandLine } from '#db/release.ts'
import { UsageError } from '#db/command-line.ts'
import type { GatewayTables } from './database/database.ts'
import { stopAllRules } from './rules/switch.ts'

/** `npm run rules`: stops rules in the database, also while the server runs, does not answer, or does not start. */

export const usage = `Usage:
  ${commandLine('rules')} stop --workspace NAME
  ${commandLine('rules')} stop --all

Stops the rules of one account, or of all. A server that runs notices in its next round. Pending messages stay pending. People start the rules again on
the page of the rules.
Prints the accounts as JSON. Exit codes: 0 done, 1 failed, 2 wrong arguments.`

export async function runRulesCommand(args: string[], env: Record<string, string | undefined>): Promise<object> {
  const workspace = workspaceIn(args)
  const place = existingDatabase(env)
  return withDatabase(place, (database: Database<GatewayTables>) =>
    stopAllRules(database, { workspace, isShared: 'url' in place, nowMs: Date.now }),
  )
}

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
