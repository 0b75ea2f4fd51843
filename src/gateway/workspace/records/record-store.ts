import type { Kysely, Transaction } from 'kysely'
import { allowsRecord, maxRecordBytes, maxRecords, recordKind, visibleValue, type RecordKind } from '#contract/workspace/record-kinds.ts'
import { byteLength } from '#contract/values.ts'
import type { MovedRecord, RecordChange, StaleRecords, StoredRecord } from '#contract/workspace/records.ts'
import type { Grant } from '#contract/workspace/grant.ts'
import type { Database } from '#db/open.ts'
import { batchReused, noRight, recordsChanged, tooManyRecords } from '../../refusals.ts'
import type { SessionTables } from '../../session/tables.ts'
import { contentHash, parsedRecords, placeOf, type ParsedRecord } from './parse-records.ts'

/** Who reads or changes records, and of which account. */
export interface RecordActor {
  /** The account's identity. */
  workspace: string
  /** null: whoever signed in with the account's token. */
  member: (Grant & { id: string; name: string }) | null
}

export interface RecordStore {
  /** Those that the actor may see, in the order of their keys. Throws a Refusal. @param chatId undefined: of all chats */
  list: (actor: RecordActor, kind: RecordKind, chatId?: number) => Promise<StoredRecord[]>
  /**
   * All changes or none, by compare-and-swap. A change whose result is stored already counts as done, so that it can be repeated. Resolves to the
   * stored records in the order of the changes, null where one was deleted. Throws a Refusal.
   */
  write: (actor: RecordActor, kind: RecordKind, changes: RecordChange[]) => Promise<(StoredRecord | null)[]>
  /**
   * Stores the records that are not there yet, exactly once for each batch, however often it is sent. Resolves to those that are there with another
   * value, by their index. Throws a Refusal.
   */
  move: (actor: RecordActor, batchId: string, records: MovedRecord[]) => Promise<StaleRecords>
}

type Transacting = Transaction<SessionTables>
interface Stored {
  record: StoredRecord
  /** The value as it is stored. */
  json: string
}

/** What follows from changes of records, in the same transaction. A Refusal that it throws undoes them. */
export type AfterWrite = (query: Transaction<SessionTables>, workspace: string, kind: RecordKind, chatIds: number[]) => Promise<void>

