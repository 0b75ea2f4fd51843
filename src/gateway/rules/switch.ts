import type { Database } from '#db/open.ts'
import { rowsWith, upsert } from '#db/rows.ts'
import type { GatewayTables, Trx, GatewayDatabase } from '../database/database.ts'
import { databaseNow, readNow } from '../worker/lease.ts'
import { recordDone, roomkeeper } from '../audit/record-done.ts'
import { pauseHolds, resumeHolds } from './hit-states.ts'

/** The switch of all rules of an account. Held messages keep their remaining time while they are off. */

interface Switch {
  workspace: string
  /** The display name of the person. */
  by: string
  /** Milliseconds of the database's clock. */
  now: number
}

/** Stops all rules, or starts them again. Resolves to whether the switch was in the other position. */
export const switchRules = (database: GatewayDatabase, { isOn, ...of }: Switch & { isOn: boolean }): Promise<boolean> =>
  database.serializable((trx) => turn(trx, of, isOn))

async function turn(trx: Trx, { workspace, by, now }: Switch, isOn: boolean): Promise<boolean> {
  const before = await rowsWith(trx, 'rule_switch', { workspace }).select('is_on').executeTakeFirst()
  if ((before?.is_on ?? 1) === (isOn ? 1 : 0)) return false
  await upsert(trx, 'rule_switch', { workspace }, { is_on: isOn ? 1 : 0, at: now, by })
  await (isOn ? resumeHolds : pauseHolds)(trx, workspace, now)
  return true
}

/** Stops all rules from the server, with an entry in the audit log. Resolves to whether they were on. @param reason undefined: the operator did it by hand */
export async function stopFromServer(trx: Trx, of: Switch, reason?: string): Promise<boolean> {
  if (!(await turn(trx, of, false))) return false
  const { workspace, by, now } = of
  const changes = [{ name: 'isOn', before: true, after: false }, ...(reason === undefined ? [] : [{ name: 'reason', after: reason }])]
  await recordDone(trx, { workspace, at: now, actor: roomkeeper(by), action: 'rulesStop', changes })
  return true
}

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
  database: Pick<Database<GatewayTables>, 'query' | 'serializable'>,
  { workspace, isShared, nowMs }: { workspace: string | null; isShared: boolean; nowMs: () => number },
): Promise<Stopped> {
  const rows = await database.query.selectFrom('rule').select('workspace').distinct().orderBy('workspace').execute()
  const names = rows.map((row) => row.workspace)
  if (workspace !== null && !names.includes(workspace))
    throw new Error(`There is no account ${workspace} with rules. There is: ${names.join(', ') || 'none'}.`)
  const result: Stopped = { stopped: [], stoppedBefore: [] }
  for (const name of workspace === null ? names : [workspace]) {
    const isStopped = await database.serializable(async (trx) =>
      stopFromServer(trx, { workspace: name, by: operator, now: await readNow(trx, () => databaseNow(isShared, nowMs)) }),
    )
    result[isStopped ? 'stopped' : 'stoppedBefore'].push(name)
  }
  return result
}

const operator = 'The operator of the server'
