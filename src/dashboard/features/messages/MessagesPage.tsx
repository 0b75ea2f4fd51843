import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { MessagesView } from './MessagesView.tsx'

/** The messages of a chat. Another chat starts with a fresh view. */
export function MessagesPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  return <MessagesView key={chatId} chat={chat} />
}
