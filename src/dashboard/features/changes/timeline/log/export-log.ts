import { maxAuditPageSize, type AuditEntry, type AuditFilters } from '#contract/gateway/audit.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { datedName, downloadText } from '#dashboard/ui/format/download.ts'
import { changesInWords, kindOfAudit, messageOfAudit, nameOf, outcomeOf, subjectOfAudit, titleOfAudit } from './audit-words.ts'
import type { ChangesScope } from '#dashboard/features/changes/timeline/view.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { refreshGateway, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { queryClient, refetchEvery, staleTimeMs } from '#dashboard/platform/api/query.ts'

/** Entries of the audit log as a file. */

export type LogFormat = 'csv' | 'json'

/** More would fill the memory of the page; the operator can export the whole log (docs/audit-log.md). */
export const maxExportedEntries = 50_000

export async function readAllEntries(scope: ChangesScope, filters: AuditFilters): Promise<{ entries: AuditEntry[]; isWhole: boolean }> {
  const entries: AuditEntry[] = []
  let before: number | null = null
  do {
    const query: AuditFilters & { limit: number; before?: number } = {
      ...filters,
      limit: maxAuditPageSize,
      ...(before !== null && { before }),
    }
    const { data } = await callGateway(logReads[scope].list, { query })
    entries.push(...data.entries)
    before = data.next
  } while (before !== null && entries.length < maxExportedEntries)
  return { entries: entries.slice(0, maxExportedEntries), isWhole: before === null }
}

const head = [
  'line',
  'time',
  'person',
  'role',
  'kind',
  'action',
  'chat id',
  'chat',
  'subject',
  'field',
  'before',
  'after',
  'outcome',
  'message',
  'cause',
  'undone by line',
  'address',
  'device',
]

/** One row for each field that changed; one for an entry without any. */
export function logAsCsv(entries: readonly AuditEntry[], catalogue: Catalogue): string {
  return csv(
    head,
    entries.flatMap((entry) => {
      const { id, at, who, chatId, chatName, undoneBy, from, cause } = entry
      const about = [kindOfAudit(entry), titleOfAudit(entry, catalogue), chatId, chatName, subjectOfAudit(entry, catalogue)]
      const begin = [id, new Date(at).toISOString(), nameOf(entry), who.role ?? who.kind, ...about]
      const why = 'title' in cause ? `${cause.kind}: ${cause.title}` : cause.kind === 'undo' ? `undo of line ${cause.of}` : 'by hand'
      const end = [outcomeOf([entry]).words, messageOfAudit(entry), why, undoneBy?.id ?? '', from.address, from.device]
      const changes = changesInWords(entry, catalogue)
      if (changes.length === 0) return [[...begin, '', '', '', ...end]]
      return changes.map(({ label, before = '', after = '' }) => [...begin, label, before, after, ...end])
    }),
  )
}

export const saveLog = (format: LogFormat, entries: readonly AuditEntry[], catalogue: Catalogue): void =>
  downloadText(`${datedName('changes')}.${format}`, format === 'csv' ? logAsCsv(entries, catalogue) : logAsJson(entries))

function logAsJson(entries: readonly AuditEntry[]): string {
  const lines = entries.map(({ at, ...entry }) => ({ time: new Date(at).toISOString(), ...entry }))
  return `${JSON.stringify(lines, null, 2)}\n`
}

/** Reads the audit log: what everyone did, or what one did oneself. */

export const logReads = {
  everyone: { list: 'auditList', count: 'auditCount', entry: 'auditRead' },
  me: { list: 'myAuditList', count: 'myAuditCount', entry: 'myAuditRead' },
} as const

const pageSize = 100

/** Pages of entries, newest first. A page may be empty and still have a following one. */
export const logQuery = (scope: ChangesScope, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [logReads[scope].list, 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      callGateway(
        logReads[scope].list,
        { query: { ...filters, limit: pageSize, ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.data.next,
    placeholderData: keepPreviousData,
    // Opening the page again begins with the newest entries: reading all pages again would take as many requests.
    gcTime: 0,
  })

export const logCountQuery = (scope: ChangesScope, filters: AuditFilters) =>
  queryOptions({ ...gatewayQuery(logReads[scope].count, { query: filters }), placeholderData: keepPreviousData })

/** The newest entry alone, read again every few seconds. */
export const newestEntryQuery = (scope: ChangesScope, filters: AuditFilters) =>
  queryOptions({
    ...gatewayQuery(logReads[scope].list, { query: { ...filters, limit: 1 } }),
    refetchInterval: refetchEvery(staleTimeMs),
  })

/** The newest entries, and the number of all; older ones are read again where they come into sight. */
export function showNewest(scope: ChangesScope, filters: AuditFilters): Promise<void> {
  queryClient.setQueryData(
    logQuery(scope, filters).queryKey,
    (read) => read && { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) },
  )
  return refreshLog()
}

export const logEntryQuery = (scope: ChangesScope, line: number) => gatewayQuery(logReads[scope].entry, { params: { line } })

/** After a change, such as an undo. */
export const refreshLog = () => refreshGateway('auditList', 'auditCount', 'auditRead', 'myAuditList', 'myAuditCount', 'myAuditRead')
