import type { Database } from '#db/open.ts'
import type { SessionTables } from '../../session/tables.ts'
import { databaseNow } from '../../worker/lease.ts'
import { appendEntry } from './record-stop.ts'
import { switchOff } from './switch.ts'

/** By account: whether its rules were stopped now, or were before. */
export interface Stopped {
  stopped: string[]
  stoppedBefore: string[]
}

/**
 * Switches the rules of accounts off, as the operator of the server. A server that runs reads the switch in its next round. Rejects if there is no such
 * account.
 * @param workspace null: of all accounts that have rules
 */
export async function stopAllRules(
  database: Pick<Database<SessionTables>, 'query' | 'serializable'>,
  { workspace, isShared, nowMs }: { workspace: string | null; isShared: boolean; nowMs: () => number },
): Promise<Stopped> {
  const rows = await database.query.selectFrom('rule').select('workspace').distinct().orderBy('workspace').execute()
  const names = rows.map((row) => row.workspace)
  if (workspace !== null && !names.includes(workspace))
    throw new Error(`There is no account ${workspace} with rules. There is: ${names.join(', ') || 'none'}.`)
  const result: Stopped = { stopped: [], stoppedBefore: [] }
  for (const name of workspace === null ? names : [workspace]) {
    const isStopped = await database.serializable(async (trx) => {
      const { now } = await trx.selectNoFrom(databaseNow(isShared, nowMs).as('now')).executeTakeFirstOrThrow()
      if (!(await switchOff(trx, { workspace: name, by: operator, now }))) return false
      const changes = [{ name: 'isOn', before: true, after: false }]
      await appendEntry(trx, { workspace: name, action: 'rulesStop', subject: '', changes, cause: { kind: 'hand' }, by: operator, now })
      return true
    })
    result[isStopped ? 'stopped' : 'stoppedBefore'].push(name)
  }
  return result
}

const operator = 'The operator of the server'
