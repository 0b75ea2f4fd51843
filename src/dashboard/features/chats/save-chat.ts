import type { Chat } from '#contract/chats.ts'
import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import type { SettingsWrite } from '#contract/settings-derive.ts'
import { learnFromWrite } from '#dashboard/platform/service/known-service.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { toastDuplicates } from '#dashboard/ui/feedback/toast.tsx'

/** Deletes a chat. A chat that no longer exists counts as deleted: after a failure the list is read before the failure is reported. */
export async function deleteChat(send: SendRequest, { id }: Chat): Promise<void> {
  try {
    await send('chatDelete', { params: { chatId: id } })
  } catch (error) {
    if (!(error instanceof Failure) || ['signed-out', 'too-many-requests'].includes(error.kind)) throw error
    const { data } = await call('chatList', {}).catch(() => Promise.reject(error))
    if (data.some((chat) => chat.id === id)) throw withoutEffect(error)
  }
}

const ambiguous = 'The list has several new chats, and one of them may be this chat. Check them before you try again.'

/**
 * Creates a chat and finds out what happened when no answer came: a new chat of that name in the list is taken as the one (it is not sent again from here).
 * @param create sends the request
 * @param name the name it will have, undefined where the service chooses
 * @returns its id, and how many of it there are now: more than one where a way that delivers twice made more of it
 */
export async function createAndLook(create: () => Promise<{ chatId: number }>, name: string | undefined) {
  const known = new Set((await readFirst(call('chatList', {}))).data.map(({ id }) => id))
  const fresh = async () =>
    (await call('chatList', {})).data.filter(({ id, name: other }) => !known.has(id) && (name === undefined || other === name))
  try {
    const { chatId } = await create()
    const made = name === undefined ? [] : await fresh().catch(() => [])
    return { chatId, copies: Math.max(made.length, 1) }
  } catch (error) {
    if (!(error instanceof Failure && error.outcomeUnknown)) throw error
    const made = await fresh().catch(() => Promise.reject(error))
    const [first, ...more] = made
    // Without a name that was chosen here, several new chats cannot be told apart.
    if (first && (name !== undefined || more.length === 0)) return { chatId: first.id, copies: made.length }
    if (first) throw error.with({ advice: ambiguous })
    throw withoutEffect(error, 'The chat is not in the list, so you can send it again.')
  }
}

/** Creates a chat and reads the list again. Resolves to its id and whether exactly one was created; if not, a warning was shown. */
export async function createChat(
  send: SendRequest,
  body: Partial<SettingsWrite> & { name: string },
): Promise<{ chatId: number; isOne: boolean }> {
  const { name } = body
  const { chatId, copies } = await createAndLook(() => send('chatCreate', { body }), name)
  await refresh('chatList', 'accountRead')
  learnFromNew(chatId, body)
  if (copies > 1) toastDuplicates(name, copies)
  return { chatId, isOne: copies === 1 }
}

/** What the sounds of a new chat show: whether the names that were sent are the sounds that the numbers were taken for. */
function learnFromNew(chatId: number, sent: Partial<SettingsWrite>) {
  const after = queryClient.getQueryData(endpointQuery('chatList', {}).queryKey)?.data.find(({ id }) => id === chatId)
  if (after) learnFromWrite({ before: null, sent, after })
}
