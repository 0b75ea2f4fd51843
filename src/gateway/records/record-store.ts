import { byteLength } from '#contract/values.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { allowsRecord, recordKind, type RecordKind, visibleRecord } from '#contract/gateway/record-kinds.ts'
import { type RecordChange, type records, type StoredRecord, maxPageRecords } from '#contract/gateway/records.ts'
import { remove, rowsWith, upsert } from '#db/rows.ts'
import type { Database } from '#db/open.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { noRight, recordsChanged, tooManyRecords } from '../refusals.ts'
import type { GatewayTables, Trx, Query } from '../database/database.ts'
import type { GatewayHandlers } from '../pipeline/handler.ts'
import { readPage } from '../session/read-page.ts'
import { countRecords, lockRecords, requireShares } from './shares.ts'

/** Who reads or changes records, and of which account. */
export interface RecordActor {
  /** The account's identity. */
  workspace: string
  /** null: whoever signed in with the account's token. */
  member: (Grant & { id: string; name: string }) | null
}

export type RecordStore = ReturnType<typeof createRecordStore>

/** What follows from changes of records, in the same transaction. A Refusal that it throws undoes them. */
export type AfterWrite = (query: Trx, actor: RecordActor, kind: RecordKind, changed: Changed[]) => Promise<void>
type Changed = Pick<RecordChange, 'chatId' | 'key'>

