import type { Transaction } from 'kysely'
import type { FieldChange } from '#contract/recorded-change.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { SessionTables } from '../../session/tables.ts'
import { recordDone, roomkeeper } from '../audit/record-done.ts'

interface Stop {
  workspace: string
  action: 'ruleStop' | 'rulesStop'
  /** The name of the rule, or ''. */
  subject: string
  changes: FieldChange[]
  cause: Cause
  /** "Roomkeeper", or who operates the server. */
  by: string
  /** Milliseconds. */
  now: number
}

/** Adds to the audit log that rules were stopped from the server, in the same transaction. */
export const appendEntry = (trx: Transaction<SessionTables>, { by, now, ...stop }: Stop): Promise<void> =>
  recordDone(trx, { ...stop, at: now, actor: roomkeeper(by) })
