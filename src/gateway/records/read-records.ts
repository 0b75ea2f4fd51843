import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import { maxPageRecords, type StoredRecord } from '#contract/gateway/records.ts'
import { invalid } from '#http/refusal.ts'
import { readPage } from '../session/read-page.ts'
import type { Query } from '../database/database.ts'

/** Records as they are stored, in the order of their chats and keys. */

export interface Stored {
  record: StoredRecord
  /** The value as it is stored. */
  json: string
  /** Whose share it is in; null: whoever signed in with the account's token. */
  writer: string | null
}

/** @param chatId undefined: of all chats  @param after the `next` of the page before */
export interface RecordPage {
  chatId?: number | undefined
  after?: string | undefined
}

export async function storedPage(
  query: Query,
  workspace: string,
  kind: RecordKind,
  chats: readonly number[] | undefined,
  after: string | undefined,
): Promise<{ rows: Stored[]; next: string | null }> {
  const first = after === undefined ? null : placeAfter(after)
  const { rows, isWhole } = await readPage<Row>(
    maxPageRecords,
    (count, last) => {
      const place = last ? { chatId: last.chat_id, key: last.key } : first
      return stored(query, workspace, kind, chats)
        .$call((list) => (place ? beyond(list, place) : list))
        .limit(count)
        .execute()
    },
    ({ value }) => value.length,
  )
  const last = isWhole ? undefined : rows.at(-1)
  return { rows: rows.map(storedOf), next: last ? `${last.chat_id}/${last.key}` : null }
}

interface Place {
  chatId: number
  key: string
}

/** Throws a Refusal. */
function placeAfter(after: string): Place {
  const [, chatId, key] = /^(\d{1,15})\/(.+)$/s.exec(after) ?? []
  if (chatId === undefined || key === undefined) throw invalid({ after: ['must be the `next` of the page before'] })
  return { chatId: Number(chatId), key }
}

const beyond = (list: ReturnType<typeof stored>, { chatId, key }: Place) =>
  list.where('chat_id', '>=', chatId).where((is) => is.or([is('chat_id', '>', chatId), is('key', '>', key)]))

export function stored(query: Query, workspace: string, kind: RecordKind, chats?: readonly number[], keys?: readonly string[]) {
  return query
    .selectFrom('record')
    .leftJoin('person', 'person.id', 'record.changed_by')
    .select(['chat_id', 'key', 'version', 'value', 'changed_at', 'changed_by as writer', 'person.name as changed_by'])
    .where('record.workspace', '=', workspace)
    .where('kind', '=', kind)
    .$if(chats !== undefined, (list) => list.where('chat_id', 'in', chats!))
    .$if(keys !== undefined, (list) => list.where('key', 'in', keys!))
    .orderBy('chat_id')
    .orderBy('key')
}

type Row = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

export const storedOf = ({ chat_id, key, version, value, changed_at, changed_by, writer }: Row): Stored => ({
  record: {
    chatId: chat_id === 0 ? null : chat_id,
    key,
    version,
    value: JSON.parse(value) as unknown,
    changedAt: changed_at,
    changedBy: changed_by ?? '',
  },
  json: value,
  writer,
})
