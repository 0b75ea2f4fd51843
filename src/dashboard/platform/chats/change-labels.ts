import { Failure } from '#contract/client.ts'
import { maxLabelsOfChat } from '#contract/gateway/record-kinds.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { staleEntries, type EntryChange } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'

/** The key of the only record of labels that a chat has. */
const key = 'labels'
/** How often somebody may change the same labels in between. */
const maxAttempts = 10

export interface LabelChange {
  add?: string[]
  remove?: string[]
}

/** The labels of a chat after a change, in alphabetical order. */
export const changed = (labels: readonly string[], { add = [], remove = [] }: LabelChange): string[] =>
  [...new Set([...labels.filter((label) => !remove.includes(label)), ...add])].toSorted((a, b) => a.localeCompare(b))

/**
 * Adds labels to chats and removes others from them. Labels that somebody else adds or removes at the same time stay as that person wanted: two such
 * changes cannot contradict each other but about the same label. Rejects with a Failure.
 */
export async function changeLabels(chatIds: readonly number[], change: LabelChange): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const entries = await queryClient.fetchQuery({ ...recordsQuery('chat-labels'), staleTime: 0 })
    const changes = chatIds.flatMap((chatId): EntryChange<'chat-labels'>[] => {
      const before = entries.find((entry) => entry.chatId === chatId) ?? null
      const labels = changed(before?.value.labels ?? [], change)
      if (labels.length > maxLabelsOfChat) throw new Failure('refused', { advice: `A chat has at most ${maxLabelsOfChat} labels.` })
      const value = labels.length > 0 ? { labels } : null
      return before === null && value === null ? [] : [{ chatId, key, before, value }]
    })
    if (changes.length === 0) return
    try {
      await writeRecords('chat-labels', changes)
      return
    } catch (error) {
      if (!staleEntries('chat-labels', error) || attempt === maxAttempts) throw error
    }
  }
}
