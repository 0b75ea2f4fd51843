import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditFilters } from '#contract/workspace/audit.ts'
import { refreshWorkspace, workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { callWorkspace } from '#dashboard/platform/session/workspace.ts'
import type { ActivityScope } from '../view.ts'

/** Reads the audit log: what everyone did, or what one did oneself. */

export const logReads = {
  everyone: { list: 'auditList', count: 'auditCount', entry: 'auditRead' },
  me: { list: 'myAuditList', count: 'myAuditCount', entry: 'myAuditRead' },
} as const

export const pageSize = 100

/** Pages of entries, newest first. A page may be empty and still have a following one. */
export const logQuery = (scope: ActivityScope, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [logReads[scope].list, 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      callWorkspace(
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

export const logCountQuery = (scope: ActivityScope, filters: AuditFilters) =>
  queryOptions({ ...workspaceQuery(logReads[scope].count, { query: filters }), placeholderData: keepPreviousData })

export const logEntryQuery = (scope: ActivityScope, line: number) => workspaceQuery(logReads[scope].entry, { params: { line } })

/** After a change, such as an undo. */
export const refreshLog = () =>
  refreshWorkspace('auditList', 'auditCount', 'auditRead', 'myAuditList', 'myAuditCount', 'myAuditRead', 'auditToday')
