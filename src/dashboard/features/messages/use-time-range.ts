import { useState } from 'react'
import { clocksAhead } from '#dashboard/ui/format/clocks.ts'
import { useServiceNow } from '#dashboard/ui/format/time.tsx'
import { readRange } from './time-range.ts'

/**
 * The time range of the address, by the clock of the service. A preset counts from the moment it was chosen: if it moved on with the time, all messages
 * would be read again every minute. It is counted again once the clock of the service is known.
 */
export function useTimeRange(text: string) {
  const now = useServiceNow()
  const ahead = clocksAhead.use().service
  const count = () => ({ text, ahead, ...readRange(text, new Date(now * 1000)) })
  const [counted, setCounted] = useState(count)
  if (counted.text !== text || counted.ahead !== ahead) setCounted(count())
  const { preset, range } = counted
  /** The range lies in the past, so that no new message can fall into it. */
  const isOver = range.to !== undefined && range.to <= now
  return { preset, range, isOver }
}
