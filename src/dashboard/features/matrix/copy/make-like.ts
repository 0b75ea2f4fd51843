import { isUnnamedSound, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { CellValue } from '../edits.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'

/** The settings that a chat can give to others: not its name, nor a sound whose name nobody has confirmed. */
export const namesToCopy = (source: MatrixChat): SettingName[] =>
  settingNames.filter((name) => name !== 'name' && !isUnnamedSound(name, source.values[name]))

/** The cells that differ from the chosen chat, with its values. Its own cells and those that the person may not change are left out. */
export const cellsLike = (source: MatrixChat, targets: readonly MatrixChat[], names: readonly SettingName[]): CellValue[] =>
  targets.flatMap((chat) =>
    chat.id === source.id || chat.access !== 'edit'
      ? []
      : names
          .filter((name) => chat.values[name] !== source.values[name])
          .map((name) => ({ chatId: chat.id, name, value: source.values[name] })),
  )
