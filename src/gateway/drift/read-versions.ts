import { type Selectable, sql } from 'kysely'
import { type KnownChange, combine, withChanges } from '#engine/drift/version-values.ts'
import {
  type ChatVersion,
  type ChatVersionValues,
  type ChatVersions,
  type chatVersions,
  maxVersions,
  versionDays,
} from '#contract/gateway/chat-versions.ts'
import { allows } from '#contract/gateway/grant.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import { rowsWith } from '#db/rows.ts'
import { readPage } from '../session/read-page.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { type LineRow, asEntries, shownCause } from '../audit/entries.ts'
import type { Member } from '../access/member.ts'
import { notFound } from '../refusals.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'

/**
 * The versions of a chat's settings: its entries of the audit log, and what drift watch saw. Each may have hundreds of kilobytes, and there may be
 * thousands, so they are read a part at a time.
 */

export interface VersionReader {
  workspace: string
  chatId: number
  member: Member | null
  /** Milliseconds. */
  now: number
}

const dayMs = 86_400_000

/** @param before the `next` of the page before */
export async function readVersions(query: Query, reader: VersionReader, before: string | undefined): Promise<ChatVersions> {
  const [seenBefore = newest, ownBefore = newest] = before?.split('-').map(Number) ?? []
  const [seen, own, first] = await Promise.all([
    seenPage(query, reader, seenBefore),
    ownPage(query, reader, ownBefore),
    snapshots(query, reader).select('at').orderBy('at').limit(1).executeTakeFirst(),
  ])
  // No further than both lists were read: what is older in one could be newer than what follows in the other.
  const end = Math.max(0, ...[seen, own].flatMap(({ rows, isWhole }) => (isWhole ? [] : [Math.min(...rows.map(({ at }) => at))])))
  const seenRows = untilTime(seen.rows, end)
  const ownRows = untilTime(own.rows, end)
  // What drift watch saw after own changes alone is those changes, which are listed.
  const listed = [...seenRows.filter(({ kind }) => kind !== 'own').map(seenVersion), ...(await ownVersions(query, reader, ownRows))]
  const hasMore = end > 0 || seenRows.length < seen.rows.length || ownRows.length < own.rows.length
  return {
    versions: listed.toSorted((one, other) => other.at - one.at),
    next: hasMore ? `${seenRows.at(-1)?.at ?? seenBefore}-${ownRows.at(-1)?.line ?? ownBefore}` : null,
    watchedSince: first?.at ?? null,
  }
}

const newest = Number.MAX_SAFE_INTEGER

function untilTime<Row extends { at: number }>(rows: Row[], end: number): Row[] {
  const older = rows.findIndex(({ at }) => at < end)
  return older === -1 ? rows : rows.slice(0, older)
}

/** null where there is no such version. */
export async function readVersion(query: Query, reader: VersionReader, id: string): Promise<ChatVersionValues | null> {
  const number = Number(id.slice(1))
  if (id.startsWith('s')) {
    const row = await snapshots(query, reader).selectAll().where('at', '=', number).executeTakeFirst()
    return row ? { id, kind: row.kind, at: row.at, from: row.looked_before, values: valuesOf(row) } : null
  }
  const rows = await ownEntries(query, reader).selectAll().where('line', '=', number).execute()
  const [version] = await ownVersions(query, reader, rows)
  if (!version) return null
  const { kind, at, from } = version
  return { id, kind, at, from, values: await ownValues(query, reader, at) }
}

