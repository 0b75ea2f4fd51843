import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { q } from '#dashboard/platform/api/query.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { Bench } from './Bench.tsx'

/** The moderator's bench. A switch to another room begins anew. */
export function MessagesPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(q('chatRead', { params: { chatId } })).data.data
  return <Bench key={chatId} chat={chat} />
}
