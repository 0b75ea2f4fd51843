import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { chatLabels, type ChatLabels } from './chat-labels.ts'

const byChat = (entries: RecordEntry<'chat-labels'>[]): ChatLabels =>
  new Map(entries.map(({ chatId, value }) => [chatId ?? 0, value.labels]))

/** Reads the labels of all chats, and keeps `chatLabels` as they are. */
export function useReadLabels(): void {
  const { data } = useQuery(queryOptions({ ...recordsQuery('chat-labels'), select: byChat }))
  useEffect(() => {
    if (data) chatLabels.set(data)
  }, [data])
}

/** The labels of these chats in alphabetical order, each once. */
export const labelsOf = (labels: ChatLabels, chats: readonly { id: number }[]): string[] =>
  [...new Set(chats.flatMap(({ id }) => labels.get(id) ?? []))].toSorted((a, b) => a.localeCompare(b))
