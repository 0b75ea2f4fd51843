import { gatewayActions, type GatewayAction } from '#contract/gateway/audit-actions.ts'
import type { Trx } from '../database/database.ts'
import type { Actor } from './actor.ts'
import type { EntryData } from './line.ts'
import { appendAll } from './writer.ts'

/** The gateway by itself, or under the name of who operates the server. */
export const roomkeeper = (name = 'Roomkeeper'): Actor => ({
  who: { kind: 'roomkeeper', name },
  from: { address: '', device: '', method: '' },
})

/** An entry about something that the gateway itself stores. */
export const entryData = (actor: Actor, action: GatewayAction, more: Partial<EntryData>): EntryData => ({
  ...actor,
  action,
  kind: gatewayActions[action].kind,
  chatId: null,
  chatName: '',
  subject: '',
  target: {},
  changes: [],
  count: 1,
  cause: { kind: 'hand' },
  request: '',
  ...more,
})

interface Done extends Partial<Pick<EntryData, 'chatId' | 'subject' | 'target' | 'changes' | 'cause'>> {
  workspace: string
  /** Milliseconds. */
  at: number
  actor: Actor
  action: GatewayAction
}

/** Adds to the audit log what the same transaction has done, which is more than, or not, the request of a person. */
export async function recordDone(trx: Trx, { workspace, at, actor, action, ...more }: Done): Promise<void> {
  const [entry] = await appendAll(trx, [{ kind: 'entry', workspace, at, data: entryData(actor, action, more) }])
  await appendAll(trx, [{ kind: 'outcome', workspace, at, entry: entry!.line, data: { outcome: 'done', message: '' } }])
}