/** @param now the time in Unix seconds */
export function createRecordStore(
  database: Pick<Database<GatewayTables>, 'query' | 'transaction' | 'serializable'>,
  now: () => number,
  afterWrite?: AfterWrite,
) {
  return {
    /** A page of those that the actor may see, in the order of their chats and keys. Throws a Refusal. */
    list: async ({ workspace, member }: RecordActor, kind: RecordKind, { chatId, after }: RecordPage) => {
      if (!allowsRecord(member, 'read', { kind, chatId: chatId ?? null, key: '', value: null })) throw noRight()
      const chats = chatId === undefined && member && member.chats !== 'all' ? [0, ...member.chats] : undefined
      const { rows, next } = await storedPage(database.query, workspace, kind, chatId === undefined ? chats : [chatId], after)
      const data = rows
        .map(({ record }) => record)
        .filter((record) => allowsRecord(member, 'read', { kind, ...record }))
        .map((record) => visibleRecord(member, kind, record))
      return { data, next }
    },

    /**
     * All changes or none, by compare-and-swap. A change whose result is stored already counts as done, so that it can be repeated. Resolves to the
     * stored records in the order of the changes, null where one was deleted. Throws a Refusal.
     */
    write: async (actor: RecordActor, kind: RecordKind, changes: RecordChange[]): Promise<(StoredRecord | null)[]> => {
      const parsed = parsedRecords(kind, changes)
      return inTransaction(kind, async (query) => {
        const last = await lockRecords(query, actor.workspace, changes.length)
        const before = await storedAt(query, actor.workspace, kind, parsed)
        const writes = parsed.map((record, index): Write => ({ ...record, newVersion: last - index, before: before.get(placeOf(record)) }))
        requireRights(actor, kind, writes)
        const stale = writes.flatMap((write, index) =>
          isDone(write) || write.version === (write.before?.record.version ?? 0) ? [] : [{ index, stored: write.before?.record ?? null }],
        )
        if (stale.length > 0) throw recordsChanged(stale)
        const written = writes.filter((write) => !isDone(write))
        await apply(query, actor, kind, written)
        if (written.length > 0) await afterWrite?.(query, actor, kind, written)
        return writes.map((write) => (isDone(write) ? (write.before?.record ?? null) : result(actor, write)))
      })
    },
  }

  /** What goes on under the name of a person must see a removal that happens meanwhile (lent/require-lender.ts). For others the lock below is enough. */
  function inTransaction<T>(kind: RecordKind, work: (query: Trx) => Promise<T>): Promise<T> {
    return kind === 'chat-hours' ? database.serializable(work) : database.transaction(work)
  }

  /** Writes or deletes records, and counts them. Throws a Refusal where they would be too many. */
  async function apply(query: Trx, { workspace, member }: RecordActor, kind: RecordKind, writes: readonly Write[]) {
    const writer = member?.id ?? null
    for (const { chatId, key, json, newVersion } of writes) {
      const place = { workspace, kind, chat_id: chatId ?? 0, key }
      if (json === null) await remove(query, 'record', place)
      else await upsert(query, 'record', place, { version: newVersion, value: json, changed_at: now(), changed_by: writer })
    }
    const counted = await countRecords(
      query,
      workspace,
      kind,
      writes.flatMap(({ before }) => before ?? []),
      writes.flatMap(({ json }) => (json === null ? [] : [{ json, writer }])),
    )
    await requireShares(query, workspace, kind, counted)
    const added = writes.filter(({ json, before }) => json !== null && !before)
    for (const chatId of new Set(added.map((record) => record.chatId))) await requireRoom(query, workspace, kind, chatId)
  }

  async function requireRoom(query: Trx, workspace: string, kind: RecordKind, chatId: number | null) {
    const { number } = await rowsWith(query, 'record', { workspace, kind, chat_id: chatId ?? 0 })
      .select((is) => is.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    if (number > recordKind(kind).max) throw tooManyRecords()
  }

  function result({ member }: RecordActor, { chatId, key, value, json, newVersion }: Write): StoredRecord | null {
    return json === null ? null : { chatId, key, version: newVersion, value, changedAt: now(), changedBy: member?.name ?? '' }
  }
}

/** By place, those that are stored at the places of these. */
async function storedAt(query: Trx, workspace: string, kind: RecordKind, records: readonly ParsedRecord[]) {
  const chats = [...new Set(records.map(({ chatId }) => chatId ?? 0))]
  const keys = [...new Set(records.map(({ key }) => key))]
  const rows = await stored(query, workspace, kind, chats, keys).execute()
  return new Map(rows.map(storedOf).map((found) => [placeOf(found.record), found]))
}

function requireRights({ member }: RecordActor, kind: RecordKind, writes: readonly Write[]) {
  for (const write of writes)
    for (const record of [write.before?.record, write.json === null ? undefined : write])
      if (record && !allowsRecord(member, 'write', { ...record, kind })) throw noRight()
}

/** A change whose value has the form of its kind. */
interface ParsedRecord extends RecordChange {
  /** The value in its one form, by which values are compared; null: it is deleted. */
  json: string | null
}

interface Write extends ParsedRecord {
  newVersion: number
  before: Stored | undefined
}

/** Its result is stored already. */
const isDone = ({ before, json }: Write) => (before?.json ?? null) === json

const placeOf = ({ chatId, key }: Pick<RecordChange, 'chatId' | 'key'>) => `${chatId ?? 0} ${key}`

/** Throws a Refusal that names the records which are not valid. */
function parsedRecords(kind: RecordKind, changes: readonly RecordChange[]): ParsedRecord[] {
  const { value: schema, scope, maxBytes } = recordKind(kind)
  const places = new Set<string>()
  return changes.map((change, index) => {
    const refuse = (message: string) => invalid({ [`records.${index}`]: [message] })
    if ((scope === 'chat') !== (change.chatId !== null)) throw refuse(scope === 'chat' ? 'needs a chat' : 'must not name a chat')
    const place = placeOf(change)
    if (places.has(place)) throw refuse('is in the request twice')
    places.add(place)
    if (change.value === null) return { ...change, json: null }
    const parsed = schema.safeParse(change.value)
    if (!parsed.success) throw invalid(fieldErrors({ [`records.${index}`]: parsed.error.issues }))
    const json = JSON.stringify(parsed.data)
    if (byteLength(json) > maxBytes) throw refuse(`must have at most ${maxBytes} bytes`)
    return { ...change, value: parsed.data, json }
  })
}

/** Which right a record needs depends on its kind and chat, so the store decides it, in the same transaction as the change. */
export const recordHandlers = (store: RecordStore): GatewayHandlers<typeof records> => ({
  recordList: async ({ params, query, session: { member }, workspace }) => ({
    status: true,
    ...(await store.list({ workspace, member }, params.kind, query)),
  }),
  recordsWrite: async ({ params, body, session: { member }, workspace }) => ({
    status: true,
    data: await store.write({ workspace, member }, params.kind, body.changes),
  }),
})

interface Stored {
  record: StoredRecord
  /** The value as it is stored. */
  json: string
  /** Whose share it is in; null: whoever signed in with the account's token. */
  writer: string | null
}

/** @param chatId undefined: of all chats  @param after the `next` of the page before */
interface RecordPage {
  chatId?: number | undefined
  after?: string | undefined
}

async function storedPage(
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

const storedOf = ({ chat_id, key, version, value, changed_at, changed_by, writer }: Row): Stored => ({
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
