import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stateAt } from '#contract/hours/openings.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { chatHours } from './chat-hours.ts'

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
