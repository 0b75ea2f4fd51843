import type { Transaction } from 'kysely'
import { byteLength } from '#contract/values.ts'
import type { Grant } from '#contract/workspace/grant.ts'
import { allowsRecord, recordKind, type RecordKind, visibleRecord } from '#contract/workspace/record-kinds.ts'
import type { RecordChange, StoredRecord } from '#contract/workspace/records.ts'
import type { Database } from '#db/open.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { noRight, recordsChanged, tooManyRecords } from '../../refusals.ts'
import type { SessionTables } from '../../session/tables.ts'
import { type RecordPage, stored, type Stored, storedOf, storedPage } from './read-records.ts'
import { countRecords, requireShares } from './shares.ts'

/** Who reads or changes records, and of which account. */
export interface RecordActor {
  /** The account's identity. */
  workspace: string
  /** null: whoever signed in with the account's token. */
  member: (Grant & { id: string; name: string }) | null
}

export interface RecordStore {
  /** A page of those that the actor may see, in the order of their chats and keys. Throws a Refusal. */
  list: (actor: RecordActor, kind: RecordKind, page: RecordPage) => Promise<{ data: StoredRecord[]; next: string | null }>
  /**
   * All changes or none, by compare-and-swap. A change whose result is stored already counts as done, so that it can be repeated. Resolves to the
   * stored records in the order of the changes, null where one was deleted. Throws a Refusal.
   */
  write: (actor: RecordActor, kind: RecordKind, changes: RecordChange[]) => Promise<(StoredRecord | null)[]>
}

type Transacting = Transaction<SessionTables>
/** What follows from changes of records, in the same transaction. A Refusal that it throws undoes them. */
export type AfterWrite = (query: Transaction<SessionTables>, actor: RecordActor, kind: RecordKind, changed: Changed[]) => Promise<void>
type Changed = Pick<ParsedRecord, 'chatId' | 'key'>

/** @param now the time in Unix seconds */
export function createRecordStore(
  database: Pick<Database<SessionTables>, 'query' | 'transaction' | 'serializable'>,
  now: () => number,
  afterWrite?: AfterWrite,
): RecordStore {
  return {
    list: async ({ workspace, member }, kind, { chatId, after }) => {
      if (!allowsRecord(member, 'read', { kind, chatId: chatId ?? null, key: '', value: null })) throw noRight()
      const chats = chatId === undefined && member && member.chats !== 'all' ? [0, ...member.chats] : undefined
      const { rows, next } = await storedPage(database.query, workspace, kind, chatId === undefined ? chats : [chatId], after)
      const data = rows
        .map(({ record }) => record)
        .filter((record) => allowsRecord(member, 'read', { kind, ...record }))
        .map((record) => visibleRecord(member, kind, record))
      return { data, next }
    },

    write: async (actor, kind, changes) => {
      const parsed = parsedRecords(changes.map((change) => ({ ...change, kind })))
      return inTransaction(parsed, async (query) => {
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
        if (written.length > 0) await afterWrite?.(query, actor, kind, written)
        return fresh.map((change, index) => (isDone[index] ? (before[index]?.record ?? null) : result(actor, change)))
      })
    },
  }

  /** What goes on under the name of a person must see a removal that happens meanwhile (lent/require-lender.ts). For others the lock below is enough. */
  function inTransaction<T>(records: readonly ParsedRecord[], work: (query: Transacting) => Promise<T>): Promise<T> {
    return records.some(({ kind }) => kind === 'chat-hours') ? database.serializable(work) : database.transaction(work)
  }

  /** Locks the account's records for this transaction. Resolves to the last of as many new versions. */
  async function lock(query: Transacting, workspace: string, versions: number): Promise<number> {
    await query
      .insertInto('record_total')
      .values({ workspace, version: 0 })
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
    const counted = await countRecords(
      query,
      workspace,
      changes.flatMap(({ kind }, index) => (before[index] ? [{ kind, ...before[index] }] : [])),
      changes.flatMap(({ kind, json }) => (json === null ? [] : [{ kind, json, writer: at.changed_by }])),
    )
    await requireShares(query, workspace, counted)
    const added = changes.filter(({ json }, index) => json !== null && !before[index])
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
    for (const one of (await stored(query, workspace, kind, chats, keys).execute()).map(storedOf))
      found.set(placeOf({ kind, ...one.record }), one)
  }
  return records.map((record) => found.get(placeOf(record)))
}

function requireRights({ member }: RecordActor, changes: ParsedRecord[], before: (Stored | undefined)[]) {
  for (const [index, change] of changes.entries())
    for (const record of [before[index]?.record, change.json === null ? undefined : change])
      if (record && !allowsRecord(member, 'write', { ...record, kind: change.kind })) throw noRight()
}

interface SentRecord {
  kind: RecordKind
  chatId: number | null
  key: string
  /** null: it is deleted. */
  value: unknown
}

/** A record whose value has the form of its kind. */
interface ParsedRecord extends SentRecord {
  /** The value in its one form, by which values are compared; null: it is deleted. */
  json: string | null
}

const placeOf = ({ kind, chatId, key }: Pick<SentRecord, 'kind' | 'chatId' | 'key'>) => `${kind} ${chatId ?? 0} ${key}`

/** Throws a Refusal that names the records which are not valid. */
function parsedRecords(records: SentRecord[]): ParsedRecord[] {
  const places = new Set<string>()
  return records.map((record, index) => {
    const { value: schema, scope, maxBytes } = recordKind(record.kind)
    const refuse = (message: string) => invalid({ [`records.${index}`]: [message] })
    if ((scope === 'chat') !== (record.chatId !== null)) throw refuse(scope === 'chat' ? 'needs a chat' : 'must not name a chat')
    const place = placeOf(record)
    if (places.has(place)) throw refuse('is in the request twice')
    places.add(place)
    if (record.value === null) return { ...record, json: null }
    const parsed = schema.safeParse(record.value)
    if (!parsed.success) throw invalid(fieldErrors({ [`records.${index}`]: parsed.error.issues }))
    const json = JSON.stringify(parsed.data)
    if (byteLength(json) > maxBytes) throw refuse(`must have at most ${maxBytes} bytes`)
    return { ...record, value: parsed.data, json }
  })
}
