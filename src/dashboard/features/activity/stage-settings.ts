import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { isUnnamedSound, isSettingName, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { draftName, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { ActivityEntry } from './entry.ts'
import { undoLines, type UndoLine } from './undo.ts'

/** Undoes a change of settings: the earlier values become edits on the page of settings, which reviews, saves and checks them. */

export interface Staging {
  lines: UndoLine[]
  /** Sounds that cannot be restored, because nobody has confirmed the name of their number. */
  unnamedSounds: UndoLine[]
  /** Puts the earlier values beside the edits that are kept already. Rejects where this browser keeps no edits. @param some of the lines */
  stage: (some?: UndoLine[]) => Promise<void>
}

/** Rejects with a Failure where the chat is gone or cannot be read. */
export async function prepareStaging(entry: ActivityEntry, chatId: number, catalogue: Catalogue): Promise<Staging> {
  const { data } = await queryClient.fetchQuery({ ...endpointQuery('chatRead', { params: { chatId } }), staleTime: 0 })
  return stagingOf(entry, data, catalogue)
}

/** @param chat what the service holds */
export function stagingOf(entry: ActivityEntry, chat: Chat, catalogue: Catalogue): Staging {
  const nameOf = soundName(catalogue)
  const fresh: Settings = withSoundNames(chat, nameOf)
  const all = undoLines(entry, fresh, (name, value) =>
    isSettingName(name) && value !== null ? (withSoundNames<Partial<Settings>>({ [name]: value }, nameOf)[name] ?? value) : value,
  )
  const isUnnamed = ({ name, earlier }: UndoLine) => isSettingName(name) && isUnnamedSound(name, earlier ?? undefined)
  const lines = all.filter((line) => !isUnnamed(line))

  async function stage(some = lines) {
    if (
      !stageEdits(
        draftName('settings', chat.id),
        fresh,
        Object.fromEntries(some.flatMap(({ name, earlier }) => (earlier === null ? [] : [[name, earlier]]))),
      )
    )
      throw new Failure('refused', { advice: 'This browser cannot store edits. Enter the earlier values on the settings page.' })
  }
  return { lines, unnamedSounds: all.filter(isUnnamed), stage }
}
