import { Failure } from '#contract/client.ts'
import { isUnnamedSound, isSettingName, withSoundNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { q, queryClient } from '#dashboard/platform/api/query.ts'
import { stageEdits } from '#dashboard/platform/saving/settings-draft.ts'
import type { Entry } from './entry.ts'
import { inverseOf, type UndoLine } from './undo.ts'

/** Taking back a change of settings: the old values become edits of the page of settings, which has the review, the clashes and the reading back. */

export interface Staging {
  lines: UndoLine[]
  /** Sounds that cannot be set back, because nobody has confirmed the name of their number. */
  nameless: SettingName[]
  /** Puts them beside the edits that are kept already. Rejects where this browser keeps no edits. */
  stage: () => Promise<void>
}

/** Rejects with a Failure where the chat is gone or cannot be read. */
export async function prepareStaging(entry: Entry, chatId: number, accountId: number, catalogue: Catalogue): Promise<Staging> {
  const { data } = await queryClient.fetchQuery({ ...q('chatRead', { params: { chatId } }), staleTime: 0 })
  const nameOf = soundName(catalogue)
  const fresh: Settings = withSoundNames(data, nameOf)
  const named = (name: SettingName, value: SettingValue) => withSoundNames<Partial<Settings>>({ [name]: value }, nameOf)[name] ?? value
  const nameless: SettingName[] = []
  const lines = inverseOf(entry).flatMap(({ name, back, written }): UndoLine[] => {
    if (!isSettingName(name) || back === null) return []
    const old = named(name, back)
    if (fresh[name] === old) return []
    if (isUnnamedSound(name, old)) {
      nameless.push(name)
      return []
    }
    return [
      { name, now: fresh[name], back: old, ...(written !== null && fresh[name] !== named(name, written) && { changedSince: written }) },
    ]
  })

  async function stage() {
    if (!stageEdits(accountId, chatId, fresh, Object.fromEntries(lines.map(({ name, back }) => [name, back]))))
      throw new Failure('refused', { advice: 'This browser keeps no edits now. Set the old values by hand on the page of settings.' })
  }
  return { lines, nameless, stage }
}
