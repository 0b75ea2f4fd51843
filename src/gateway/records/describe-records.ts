import { builtInPresets, isBuiltInPreset } from '#contract/presets/preset.ts'
import { rowsWith } from '#db/rows.ts'
import type { FieldChange } from '#contract/recorded-change.ts'
import { recordActions } from '#contract/gateway/audit-actions.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { allowsRecord, type RecordKind } from '#contract/gateway/record-kinds.ts'
import type { RecordChange } from '#contract/gateway/records.ts'
import type { Query } from '../database/database.ts'
import { differing, valueOf } from '../audit/differing.ts'
import { isObject } from '../forward/upstream.ts'
import { groupBy } from '#engine/group-by.ts'

/**
 * Describes changes of records for the audit log: one entry for each chat. Of one record, each field before and after; of a long list what was
 * added and removed; of many records their number, and the first of them in short. So an entry is bounded, whatever is written.
 */

const maxRecords = 20
const maxShortLength = 200
/** Longer lists are told by what was added and removed. */
const maxListLength = 20

export async function describeRecords(
  query: Query,
  workspace: string,
  grant: Grant | null,
  kind: RecordKind,
  changes: readonly RecordChange[],
) {
  const { action } = recordActions[kind]
  return Promise.all(
    [...groupBy(changes, ({ chatId }) => chatId)].map(async ([chatId, records]) => {
      const before = await storedValues(query, workspace, kind, records)
      // Refused in a moment: what is stored is not for them, and what they sent was not written.
      const mayWrite = records.every(({ key, value }) =>
        [before.get(key), value].every(
          (one) => one === undefined || one === null || allowsRecord(grant, 'write', { kind, chatId, key, value: one }),
        ),
      )
      const entry = { action, target: {}, count: records.length, ...(chatId !== null && { chatId }) }
      if (!mayWrite) return { ...entry, subject: '', changes: [] }
      if (records.length > 1) return { ...entry, subject: '', changes: shortChanges(records, before) }
      const { key, value } = records[0]!
      return {
        ...entry,
        subject: nameIn(value) || nameIn(before.get(key)),
        changes: fieldChanges(inEffect(kind, key, before.get(key)), inEffect(kind, key, value)),
      }
    }),
  )
}

async function storedValues(query: Query, workspace: string, kind: RecordKind, records: readonly RecordChange[]) {
  const rows = await rowsWith(query, 'record', { workspace, kind, chat_id: records[0]!.chatId ?? 0, key: records.map(({ key }) => key) })
    .select(['key', 'value'])
    .execute()
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
}

function shortChanges(records: readonly RecordChange[], before: ReadonlyMap<string, unknown>): FieldChange[] {
  const changed = records.flatMap(({ key, value }) => differing({ [key]: before.get(key) }, { [key]: value }, maxShortLength))
  const rest = changed.length - maxRecords
  return rest > 0 ? [...changed.slice(0, maxRecords), { name: 'more', after: rest }] : changed
}

/** An account's own version of a built-in preset replaces that one, and deleting it brings that one back. */
const inEffect = (kind: RecordKind, key: string, value: unknown): unknown =>
  value ?? (kind === 'presets' && isBuiltInPreset(key) ? builtInPresets[key] : undefined)

function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  if (!isObject(before ?? after)) return differing({ text: before }, { text: after })
  const [stored, sent] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const names = [...new Set([...Object.keys(stored), ...Object.keys(sent)])]
  return names.flatMap((name) => {
    const lists = [textsIn(stored[name]), textsIn(sent[name])] as const
    return lists.some((list) => list.length > maxListLength)
      ? listChanges(name, ...lists)
      : differing({ [name]: stored[name] }, { [name]: sent[name] })
  })
}

/** The length of a list, and the texts that were removed and added. */
function listChanges(name: string, before: readonly string[], after: readonly string[]): FieldChange[] {
  const missingIn = (list: readonly string[], other: readonly string[]) => {
    const others = new Set(other)
    return list.filter((text) => !others.has(text))
  }
  const [removed, added] = [missingIn(before, after), missingIn(after, before)]
  const inOrder = removed.length === 0 && added.length === 0 && before.some((text, index) => text !== after[index])
  return [
    ...differing({ [name]: before.length }, { [name]: after.length }),
    ...(removed.length > 0 ? [{ name: `${name}.removed`, before: valueOf(removed) ?? '' }] : []),
    ...(added.length > 0 ? [{ name: `${name}.added`, after: valueOf(added) ?? '' }] : []),
    ...(inOrder ? [{ name: `${name}.order`, after: 'changed' }] : []),
  ]
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

const nameIn = (value: unknown): string => (isObject(value) && typeof value['name'] === 'string' ? value['name'].trim() : '')
