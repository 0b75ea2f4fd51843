import type { Value } from '#contract/recorded-change.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { download } from '#dashboard/ui/format/download.ts'
import type { KeptEntry } from './entry.ts'
import { kindOf, labelOf, outcomeInWords, subjectOf, titleOf, valueInWords } from './words.ts'

/** The record as a file. */

const utc = (at: number) => new Date(at).toISOString()

const head = ['time', 'kind', 'action', 'chat id', 'chat', 'subject', 'field', 'before', 'after', 'outcome', 'message']

/** One row for each field that changed; one for an entry without any. */
export function recordAsCsv(entries: KeptEntry[], catalogue: Catalogue): string {
  return csv(
    head,
    entries.flatMap(({ value: entry }) => {
      const begin = [utc(entry.at), kindOf(entry), titleOf(entry), entry.chatId, entry.chatName, subjectOf(entry)]
      const end = [outcomeInWords(entry), entry.message]
      if (entry.changes.length === 0) return [[...begin, '', '', '', ...end]]
      const words = (name: string, value: Value | undefined) => (value === undefined ? '' : valueInWords(entry, name, value, catalogue))
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

/** The entries as they are stored, with the names of the API. */
export const recordAsJson = (entries: KeptEntry[]): string =>
  `${JSON.stringify(
    entries.map(({ value: { at, ...entry } }) => ({ time: utc(at), ...entry })),
    null,
    2,
  )}\n`

const nameFor = (extension: string) => `roomkeeper-activity-${utc(Date.now()).slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

export const saveText = (extension: keyof typeof types, text: string): void =>
  download(nameFor(extension), new Blob([text], { type: types[extension] }))

export const saveCsv = (entries: KeptEntry[], catalogue: Catalogue) => saveText('csv', recordAsCsv(entries, catalogue))

export const saveJson = (entries: KeptEntry[]) => saveText('json', recordAsJson(entries))
