import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { browserStore } from '#dashboard/platform/jobs/browser-db.ts'
import type { ChatOrder, ChatResult } from '#engine/changes/chat-result.ts'

/** Saves of many chats and their results, as this browser keeps them: they outlive their jobs, so that what is left can be sent and all of it undone. */

export interface KeptSave {
  id: string
  /** Milliseconds. */
  at: number
  /** Who reviewed it; '' where nobody but the account is known. */
  by: string
  orders: ChatOrder[]
  /** The job that carries it out, and those that sent again what was left of it. */
  jobIds: string[]
}

const saves = browserStore<KeptSave>('jobs')
const results = browserStore<ChatResult>('jobs')

/** Older ones are dropped. */
const maxSaves = 50

export const addSave = async (accountId: number, save: KeptSave): Promise<void> => {
  await saves.set([accountId, 'save', save.id], save)
  const kept = await saves.within([accountId, 'save'])
  const oldest = kept.map(({ value }) => value).toSorted((one, other) => other.at - one.at)
  for (const { id } of oldest.slice(maxSaves)) {
    await saves.remove([accountId, 'save', id])
    await results.clear([accountId, 'save-result', id])
  }
}

/** @returns undefined where this browser does not keep it */
export const readSave = (accountId: number, id: string) => saves.get([accountId, 'save', id])

export const addJobTo = (accountId: number, id: string, jobId: string) =>
  saves.change([accountId, 'save', id], (save) => save && { ...save, jobIds: [...save.jobIds, jobId] })

export async function readResults(accountId: number, id: string): Promise<Map<number, ChatResult>> {
  const kept = await results.within([accountId, 'save-result', id])
  return new Map(kept.map(({ value }) => [value.chatId, value]))
}

export const keepResult = (accountId: number, id: string, result: ChatResult) =>
  results.set([accountId, 'save-result', id, result.chatId], result)

/** Changes one result, also against other tabs. */
export async function changeResult(accountId: number, id: string, chatId: number, next: (result: ChatResult) => ChatResult): Promise<void> {
  await results.change([accountId, 'save-result', id, chatId], (result) => result && next(result))
  await refreshSave(id)
}

export const saveQuery = (accountId: number, id: string) =>
  queryOptions({
    queryKey: ['settings save', id, accountId],
    queryFn: async () => {
      const [save, of] = await Promise.all([readSave(accountId, id), readResults(accountId, id)])
      return save ? { save, results: of } : null
    },
    // Maps are compared by what refers to them.
    structuralSharing: false,
  })

export const refreshSave = (id: string) => queryClient.invalidateQueries({ queryKey: ['settings save', id] })
