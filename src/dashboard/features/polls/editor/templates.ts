import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { newKey, recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'
import { isSameText, textOf, type PollText } from '#engine/polls/poll-text.ts'

/** Polls to start from. */

export type Template = RecordEntry<'poll-templates'>

export const templatesQuery = () => queryOptions(recordsQuery('poll-templates'))

/** Stores the templates that do not exist yet, and resolves to how many were added. Rejects with a Failure if they cannot be stored. */
export async function keepTemplates(texts: PollText[]): Promise<number> {
  const known = (await queryClient.fetchQuery({ ...templatesQuery(), staleTime: 0 })).map(({ value }) => value)
  const fresh = texts.filter((text, index) => ![...known, ...texts.slice(0, index)].some((other) => isSameText(other, text)))
  const now = Date.now()
  const changes = fresh.map((text, index) => ({ chatId: null, key: newKey(now + index), before: null, value: textOf(text) }))
  if (fresh.length > 0) await writeRecords('poll-templates', changes)
  return fresh.length
}

export const dropTemplate = async (template: Template): Promise<void> =>
  void (await writeRecords('poll-templates', [{ chatId: null, key: template.key, before: template, value: null }]))
