import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { maxAuditPageSize, maxAuditScan, type AuditFilters, type AuditQuery } from '#contract/gateway/audit.ts'
import type { ApiName } from '#contract/api.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { Right } from '#contract/gateway/rights.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import { rowsWith } from '#db/rows.ts'
import { readPage } from '../session/read-page.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import type { Member } from '../access/member.ts'
import { knownOutcome, runningMs, type LineRow } from './entries.ts'
import { searchable } from './line.ts'

/**
 * Finds entries, newest first. Chat, person and time are answered by indexes; for all other filters at most `maxAuditScan` entries are looked at, so that
 * no search takes longer than that, however many entries there are.
 */

export interface Reader {
  workspace: string
  member: Member | null
  /** The reader's own entries, as in the column `who`. */
  who: string
  /** Only those. */
  isOwn: boolean
  /** Only those of others, without sign-ins. */
  isOfOthers?: true
  /** Milliseconds. */
  now: number
}

interface Found {
  rows: LineRow[]
  /** Where the search continues; null = everything was looked at. */
  next: number | null
}

type Where = ExpressionBuilder<GatewayTables, 'audit_line'>

const defaultPageSize = 50

/** @param only this entry */
export async function findEntries(query: Query, reader: Reader, filters: AuditQuery, only?: number): Promise<Found> {
  const found = await findPage(query, reader, filters, only)
  if (found.next !== null || filters.chat === undefined) return found
  return { rows: [...found.rows, ...(await creationOfChat(query, reader, filters))], next: null }
}

/** The oldest entry of a chat is its creation, which did not know its number yet. Empty where it does not match the other filters. */
async function creationOfChat(query: Query, reader: Reader, { chat, ...others }: AuditQuery): Promise<LineRow[]> {
  const created = chat === undefined ? undefined : await creationOf(query, reader, chat)
  if (created === undefined || created >= (others.before ?? Number.POSITIVE_INFINITY)) return []
  return (await findPage(query, reader, { ...others, before: created + 1 }, created)).rows
}

async function creationOf(query: Query, { workspace }: Reader, chat: number): Promise<number | undefined> {
  const outcome = rowsWith(query, 'audit_line', { workspace, chat_id: chat }).select('entry')
  return (await outcome.where('kind', '=', 'outcome').limit(1).executeTakeFirst())?.entry
}

async function findPage(query: Query, reader: Reader, filters: AuditQuery, only: number | undefined): Promise<Found> {
  const limit = Math.min(filters.limit ?? defaultPageSize, maxAuditPageSize)
  const found = await scan(await entriesBy(query, reader, filters, only), conditionsOf(reader, filters), limit)
  const lines = found.lines.slice(0, limit)
  const { rows } = await readPage<LineRow>(
    limit,
    (count, last) => readLines(query, reader, lines.slice(last ? lines.indexOf(last.line) + 1 : 0).slice(0, count)),
    ({ text }) => text.length,
  )
  return { rows, next: rows.length < found.lines.length ? rows.at(-1)!.line : found.next }
}

const readLines = async (query: Query, { workspace }: Reader, lines: number[]): Promise<LineRow[]> =>
  lines.length === 0 ? [] : rowsWith(query, 'audit_line', { workspace, line: lines }).selectAll().orderBy('line', 'desc').execute()

/** Entries that are looked at in one statement: SQLite reads all of a long text to compare what is stored behind it. */
const scanStep = 250

/**
 * The lines of the entries that meet the conditions.
 * @param max no more are looked for once there are more than this
 */
async function scan(entries: Awaited<ReturnType<typeof entriesBy>>, conditions: Condition[], max: number) {
  const lines: number[] = []
  let next: number | null = null
  for (let looked = 0; looked < maxAuditScan && lines.length <= max; looked += scanStep) {
    const rows = await (next === null ? entries : entries.where('line', '<', next))
      .select((eb) => [
        'line',
        eb
          .case()
          .when(eb.and(conditions.map((condition) => condition(eb))))
          .then(1)
          .else(0)
          .end()
          .as('matches'),
      ])
      .limit(scanStep)
      .execute()
    lines.push(...rows.filter(({ matches }) => matches === 1).map(({ line }) => line))
    if (rows.length < scanStep) return { lines, next: null }
    next = rows.at(-1)!.line
    await yieldToEventLoop()
  }
  return { lines, next }
}

/** How many entries match; `isAtLeast` where not all were looked at. */
export async function countEntries(query: Query, reader: Reader, filters: AuditFilters): Promise<{ matching: number; isAtLeast: boolean }> {
  const { lines, next } = await scan(await entriesBy(query, reader, filters), conditionsOf(reader, filters), maxAuditScan)
  return { matching: lines.length + (await creationOfChat(query, reader, filters)).length, isAtLeast: next !== null }
}

export const isUnfiltered = (reader: Reader, filters: AuditFilters): boolean =>
  !reader.isOwn &&
  conditionsOf(reader, filters).length === 0 &&
  (['chat', 'person', 'from', 'to'] as const).every((name) => filters[name] === undefined)

