import { sql, type Kysely } from 'kysely'
import { valuesAt, type Snapshot } from '#contract/drift/version-values.ts'
import { maxVersions, versionDays, type ChatVersion, type ChatVersions, type ChatVersionValues } from '#contract/workspace/chat-versions.ts'
import { allows } from '#contract/workspace/grant.ts'
import type { SessionTables } from '../../session/tables.ts'
import { asEntries, shownCause } from '../audit/entries.ts'
import type { Member } from '../member.ts'

/** The versions of a chat's settings: its entries of the audit log, and what drift watch saw. */

type Query = Kysely<SessionTables>

export interface VersionReader {
  workspace: string
  chatId: number
  member: Member | null
  /** Milliseconds. */
  now: number
}

const dayMs = 86_400_000

export async function readVersions(query: Query, reader: VersionReader): Promise<ChatVersions> {
  const [seen, { own, hasOlder }, watchedSince] = await Promise.all([
    seenVersions(query, reader),
    ownVersions(query, reader),
    firstSeen(query, reader),
  ])
  // What drift watch saw after own changes alone is those changes, which are listed.
  const listed = [...seen.filter(({ kind }) => kind !== 'own').map(({ version }) => version), ...own]
  const newest = listed.toSorted((one, other) => other.at - one.at)
  return {
    versions: newest.slice(0, maxVersions),
    hasOlder: hasOlder || newest.length > maxVersions || (watchedSince !== null && watchedSince < (seen[0]?.at ?? 0)),
    watchedSince,
  }
}

/** null where there is no such version. */
export async function readVersion(query: Query, reader: VersionReader, id: string): Promise<ChatVersionValues | null> {
  const [seen, { own }] = await Promise.all([seenVersions(query, reader), ownVersions(query, reader)])
  const version = [...seen.map((one) => one.version), ...own].find((one) => one.id === id)
  if (!version) return null
  const { kind, at, from } = version
  return { id, kind, at, from, values: valuesOf(version, own, seen) as ChatVersionValues['values'] }
}

function valuesOf({ id, at }: ChatVersion, own: ChatVersion[], seen: Seen[]) {
  const snapshot = seen.find(({ version }) => version.id === id)
  return snapshot ? snapshot.values : valuesAt(at, own.toReversed(), seen)
}

interface Seen extends Snapshot {
  kind: ChatVersion['kind']
  version: ChatVersion
}

const ofChat = (query: Query, { workspace, chatId, now }: VersionReader) =>
  query
    .selectFrom('drift_version')
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .where('at', '>', now - versionDays * dayMs)

async function firstSeen(query: Query, reader: VersionReader): Promise<number | null> {
  const first = await ofChat(query, reader).select('at').orderBy('at').limit(1).executeTakeFirst()
  return first?.at ?? null
}

/** The newest ones, oldest first. */
async function seenVersions(query: Query, reader: VersionReader): Promise<Seen[]> {
  const rows = await ofChat(query, reader).selectAll().orderBy('at', 'desc').limit(maxVersions).execute()
  return rows.toReversed().map(({ at, kind, looked_before, value, changes }) => ({
    at,
    kind,
    // Only this gateway writes these columns, in this form.
    values: JSON.parse(value) as Snapshot['values'],
    version: {
      id: `s${at}`,
      kind,
      at,
      from: looked_before,
      who: null,
      cause: null,
      changes: JSON.parse(changes) as ChatVersion['changes'],
    },
  }))
}

/** Newest first. */
async function ownVersions(query: Query, { workspace, chatId, member, now }: VersionReader) {
  const rows = await query
    .selectFrom('audit_line')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .where('kind', '=', sql.lit('entry'))
    .where('action', '=', 'chatUpdate')
    .where('at', '>', now - versionDays * dayMs)
    .orderBy('line', 'desc')
    .limit(maxVersions + 1)
    .execute()
  const entries = await asEntries(query, workspace, rows.slice(0, maxVersions), now)
  const seesWho = allows(member, 'audit.read')
  const own = entries
    .filter(({ entry }) => entry.outcome === 'done' && entry.changes.length > 0)
    .map(({ entry: { id, at, who, cause, changes } }): ChatVersion => ({
      id: `a${id}`,
      kind: 'own',
      at,
      from: null,
      who: seesWho ? who : null,
      cause: seesWho ? shownCause(cause, member) : null,
      changes,
    }))
  return { own, hasOlder: rows.length > maxVersions }
}
