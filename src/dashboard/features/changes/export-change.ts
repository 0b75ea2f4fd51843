import { stateLooks } from '#dashboard/platform/changes/change-row.ts'
import type { Save } from '#dashboard/platform/changes/saved-chats.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { download } from '#dashboard/ui/format/download.ts'
import type { ChatChange } from './change-rows.ts'

/** A change as a table: one row for each setting of each chat. */

const head = ['chat id', 'chat', 'setting', 'field', 'before', 'after', 'state', 'note', 'time']

export function changeAsCsv({ results }: Pick<Save, 'results'>, rows: readonly ChatChange[]): string {
  return csv(
    head,
    rows.map(({ chatId, place, label, name, before, after, state, note }) => {
      const at = results.get(chatId)?.at
      return [
        chatId,
        place,
        label,
        name,
        before ?? '',
        after,
        stateLooks[state].label,
        note,
        at === undefined ? '' : new Date(at).toISOString(),
      ]
    }),
  )
}

export const exportChange = (save: Save, rows: readonly ChatChange[]): void =>
  download(
    `roomkeeper-change-${new Date(save.at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.csv`,
    new Blob([changeAsCsv(save, rows)], { type: 'text/csv;charset=utf-8' }),
  )
