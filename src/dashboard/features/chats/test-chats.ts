import type { Chat } from '#contract/chats.ts'
import { call, request as send } from '#dashboard/platform/session/session.ts'
import { network } from '#dashboard/platform/session/test-gateway.ts'

/** A new chat as the service holds it. Nothing counts as sent then. */
export async function newChat(name: string, draft: Record<string, unknown> = {}): Promise<Chat> {
  const { chatId } = await send('chatCreate', { body: { name, ...draft } })
  const { data } = await call('chatRead', { params: { chatId } })
  network.sent = []
  return data
}

/** The names of the chats in the list. */
export const listed = async () => (await call('chatList', {})).data.map(({ name }) => name)
