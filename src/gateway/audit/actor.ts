import type { AuditEntry } from '#contract/gateway/audit.ts'
import { clientAddress, type RequestContext } from '../server/request-context.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { deviceName } from '#contract/device-name.ts'

/** Who makes a change, and from where. */
export type Actor = Pick<AuditEntry, 'who' | 'from'>

type Session = Pick<ActiveSession, 'member' | 'scopedToken' | 'account' | 'method'>

export const actorOf = (c: RequestContext, session: Session): Actor => ({
  who: whoOf(session),
  from: { ...fromOf(c), method: session.method },
})

export function whoOf({ member, scopedToken, account }: Omit<Session, 'method'>): Actor['who'] {
  if (scopedToken) return { kind: 'program', id: scopedToken.id, name: scopedToken.label, role: scopedToken.role }
  return member ? { kind: 'person', id: member.id, name: member.name, role: member.role } : { kind: 'token', name: account.name }
}

/** The person who acts; '' with the account's token, null where a program acts, which may do so without their knowledge. */
export const actingPerson = ({ who }: Actor): string | null => (who.kind === 'program' ? null : (who.id ?? ''))

/** @param token of the program */
export const programActor = (c: RequestContext, token: { id: number; label: string }): Actor => ({
  who: { kind: 'program', id: String(token.id), name: token.label || `Access token ${token.id}` },
  from: { ...fromOf(c), method: 'api' },
})

export const fromOf = (c: RequestContext) => ({ address: clientAddress(c), device: deviceName(c.req.header('user-agent') ?? '') })
