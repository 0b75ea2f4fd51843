import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
// Comes with the page, so that its first read waits for no other file.
import '#dashboard/platform/records/gateway-records.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { HoursEditor } from './HoursEditor.tsx'
import classes from './hours.module.css'

/** When a chat goes offline and online by itself. */
export function HoursPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  const reading = useQuery(recordsQuery('chat-hours', chatId))
  if (reading.data) return <HoursEditor key={chatId} chat={chat} record={reading.data[0] ?? null} />
  if (reading.error) return <LoadError what="The opening hours" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
  return <Loading what="the opening hours" className={classes.alone} />
}
