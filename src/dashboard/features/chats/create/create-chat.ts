import type { SettingsWrite } from '#contract/settings-derive.ts'
import { learnFromWrite } from '#dashboard/platform/service/known-sounds.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { toastDuplicates } from '#dashboard/ui/feedback/toast.tsx'
import { createAndLook } from '../save-chat.ts'

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
