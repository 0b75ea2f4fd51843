import type { AuditEntry } from '#contract/workspace/audit.ts'
import { clientAddress, type RequestContext } from '../../server/request-context.ts'
import type { ActiveSession } from '../../session/sessions.ts'
import { deviceName } from '../device-name.ts'

/** Who makes a change, and from where. */
export type Actor = Pick<AuditEntry, 'who' | 'from'>

export function actorOf(
  c: RequestContext,
  { member, scopedToken, account, method }: Pick<ActiveSession, 'member' | 'scopedToken' | 'account' | 'method'>,
): Actor {
  const from = { ...fromOf(c), method }
  if (scopedToken) {
    const { id, label, role } = scopedToken
    return { who: { kind: 'program', id, name: label, role }, from }
  }
  const who: Actor['who'] = member
    ? { kind: 'person', id: member.id, name: member.name, role: member.role }
    : { kind: 'token', name: account.name }
  return { who, from }
}

/** The person who acts; '' with the account's token, null where a program acts, which may do so without their knowledge. */
export const actingPerson = ({ who }: Actor): string | null => (who.kind === 'program' ? null : (who.id ?? ''))

/** @param token of the program */
export const programActor = (c: RequestContext, token: { id: number; label: string }): Actor => ({
  who: { kind: 'program', id: String(token.id), name: token.label || `Access token ${token.id}` },
  from: { ...fromOf(c), method: 'api' },
})

export const fromOf = (c: RequestContext) => ({ address: clientAddress(c), device: deviceName(c.req.header('user-agent') ?? '') })