/** @param now the time in Unix seconds */
export function createRecordStore(
  database: Pick<Database<SessionTables>, 'query' | 'transaction'>,
  now: () => number,
  afterWrite?: AfterWrite,
): RecordStore {
  return {
    list: async ({ workspace, member }, kind, chatId) => {
      if (!allowsRecord(member, 'read', { kind, chatId: chatId ?? null, value: null })) throw noRight()
      const chats = chatId === undefined && member && member.chats !== 'all' ? [0, ...member.chats] : undefined
      const rows = await stored(database.query, workspace, kind, chatId === undefined ? chats : [chatId])
      return rows
        .map(({ record }) => record)
        .filter((record) => allowsRecord(member, 'read', { kind, ...record }))
        .map((record) => ({ ...record, value: visibleValue(member, { kind, ...record }) }))
    },

    write: async (actor, kind, changes) => {
      const parsed = parsedRecords(changes.map((change) => ({ ...change, kind })))
      return database.transaction(async (query) => {
        const version = await lock(query, actor.workspace, changes.length)
        const before = await storedAt(query, actor.workspace, parsed)
        requireRights(actor, parsed, before)
        const isDone = parsed.map((change, index) => (before[index]?.json ?? null) === change.json)
        const stale = changes.flatMap((change, index) =>
          isDone[index] || change.version === (before[index]?.record.version ?? 0)
            ? []
            : [{ index, stored: before[index]?.record ?? null }],
        )
        if (stale.length > 0) throw recordsChanged(stale)
        const fresh = parsed.map((change, index) => ({ ...change, version: version - index }))
        await apply(
          query,
          actor,
          fresh.filter((_, index) => !isDone[index]),
          before.filter((_, index) => !isDone[index]),
        )
        const written = fresh.filter((_, index) => !isDone[index])
        const chatIds = written.flatMap(({ chatId }) => chatId ?? [])
        if (written.length > 0) await afterWrite?.(query, actor.workspace, kind, chatIds)
        return fresh.map((change, index) => (isDone[index] ? (before[index]?.record ?? null) : result(actor, change)))
      })
    },

    move: async (actor, batchId, records) => {
      const parsed = parsedRecords(records)
      const hash = contentHash(parsed)
      return database.transaction(async (query) => {
        const version = await lock(query, actor.workspace, records.length)
        const before = await storedAt(query, actor.workspace, parsed)
        requireRights(actor, parsed, before)
        const conflictsAt = (indexes: number[]) => indexes.map((index) => ({ index, stored: before[index]?.record ?? null }))
        const row = { workspace: actor.workspace, batch_id: batchId, hash }
        const earlier = await query
          .selectFrom('record_move')
          .select(['hash', 'conflicts'])
          .where('workspace', '=', actor.workspace)
          .where('batch_id', '=', batchId)
          .executeTakeFirst()
        if (earlier && earlier.hash !== hash) throw batchReused()
        if (earlier) return conflictsAt(JSON.parse(earlier.conflicts) as number[])
        const missing = parsed.flatMap((record, index) => (before[index] ? [] : [{ ...record, version: version - index }]))
        const conflicts = parsed.flatMap(({ json }, index) => (before[index] && before[index].json !== json ? [index] : []))
        await apply(
          query,
          actor,
          missing,
          missing.map(() => undefined),
        )
        await query
          .insertInto('record_move')
          .values({ ...row, conflicts: JSON.stringify(conflicts), moved_at: now() })
          .execute()
        return conflictsAt(conflicts)
      })
    },
  }

  /** Locks the account's records for this transaction. Resolves to the last of as many new versions. */
  async function lock(query: Transacting, workspace: string, versions: number): Promise<number> {
    await query
      .insertInto('record_total')
      .values({ workspace, version: 0, records: 0, bytes: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { version } = await query
      .updateTable('record_total')
      .set((is) => ({ version: is('version', '+', versions) }))
      .where('workspace', '=', workspace)
      .returning('version')
      .executeTakeFirstOrThrow()
    return version
  }

  /** Writes or deletes records, and counts them. Throws a Refusal where they would be too many. */
  async function apply(
    query: Transacting,
    { workspace, member }: RecordActor,
    changes: (ParsedRecord & { version: number })[],
    before: (Stored | undefined)[],
  ) {
    const at = { changed_at: now(), changed_by: member?.id ?? null }
    for (const [index, { kind, chatId, key, json, version }] of changes.entries()) {
      const place = { workspace, kind, chat_id: chatId ?? 0, key }
      const values = { version, value: json ?? '', ...at }
      if (json === null) {
        if (before[index])
          await query
            .deleteFrom('record')
            .where((is) => is.and(place))
            .execute()
      } else if (before[index])
        await query
          .updateTable('record')
          .set(values)
          .where((is) => is.and(place))
          .execute()
      else
        await query
          .insertInto('record')
          .values({ ...place, ...values })
          .execute()
    }
    const added = changes.filter(({ json }, index) => json !== null && !before[index])
    const records = added.length - changes.filter(({ json }, index) => json === null && before[index]).length
    const bytes = changes.reduce((sum, change, index) => sum + change.bytes - byteLength(before[index]?.json ?? ''), 0)
    const total = await query
      .updateTable('record_total')
      .set((is) => ({ records: is('records', '+', records), bytes: is('bytes', '+', bytes) }))
      .where('workspace', '=', workspace)
      .returning(['records', 'bytes'])
      .executeTakeFirstOrThrow()
    // Who is above a limit may still delete.
    if ((records > 0 && total.records > maxRecords) || (bytes > 0 && total.bytes > maxRecordBytes)) throw tooManyRecords()
    await requireRoom(query, workspace, added)
  }

  async function requireRoom(query: Transacting, workspace: string, added: ParsedRecord[]) {
    const lists = new Map(added.map(({ kind, chatId }) => [`${kind} ${chatId}`, { kind, chatId }]))
    for (const { kind, chatId } of lists.values()) {
      const { number } = await query
        .selectFrom('record')
        .select((is) => is.fn.countAll<number>().as('number'))
        .where('workspace', '=', workspace)
        .where('kind', '=', kind)
        .where('chat_id', '=', chatId ?? 0)
        .executeTakeFirstOrThrow()
      if (number > recordKind(kind).max) throw tooManyRecords()
    }
  }

  function result({ member }: RecordActor, { chatId, key, value, json, version }: ParsedRecord & { version: number }): StoredRecord | null {
    return json === null ? null : { chatId, key, version, value, changedAt: now(), changedBy: member?.name ?? '' }
  }
}

/** The records at the places of these, in their order. */
async function storedAt(query: Transacting, workspace: string, records: ParsedRecord[]): Promise<(Stored | undefined)[]> {
  const found = new Map<string, Stored>()
  for (const kind of new Set(records.map((record) => record.kind))) {
    const ofKind = records.filter((record) => record.kind === kind)
    const chats = [...new Set(ofKind.map(({ chatId }) => chatId ?? 0))]
    const keys = [...new Set(ofKind.map(({ key }) => key))]
    for (const one of await stored(query, workspace, kind, chats, keys)) found.set(placeOf({ kind, ...one.record }), one)
  }
  return records.map((record) => found.get(placeOf(record)))
}

async function stored(
  query: Kysely<SessionTables>,
  workspace: string,
  kind: RecordKind,
  chats?: readonly number[],
  keys?: readonly string[],
): Promise<Stored[]> {
  const rows = await query
    .selectFrom('record')
    .leftJoin('person', 'person.id', 'record.changed_by')
    .select(['chat_id', 'key', 'version', 'value', 'changed_at', 'person.name as changed_by'])
    .where('record.workspace', '=', workspace)
    .where('kind', '=', kind)
    .$if(chats !== undefined, (list) => list.where('chat_id', 'in', chats!))
    .$if(keys !== undefined, (list) => list.where('key', 'in', keys!))
    .orderBy('chat_id')
    .orderBy('key')
    .execute()
  return rows.map(({ chat_id, key, version, value, changed_at, changed_by }) => ({
    record: {
      chatId: chat_id === 0 ? null : chat_id,
      key,
      version,
      value: JSON.parse(value) as unknown,
      changedAt: changed_at,
      changedBy: changed_by ?? '',
    },
    json: value,
  }))
}

function requireRights({ member }: RecordActor, changes: ParsedRecord[], before: (Stored | undefined)[]) {
  for (const [index, change] of changes.entries())
    for (const record of [before[index]?.record, change.json === null ? undefined : change])
      if (record && !allowsRecord(member, 'write', { ...record, kind: change.kind })) throw noRight()
}
