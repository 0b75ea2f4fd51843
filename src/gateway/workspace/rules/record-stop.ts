import type { Transaction } from 'kysely'
import type { FieldChange } from '#contract/recorded-change.ts'
import { workspaceActions } from '#contract/workspace/audit-actions.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { SessionTables } from '../../session/tables.ts'
import { appendAll } from '../audit/writer.ts'

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
export async function appendEntry(trx: Transaction<SessionTables>, { workspace, action, subject, changes, cause, by, now }: Stop) {
  const who = { kind: 'roomkeeper', name: by } as const
  const data = {
    who,
    from: { address: '', device: '', method: '' as const },
    chatId: null,
    chatName: '',
    action,
    kind: workspaceActions[action].kind,
    subject,
    target: {},
    changes,
    count: 1,
    cause,
    request: '',
  }
  const [entry] = await appendAll(trx, [{ kind: 'entry', workspace, at: now, data }])
  await appendAll(trx, [{ kind: 'outcome', workspace, at: now, entry: entry!.line, data: { outcome: 'done', message: '' } }])
}
