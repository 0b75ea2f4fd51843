import type {
  AuditChain,
  AuditCount,
  AuditEntry,
  AuditEntryDetails,
  AuditFilters,
  AuditPage,
  AuditQuery,
  audit,
} from '#contract/gateway/audit.ts'
import { rowsWith } from '#db/rows.ts'
import type { Query } from '../database/database.ts'
import { notFound } from '../refusals.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { asEntries, detailsOf, shownCause } from './entries.ts'
import { countEntries, findEntries, isUnfiltered, seesPeople, type Reader } from './search.ts'
import { actorOf } from './actor.ts'
import { whoKey } from './line.ts'

/** What a reader sees of the audit log. */

export async function readPage(query: Query, reader: Reader, filters: AuditQuery): Promise<AuditPage> {
  const { rows, next } = await findEntries(query, reader, filters)
  const found = await asEntries(query, reader.workspace, rows, reader.now)
  return { entries: found.map(({ entry, row }) => reducedFor(reader, entry, row.who)), next }
}

export async function readCount(query: Query, reader: Reader, filters: AuditFilters): Promise<AuditCount> {
  const [head, counted] = await Promise.all([
    readHead(query, reader.workspace),
    isUnfiltered(reader, filters) ? null : countEntries(query, reader, filters),
  ])
  const total = head?.entries ?? 0
  const all = isUnfiltered(reader, {}) ? total : null
  return { ...(counted ?? { matching: total, isAtLeast: false }), all, chain: chainOf(head) }
}

const readHead = (query: Query, workspace: string) => rowsWith(query, 'audit_head', { workspace }).selectAll().executeTakeFirst()

const chainOf = (head: Awaited<ReturnType<typeof readHead>>): AuditChain => ({
  brokenAt: head?.broken_at ?? null,
  checkedTo: head?.checked_line ?? 0,
  checked: head?.checked_at ?? null,
})

/** null where there is no such entry, or none that the reader may see. */
export async function readEntry(query: Query, reader: Reader, line: number): Promise<AuditEntryDetails | null> {
  const { rows } = await findEntries(query, reader, { before: line + 1, limit: 1 }, line)
  const [shown] = await asEntries(query, reader.workspace, rows, reader.now)
  if (!shown) return null
  return { ...reducedFor(reader, detailsOf(shown), shown.row.who), chain: chainOf(await readHead(query, reader.workspace)) }
}

/** Addresses and devices of others are for those who may see people. */
function reducedFor<E extends Pick<AuditEntry, 'from' | 'cause'>>(reader: Reader, entry: E, who: string): E {
  const seesOrigin = who === reader.who || seesPeople(reader.member)
  const from = seesOrigin ? entry.from : { address: '', device: '', method: '' }
  return { ...entry, from, cause: shownCause(entry.cause, reader.member) }
}

/** @param now milliseconds */
export const readerOf = ({ c, session, workspace }: SignedInRequest, now: number, isOwn: boolean): Reader => ({
  workspace,
  member: session.member,
  who: whoKey(actorOf(c, session).who),
  isOwn,
  now,
})

/** The endpoints that read the audit log. Nothing changes or shortens it. */
export function auditHandlers({ database: { query }, nowMs }: HandlerOptions): GatewayHandlers<typeof audit> {
  const everyones = (request: SignedInRequest) => readerOf(request, nowMs(), false)
  const own = (request: SignedInRequest) => readerOf(request, nowMs(), true)
  const found = (data: AuditEntryDetails | null) => {
    if (!data) throw notFound('This entry of the audit log')
    return { status: true, data }
  }
  return {
    auditList: async (request) => ({ status: true, data: await readPage(query, everyones(request), request.query) }),
    auditCount: async (request) => ({ status: true, data: await readCount(query, everyones(request), request.query) }),
    auditRead: async (request) => found(await readEntry(query, everyones(request), request.params.line)),
    myAuditList: async (request) => ({ status: true, data: await readPage(query, own(request), request.query) }),
    myAuditCount: async (request) => ({ status: true, data: await readCount(query, own(request), request.query) }),
    myAuditRead: async (request) => found(await readEntry(query, own(request), request.params.line)),
  }
}
