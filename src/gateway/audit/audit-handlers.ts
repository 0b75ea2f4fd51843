import type { audit, AuditEntryDetails } from '#contract/gateway/audit.ts'
import { notFound } from '../refusals.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '../pipeline/handler.ts'
import { actorOf } from './actor.ts'
import { whoKey } from './line.ts'
import { readCount, readEntry, readPage, readToday } from './read-audit.ts'
import type { Reader } from './search.ts'

/** The endpoints that read the audit log. Nothing changes or shortens it. */
export function auditHandlers({ database: { query }, now }: WorkspaceOptions): WorkspaceHandlers<typeof audit> {
  const readerOf = ({ c, session, workspace }: SignedInRequest, isOwn: boolean): Reader => ({
    workspace,
    member: session.member,
    who: whoKey(actorOf(c, session).who),
    isOwn,
    now: now() * 1000,
  })
  const found = (data: AuditEntryDetails | null) => {
    if (!data) throw notFound('This entry of the audit log')
    return { status: true, data }
  }
  return {
    auditList: async (request) => ({ status: true, data: await readPage(query, readerOf(request, false), request.query) }),
    auditCount: async (request) => ({ status: true, data: await readCount(query, readerOf(request, false), request.query) }),
    auditRead: async (request) => found(await readEntry(query, readerOf(request, false), request.params.line)),
    myAuditList: async (request) => ({ status: true, data: await readPage(query, readerOf(request, true), request.query) }),
    myAuditCount: async (request) => ({ status: true, data: await readCount(query, readerOf(request, true), request.query) }),
    myAuditRead: async (request) => found(await readEntry(query, readerOf(request, true), request.params.line)),
    auditToday: async (request) => ({ status: true, data: await readToday(query, readerOf(request, true), request.query.from) }),
  }
}
