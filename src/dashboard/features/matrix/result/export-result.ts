import { setting, settingNames, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { download } from '#dashboard/ui/format/download.ts'
import type { Save } from '../saving/saved-chats.ts'
import type { ResultOfChat } from './ResultRow.tsx'
import { resultInWords, stateLooks } from './result-words.ts'

/** The result of a save as a table: one row for each setting of each chat. */

const head = ['chat id', 'chat', 'setting', 'field', 'before', 'new', 'result', 'message', 'time']

export function resultAsCsv(rows: readonly ResultOfChat[], catalogue: Catalogue): string {
  return csv(
    head,
    rows.flatMap(({ order, result, state }) =>
      settingNames.flatMap((name) => {
        const value = order.changes[name]
        if (value === undefined) return []
        const words = (of: SettingValue | undefined) => (of === undefined ? '' : settingInWords(name, of, catalogue))
        const before = result?.applied[name]?.before ?? order.base[name]
        const [outcome, message] = resultInWords(state, order, result, catalogue)
        return [
          [
            order.chatId,
            order.chatName,
            setting(name).label,
            name,
            words(before),
            words(value),
            outcomeOf(name, result) ?? stateLooks[state].label,
            state === 'saved' ? '' : `${outcome} ${message}`.trim(),
            result ? new Date(result.at).toISOString() : '',
          ],
        ]
      }),
    ),
  )
}

/** Of one setting, which may be saved though another one of its chat is not. */
function outcomeOf(name: SettingName, result: ResultOfChat['result']): string | undefined {
  if (result?.applied[name]) return stateLooks.saved.label
  if (result?.conflicts.some((one) => one.name === name)) return stateLooks.decide.label
  return result?.notKept.some((one) => one.name === name) ? stateLooks.notKept.label : undefined
}

export const exportResult = (save: Save, rows: readonly ResultOfChat[], catalogue: Catalogue): void =>
  download(
    `roomkeeper-settings-result-${new Date(save.at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.csv`,
    new Blob([resultAsCsv(rows, catalogue)], { type: 'text/csv;charset=utf-8' }),
  )
