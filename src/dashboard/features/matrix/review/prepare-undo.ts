import { isSettingName } from '#contract/settings-derive.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { setCells } from '../drafts.ts'
import type { CellValue, HeldSettings } from '../edits.ts'
import { savedSettings } from '../model/matrix-chat.ts'
import type { KnownResult } from '#engine/changes/chat-result.ts'
import { saveQuery } from '#dashboard/platform/changes/saved-chats.ts'

/** Undoes a save of many chats: the earlier values become edits, and the review saves them as any others. */

/** The cells to set back. What somebody changed since is left alone. */
export function undoCells(results: Iterable<KnownResult>, held: HeldSettings): { cells: CellValue[]; changedSince: number } {
  const cells: CellValue[] = []
  let changedSince = 0
  for (const { chatId, applied } of results)
    for (const [name, { before, after }] of Object.entries(applied)) {
      const now = isSettingName(name) ? held.get(chatId)?.[name] : undefined
      if (!isSettingName(name) || before === after || now === before) continue
      if (now === after) cells.push({ chatId, name, value: before })
      else changedSince++
    }
  return { cells, changedSince }
}

/** Makes edits of the earlier values; resolves to whether there are any. Reports by itself. */
export async function prepareUndo(saveId: string, catalogue: Catalogue): Promise<boolean> {
  try {
    const save = await queryClient.fetchQuery({ ...saveQuery(saveId), staleTime: 0 })
    if (!save) {
      toastWarning('Nothing to undo here', 'What was saved then is not kept any more.')
      return false
    }
    const { data } = await queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 })
    const held = new Map(data.map((chat) => [chat.id, savedSettings(chat, catalogue)]))
    const { cells, changedSince } = undoCells(save.results.values(), held)
    setCells(cells, held)
    if (changedSince > 0)
      toastWarning(
        plural(changedSince, '{count} value was changed since', '{count} values were changed since'),
        'What somebody changed after the save, or what is in a chat that is gone, stays as it is.',
      )
    else if (cells.length === 0) toast('Nothing to undo. The earlier values are already set.')
    return cells.length > 0
  } catch (error) {
    toastError('Nothing was undone', error)
    return false
  }
}
