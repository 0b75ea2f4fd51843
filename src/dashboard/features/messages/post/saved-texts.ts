import { queryOptions } from '@tanstack/react-query'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { madeAt, newKey, recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'

/** Saved announcements of the account. */

export type SavedText = RecordEntry<'post-texts'>

const newestFirst = (texts: SavedText[]) => texts.toSorted((a, b) => madeAt(b) - madeAt(a))

export const savedTextsQuery = () => queryOptions({ ...recordsQuery('post-texts'), select: newestFirst })

/** Rejects with a Failure if it cannot be stored. @param key of a deleted one, which determines its position in the list */
export const saveText = async (text: string, key = newKey()): Promise<void> =>
  void (await writeRecords('post-texts', [{ chatId: null, key, before: null, value: text }]))

export const deleteText = async (text: SavedText): Promise<void> =>
  void (await writeRecords('post-texts', [{ chatId: null, key: text.key, before: text, value: null }]))
