import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { RangeEditor } from './RangeEditor.tsx'

/** The banned addresses of one chat. Switching to another chat resets the page. */
export function BannedIpsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  return <RangeEditor key={chatId} chat={chat} />
}
