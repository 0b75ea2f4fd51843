import { byteLength } from '#contract/values.ts'
import { maxRecordBytes, maxRecords, type RecordKind } from '#contract/gateway/record-kinds.ts'
import { insertNew, remove, rowsWith } from '#db/rows.ts'
import { shareFull, tooManyRecords } from '../refusals.ts'
import type { Query } from '../database/database.ts'

/** What records may take: an account's limits are shared by all who write there, so nobody may fill them alone. */

const MiB = 1024 * 1024

/** Of each kind: its name in refusals, and how many bytes one writer may store in an account. */
const shareOf: Record<RecordKind, { name: string; maxBytes: number }> = {
  'poll-rounds': { name: 'kept votes', maxBytes: 4 * MiB },
  'poll-templates': { name: 'poll templates', maxBytes: MiB },
  'poll-groups': { name: 'groups of polls', maxBytes: 2 * MiB },
  'ban-notes': { name: 'notes of bans', maxBytes: 4 * MiB },
  'post-texts': { name: 'saved texts', maxBytes: MiB },
  'chat-labels': { name: 'labels', maxBytes: MiB },
  'chat-hours': { name: 'opening hours', maxBytes: 8 * MiB },
  'saved-views': { name: 'saved views', maxBytes: MiB },
  'word-lists': { name: 'word lists', maxBytes: 8 * MiB },
  presets: { name: 'presets', maxBytes: 4 * MiB },
}

/** How many records of one kind a writer may store in an account, however small they are. */
const maxOfWriter = 20_000

/** A record as it is stored. */
interface Held {
  /** Who wrote it last; null: whoever signed in with the account's token. */
  writer: string | null
  json: string
}

interface Change {
  writer: string
  records: number
  bytes: number
}

/** Locks the account's records for this transaction. Resolves to the last of as many new versions. */
export async function lockRecords(query: Query, workspace: string, versions: number): Promise<number> {
  await insertNew(query, 'record_total', { workspace, version: 0 })
  const { version } = await query
    .updateTable('record_total')
    .set((is) => ({ version: is('version', '+', versions) }))
    .where('workspace', '=', workspace)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Counts records of a kind that are no longer stored, and those that are now, in the transaction that writes them. Resolves to what changed. */
export async function countRecords(
  query: Query,
  workspace: string,
  kind: RecordKind,
  before: readonly Held[],
  after: readonly Held[],
): Promise<Change[]> {
  const changes = new Map<string, Change>()
  for (const [held, sign] of [[before, -1] as const, [after, 1] as const])
    for (const { json, ...record } of held) {
      const writer = record.writer ?? ''
      const { records, bytes } = changes.get(writer) ?? { records: 0, bytes: 0 }
      changes.set(writer, { writer, records: records + sign, bytes: bytes + sign * byteLength(json) })
    }
  if (changes.size === 0) return []
  await query
    .insertInto('record_share')
    .values([...changes.values()].map((change) => ({ workspace, kind, ...change })))
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'kind', 'writer']).doUpdateSet((is) => ({
        records: is('record_share.records', '+', is.ref('excluded.records')),
        bytes: is('record_share.bytes', '+', is.ref('excluded.bytes')),
      })),
    )
    .execute()
  await remove(query, 'record_share', { workspace, records: 0 })
  return [...changes.values()]
}

/** Throws a Refusal if these changes left too much. Whoever is above a limit may still delete, and store less than before. */
export async function requireShares(query: Query, workspace: string, kind: RecordKind, changes: readonly Change[]): Promise<void> {
  const shares = await rowsWith(query, 'record_share', { workspace }).selectAll().execute()
  const sum = (list: readonly Pick<Change, 'records' | 'bytes'>[], name: 'records' | 'bytes') =>
    list.reduce((total, one) => total + one[name], 0)
  for (const [name, max] of [
    ['records', maxRecords],
    ['bytes', maxRecordBytes],
  ] as const)
    if (sum(changes, name) > 0 && sum(shares, name) > max) throw tooManyRecords()
  const { name, maxBytes } = shareOf[kind]
  for (const { writer, ...added } of changes) {
    const share = shares.find((one) => one.kind === kind && one.writer === writer)
    if (share && added.bytes > 0 && share.bytes > maxBytes) throw shareFull(`${maxBytes / MiB} MiB of ${name}`)
    if (share && added.records > 0 && share.records > maxOfWriter) throw shareFull(`${maxOfWriter.toLocaleString('en')} ${name}`)
  }
}
