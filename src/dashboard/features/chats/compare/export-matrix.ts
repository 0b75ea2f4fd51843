import { groups, type SettingName } from '#contract/settings.ts'
import { setting } from '#contract/settings-derive.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { datedName, downloadText } from '#dashboard/ui/format/download.ts'
import type { MatrixChat } from './model/matrix-chat.ts'

/** What the service holds of the chats and settings that are shown, as a file. Edits that are not saved are not in it. */

/** A row for each setting and a column for each chat, as on the screen; under the names their ids, because names repeat. */
export function matrixAsCsv(chats: readonly MatrixChat[], names: readonly SettingName[], catalogue: Catalogue): string {
  return csv(
    ['group', 'setting', 'field', ...chats.map(({ name }) => name)],
    [
      ['', 'chat id', 'id', ...chats.map(({ id }) => id)],
      ...names.map((name) => {
        const { label, group } = setting(name)
        return [groups[group].label, label, name, ...chats.map(({ saved }) => settingInWords(name, saved[name], catalogue))]
      }),
    ],
  )
}

/** By chat, with the names and values of the API. */
export const matrixAsJson = (chats: readonly MatrixChat[], names: readonly SettingName[]): string =>
  `${JSON.stringify(
    chats.map(({ id, saved }) => ({
      id,
      hash: saved.hash,
      name: saved.name,
      settings: Object.fromEntries(names.map((setting) => [setting, saved[setting]])),
    })),
    null,
    2,
  )}\n`

export const saveFile = (extension: 'csv' | 'json', text: string): void => downloadText(`${datedName('settings')}.${extension}`, text)