/** The settings right after a change. From the newest snapshot before it, changes are made; without one, they are taken back from the first. */
async function ownValues(query: Query, reader: VersionReader, at: number): Promise<Values> {
  const all = snapshots(query, reader).select(['at', 'value'])
  const earlier = await all.where('at', '<=', at).orderBy('at', 'desc').limit(1).executeTakeFirst()
  const snapshot = earlier ?? (await all.orderBy('at').limit(1).executeTakeFirst())
  const own = ownEntries(query, reader).selectAll().orderBy('line').limit(step)
  const between = earlier
    ? own.where('at', '>', earlier.at).where('at', '<=', at)
    : own.where('at', '>', at).where('at', '<=', snapshot?.at ?? Number.MAX_SAFE_INTEGER)
  const sum = new Map<string, KnownChange>()
  let rows: LineRow[] = []
  do {
    rows = await between.where('line', '>', rows.at(-1)?.line ?? 0).execute()
    for (const { changes } of await ownVersions(query, reader, rows)) combine(sum, changes)
    await yieldToEventLoop()
  } while (rows.length === step)
  return withChanges(snapshot ? valuesOf(snapshot) : {}, sum.values(), earlier ? 'after' : 'before') as Values
}

const step = 20

const snapshots = (query: Query, { workspace, chatId, now }: VersionReader) =>
  rowsWith(query, 'drift_version', { workspace, chat_id: chatId }).where('at', '>', now - versionDays * dayMs)

type Values = ChatVersionValues['values']
// Only this gateway writes the columns, in this form.
const valuesOf = ({ value }: { value: string }) => JSON.parse(value) as Values
const changesIn = (json: string) => JSON.parse(json) as ChatVersion['changes']

type SeenRow = Pick<Selectable<GatewayTables['drift_version']>, 'at' | 'kind' | 'looked_before' | 'changes'>

/** Newest first. */
const seenPage = (query: Query, reader: VersionReader, before: number) =>
  readPage<SeenRow>(
    maxVersions,
    (count, last) =>
      snapshots(query, reader)
        .select(['at', 'kind', 'looked_before', 'changes'])
        .where('at', '<', last?.at ?? before)
        .orderBy('at', 'desc')
        .limit(count)
        .execute(),
    ({ changes }) => changes.length,
  )

const seenVersion = ({ at, kind, looked_before, changes }: SeenRow): ChatVersion => {
  return { id: `s${at}`, kind, at, from: looked_before, who: null, cause: null, changes: changesIn(changes) }
}

const ownEntries = (query: Query, { workspace, chatId, now }: VersionReader) =>
  rowsWith(query, 'audit_line', { workspace, chat_id: chatId, kind: sql.lit('entry'), action: 'chatUpdate' }).where(
    'at',
    '>',
    now - versionDays * dayMs,
  )

/** Newest first. */
const ownPage = (query: Query, reader: VersionReader, before: number) =>
  readPage<LineRow>(
    maxVersions,
    (count, last) =>
      ownEntries(query, reader)
        .selectAll()
        .where('line', '<', last?.line ?? before)
        .orderBy('line', 'desc')
        .limit(count)
        .execute(),
    ({ text }) => text.length,
  )

/** Those that changed something. */
async function ownVersions(query: Query, { workspace, member, now }: VersionReader, rows: LineRow[]): Promise<ChatVersion[]> {
  const entries = await asEntries(query, workspace, rows, now)
  const seesWho = allows(member, 'audit.read')
  return entries
    .filter(({ entry }) => entry.outcome === 'done' && entry.changes.length > 0)
    .map(({ entry: { id, at, who, cause, changes } }) => ({
      id: `a${id}`,
      kind: 'own',
      at,
      from: null,
      who: seesWho ? who : null,
      cause: seesWho ? shownCause(cause, member) : null,
      changes,
    }))
}

/** The known versions of a chat's settings. */
export function versionHandlers({ database: { query }, now }: HandlerOptions): GatewayHandlers<typeof chatVersions> {
  const readerOf = ({ session, workspace }: SignedInRequest, chatId: number): VersionReader => ({
    workspace,
    chatId,
    member: session.member,
    now: now() * 1000,
  })
  return {
    versionList: async (request) => ({
      status: true,
      data: await readVersions(query, readerOf(request, request.params.chatId), request.query.before),
    }),
    versionRead: async (request) => {
      const data = await readVersion(query, readerOf(request, request.params.chatId), request.params.versionId)
      if (!data) throw notFound('This version')
      return { status: true, data }
    },
  }
}
