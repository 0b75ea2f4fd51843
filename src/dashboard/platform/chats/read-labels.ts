import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { chatHours, type ChatLabels, chatLabels, pinnedChats } from './chat-labels.ts'
import { stateAt } from '#engine/hours/openings.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'

const byChat = (entries: RecordEntry<'chat-labels'>[]): ChatLabels =>
  new Map(entries.map(({ chatId, value }) => [chatId ?? 0, value.labels]))

const pinsQuery = gatewayQuery('pinList', {})

/** Reads the labels and pins of all chats, and keeps `chatLabels`, which it returns, and `pinnedChats` as they are. */
export function useReadLabels(): ChatLabels {
  const labels = useQuery(queryOptions({ ...recordsQuery('chat-labels'), select: byChat })).data
  const pins = useQuery(pinsQuery).data?.data
  useEffect(() => {
    if (labels) chatLabels.set(labels)
  }, [labels])
  useEffect(() => {
    if (pins) pinnedChats.set(new Set(pins))
  }, [pins])
  return chatLabels.use()
}

export function ReadLabels(): null {
  useReadLabels()
  return null
}

/** The labels of these chats in alphabetical order, each once. */
export const labelsOf = (labels: ChatLabels, chats: readonly { id: number }[]): string[] =>
  [...new Set(chats.flatMap(({ id }) => labels.get(id) ?? []))].toSorted((a, b) => a.localeCompare(b))

/** Reads the opening hours of a chat, or of all, and keeps `chatHours` as they are. */
export function ReadHours({ chatId }: { chatId?: number }): null {
  const mayRead = useMay()('settings.read', chatId)
  const { data } = useQuery({ ...recordsQuery('chat-hours', chatId), enabled: mayRead })
  useEffect(() => {
    if (!data) return
    const read = new Map(
      data.flatMap(({ chatId: id, value }) =>
        value.isOn && id !== null ? [[id, (at: number) => stateAt(value, at).kind === 'open'] as const] : [],
      ),
    )
    const others = chatId === undefined ? [] : [...chatHours.get()].filter(([id]) => id !== chatId)
    chatHours.set(new Map([...others, ...read]))
  }, [data, chatId])
  return null
}
