import type { AuditEntry, AuditPage } from '#contract/gateway/audit.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { stagingOf, type Staging } from '#dashboard/features/changes/timeline/undo.ts'
import { mayUndo } from '#dashboard/features/changes/timeline/entry.ts'
import { asActivity, undoOf } from './audit-words.ts'
import { logReads } from './export-log.ts'
import type { ChangesScope } from '#dashboard/features/changes/timeline/view.ts'

/** Undoes a job that saved the settings of several chats, as one: the earlier values become edits, and the review of all settings saves them. */

const pageSize = 200

/** The id of the job that saved all of these settings; null where they are of no such job, or where none of them can be undone. */
export function jobToUndo(entries: readonly AuditEntry[], catalogue: Catalogue, may: May): string | null {
  const { cause } = entries[0]!
  if (cause.kind !== 'job' || entries.length < 2 || entries.some(({ action }) => action !== 'chatUpdate')) return null
  return entries.some((entry) => canUndo(entry, catalogue, may)) ? cause.id : null
}

function canUndo(entry: AuditEntry, catalogue: Catalogue, may: May): boolean {
  const activity = undoOf(entry, catalogue)
  return activity !== null && mayUndo(may, activity)
}

/** All entries of a job, newest first: the list may show the newest of them only. */
async function entriesOf(scope: ChangesScope, jobId: string, newest: AuditEntry): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  let others = 0
  for (let before: number | null = newest.id + 1; before !== null;) {
    const { data }: { data: AuditPage } = await callGateway(logReads[scope].list, {
      query: { action: 'chatUpdate', limit: pageSize, before },
    })
    const ofJob = data.entries.filter(({ cause }) => cause.kind === 'job' && cause.id === jobId)
    found.push(...ofJob)
    others = ofJob.length === 0 ? others + data.entries.length : 0
    // Pages of long texts have few entries.
    before = others < pageSize ? data.next : null
  }
  return found
}

export interface StagedJob {
  /** How many values became edits. */
  staged: number
  /** What is left alone: changed since, in a chat that is gone, or a sound without a name. */
  left: number
}

/** Makes edits of the values before the job. What somebody changed since is left alone. Rejects with a Failure. */
export async function stageJob(scope: ChangesScope, jobId: string, newest: AuditEntry, catalogue: Catalogue, may: May): Promise<StagedJob> {
  const [entries, { data }] = await Promise.all([
    entriesOf(scope, jobId, newest),
    queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 }),
  ])
  const chats = new Map(data.map((chat) => [chat.id, chat]))
  const result: StagedJob = { staged: 0, left: 0 }
  for (const entry of entries.filter((one) => canUndo(one, catalogue, may))) {
    const [activity, chat] = [asActivity(entry, catalogue), chats.get(entry.chatId ?? 0)]
    if (!activity || !chat) result.left++
    else {
      const { lines, unnamedSounds, stage }: Staging = stagingOf(activity, chat, catalogue)
      const unchanged = lines.filter(({ changedSince }) => changedSince === undefined)
      result.left += lines.length - unchanged.length + unnamedSounds.length
      result.staged += unchanged.length
      if (unchanged.length > 0) await stage(unchanged)
    }
  }
  return result
}