/** What an index answers. */
async function entriesBy(query: Query, { workspace, who, isOwn }: Reader, { before, chat, person, from, to }: AuditQuery, only?: number) {
  let found = rowsWith(query, 'audit_line', { workspace, kind: sql.lit('entry') }).orderBy('line', 'desc')
  if (only !== undefined) found = found.where('line', '=', only)
  if (isOwn) found = found.where('who', '=', who)
  if (before !== undefined) found = found.where('line', '<', before)
  if (chat !== undefined) found = found.where('chat_id', '=', chat)
  else if (person !== undefined && !isOwn && person !== 'program') found = found.where('who', '=', whoOf(person))
  if (from !== undefined)
    found = found.where('line', '>=', await firstLineSince(query, workspace, from - maxSkewMs)).where('at', '>=', from)
  if (to !== undefined) found = found.where('line', '<', await firstLineSince(query, workspace, to + maxSkewMs)).where('at', '<', to)
  return found
}

/** The clocks of several gateways may differ by this, so that later lines have earlier times. */
const maxSkewMs = 60_000

export async function firstLineSince(query: Query, workspace: string, at: number): Promise<number> {
  const found = await rowsWith(query, 'audit_line', { workspace })
    .select('line')
    .where('at', '>=', at)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return found?.line ?? Number.MAX_SAFE_INTEGER
}

const namedWho: ReadonlySet<string> = new Set(['token', 'roomkeeper'])
const whoOf = (person: string) => (namedWho.has(person) || person.startsWith('program:') ? person : `person:${person}`)

type Condition = (eb: Where) => Expression<SqlBool>

/** What is compared entry by entry. */
function conditionsOf(reader: Reader, { person, chat, kind, action, outcome, field, text }: AuditFilters): Condition[] {
  const conditions = visibleTo(reader)
  if (reader.isOfOthers) conditions.push((eb) => eb.and([eb('who', '<>', reader.who), eb('action_kind', '<>', 'access')]))
  if (person !== undefined && !reader.isOwn) {
    if (person === 'program') conditions.push((eb) => eb('who', 'like', 'program:%'))
    // The index of the chat is used then.
    else if (chat !== undefined) conditions.push((eb) => eb('who', '=', whoOf(person)))
  }
  if (kind !== undefined) conditions.push((eb) => eb('action_kind', '=', kind))
  if (action !== undefined) conditions.push((eb) => eb('action', '=', action))
  if (field !== undefined) conditions.push(() => contains('fields', ` ${field} `))
  for (const word of wordsOf(text)) conditions.push(() => contains('search', word))
  if (outcome !== undefined) conditions.push((eb) => outcomeIs(eb, outcome, reader.now))
  return conditions
}

const wordsOf = (text = '') => searchable(text).split(/\s+/).filter(Boolean).slice(0, 10)

const contains = (column: 'fields' | 'search', part: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${part.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`

function outcomeIs(eb: Where, outcome: NonNullable<AuditFilters['outcome']>, now: number) {
  if (outcome !== 'unknown' && outcome !== 'running') return eb(knownOutcome, '=', outcome)
  const isUnwritten = sql<SqlBool>`not exists (
    select 1 from audit_line as o where o.workspace = audit_line.workspace and o.entry = audit_line.line and o.kind = 'outcome'
  )`
  const isRunning = eb.and([isUnwritten, eb('at', '>', now - runningMs)])
  return outcome === 'running' ? isRunning : eb.and([eb(knownOutcome, 'is', null), eb.not(isRunning)])
}

/** The changes of the account itself, and the right to see what they change. */
const ofAccount: Partial<Record<ApiName, Right>> = {
  accountUpdate: 'account.read',
  currencySet: 'account.read',
  socialUpdate: 'social.read',
}

/**
 * Not chats outside the grant, and not what only those see who may see people. What is of no single chat, such as a rule, a word list or a preset, may be
 * about any: only people with all chats see its entries. One's own entries are visible in any case.
 */
function visibleTo({ member, who, isOwn }: Reader): Condition[] {
  if (member === null || isOwn) return []
  const { chats } = member
  const visible: Condition[] = []
  if (chats !== 'all') {
    const actions = Object.entries(ofAccount).flatMap(([action, right]) => (allows(member, right) ? [action] : []))
    const isOfAccount = (eb: Where) => eb.and([eb('chat_id', 'is', null), eb('action', 'in', actions)])
    visible.push((eb) =>
      eb.or([
        eb('who', '=', who),
        ...(actions.length > 0 ? [isOfAccount(eb)] : []),
        ...(chats.length > 0 ? [eb('chat_id', 'in', chats)] : []),
      ]),
    )
  }
  if (!seesPeople(member)) visible.push((eb) => eb.or([eb('who', '=', who), eb('action_kind', 'not in', ['team', 'access'])]))
  return visible
}

export const seesPeople = (member: Member | null): boolean => allows(member, 'people.read')
