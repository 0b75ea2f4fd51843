import { gatewayActions, type GatewayAction } from '#contract/gateway/audit-actions.ts'
import type { SignInMethod } from '../database/people.ts'
import type { Trx } from '../database/database.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { type Actor, actorOf } from './actor.ts'
import type { AuditLog, NewEntry } from './audit-log.ts'
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

/** What an audit entry says of work that has not thrown. */
export const done = () => ({ outcome: 'done', message: '' }) as const

const signInActions = {
  token: 'signIn',
  demo: 'demoSignIn',
  company: 'companySignIn',
  passkey: 'passkeySignIn',
  recovery: 'recoverySignIn',
} as const

/** Records that a session has begun. Rejects where that cannot be written: then nobody may be signed in. */
export const auditSignIn = (audit: AuditLog, c: RequestContext, session: ActiveSession, method: SignInMethod): Promise<void> =>
  audit.change(requestEntry(c, session.workspace, signInActions[method], actorOf(c, session)), async () => {}, done)

/** What a session does outside of `gatewayApi`: signing out, reading the token key. Nothing is done where it cannot be recorded. */
export const auditSession = <T>(
  audit: AuditLog | null,
  c: RequestContext,
  session: ActiveSession,
  action: 'signOut' | 'tokenKeyRead' | 'profileWrite',
  work: () => Promise<T>,
): Promise<T> => (audit ? audit.change(requestEntry(c, session.workspace, action, actorOf(c, session)), work, done) : work())

/** A program reads the token key with the account. It is told nothing where that cannot be recorded. */
export const auditProgramRead = <T>(audit: AuditLog, c: RequestContext, workspace: string, actor: Actor, work: () => Promise<T>) =>
  audit.change(requestEntry(c, workspace, 'tokenKeyRead', actor), work, done)

/** An entry about a request to the gateway itself. */
export function requestEntry(
  c: RequestContext,
  workspace: string,
  action: GatewayAction,
  actor: Actor,
  more: Partial<EntryData> = {},
): NewEntry {
  // The addresses of these endpoints hold no secrets: those are in bodies.
  return { workspace, data: entryData(actor, action, { ...more, request: `${c.req.method} ${c.req.path}` }) }
}
