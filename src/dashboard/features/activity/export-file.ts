import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { download } from '#dashboard/ui/format/download.ts'
import { kinds, type Kept, type Value } from './entry.ts'
import { labelOf, outcomeWords, subjectOf, titleOf, valueWords } from './words.ts'

/** The record as a file. */

const utc = (at: number) => new Date(at).toISOString()

const head = ['time', 'kind', 'what', 'chat id', 'chat', 'about', 'field', 'before', 'after', 'outcome', 'said']

/** One row for each field that changed; one for a line without any. */
export function recordAsCsv(lines: Kept[], catalogue: Catalogue): string {
  return csv(
    head,
    lines.flatMap(({ value: entry }) => {
      const begin = [utc(entry.at), kinds[entry.kind], titleOf(entry), entry.chatId, entry.room, subjectOf(entry)]
      const end = [outcomeWords(entry), entry.said]
      if (entry.changes.length === 0) return [[...begin, '', '', '', ...end]]
      const words = (name: string, value: Value | undefined) => (value === undefined ? '' : valueWords(entry, name, value, catalogue))
      return entry.changes.map((change) => [
        ...begin,
        labelOf(entry, change),
        words(change.name, change.before),
        words(change.name, change.after),
        ...end,
      ])
    }),
  )
}

/** The lines as they are kept, with the names of the API. */
export const recordAsJson = (lines: Kept[]): string =>
  `${JSON.stringify(
    lines.map(({ value: { at, ...entry } }) => ({ time: utc(at), ...entry })),
    null,
    2,
  )}\n`

const nameFor = (extension: string) => `roomkeeper-activity-${utc(Date.now()).slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`

export const saveCsv = (lines: Kept[], catalogue: Catalogue) =>
  download(nameFor('csv'), new Blob([recordAsCsv(lines, catalogue)], { type: 'text/csv;charset=utf-8' }))

export const saveJson = (lines: Kept[]) => download(nameFor('json'), new Blob([recordAsJson(lines)], { type: 'application/json' }))
