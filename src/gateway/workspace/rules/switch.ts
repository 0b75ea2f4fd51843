import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import type { GatewayDatabase } from '../handler.ts'

/** The switch of all rules of an account. Held messages keep their remaining time while they are off. */

type Trx = Transaction<SessionTables>

interface Switch {
  workspace: string
  /** The display name of the person. */
  by: string
  /** Milliseconds of the database's clock. */
  now: number
}

/** Stops all rules, or starts them again. */
export const switchRules = (database: GatewayDatabase, { isOn, ...of }: Switch & { isOn: boolean }): Promise<boolean> =>
  database.serializable((trx) => (isOn ? switchOn(trx, of) : switchOff(trx, of)))

/** Resolves to whether they were on. */
export async function switchOff(trx: Trx, of: Switch): Promise<boolean> {
  if (!(await store(trx, of, false))) return false
  await held(trx, of)
    .set({ left_ms: sql<number>`case when due > ${of.now} then due - ${of.now} else 0 end`, due: null })
    .where('due', 'is not', null)
    .execute()
  return true
}

async function switchOn(trx: Trx, of: Switch): Promise<boolean> {
  if (!(await store(trx, of, true))) return false
  await held(trx, of)
    .set({ due: sql<number>`${of.now} + coalesce(left_ms, 0)`, left_ms: null })
    .where('due', 'is', null)
    .execute()
  return true
}

const held = (trx: Trx, { workspace }: Switch) =>
  trx.updateTable('rule_hit').where('workspace', '=', workspace).where('state', '=', 'held').where('by', '=', sql.lit(''))

/** Resolves to whether the switch was in the other position. */
async function store(trx: Trx, { workspace, by, now }: Switch, isOn: boolean): Promise<boolean> {
  const before = await trx.selectFrom('rule_switch').select('is_on').where('workspace', '=', workspace).executeTakeFirst()
  if ((before?.is_on ?? 1) === (isOn ? 1 : 0)) return false
  const row = { is_on: isOn ? 1 : 0, at: now, by }
  await trx
    .insertInto('rule_switch')
    .values({ workspace, ...row })
    .onConflict((conflict) => conflict.column('workspace').doUpdateSet(row))
    .execute()
  return true
}
