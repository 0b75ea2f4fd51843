import { type SelectQueryBuilder, sql } from 'kysely'
import { allows } from '#contract/gateway/grant.ts'
import { type Hit, type LastDecision, maxNamedRules, maxReviewEntries, type Review, type ReviewCount } from '#contract/gateway/review.ts'
import { maxCounted, maxPageCharacters } from '#contract/values.ts'
import type { GatewayTables, Query } from '#gateway/database/database.ts'
import { groupBy } from '#engine/group-by.ts'
import { byTime, readByIds, readNewestVisible } from '#gateway/session/read-page.ts'
import { rowsWith } from '#db/rows.ts'
import { labelsFor, mayReadRule } from '../read-rules.ts'
import { type RuleReader, readRules } from '../store.ts'
import { type HitRow, inChatsOf, namesOfRules, withRules } from './hits.ts'

/** The hits that a person may see: those in the chats of their grant. */

const decidedMs = 60_000
const maxChatHits = 1000

export async function readReview(
  query: Query,
  reviewer: RuleReader,
  now: number,
  since: number | undefined,
): Promise<Omit<Review, 'people'>> {
  const { workspace } = reviewer
  const of = hitsOf(query, reviewer)
  const firstHeld = of.select('id').where('state', '=', 'held').limit(maxReviewEntries)
  const [stopped, watch, dueIds, pausedIds, markedIds, decidedIds, waiting, today] = await Promise.all([
    rowsWith(query, 'rule_switch', { workspace }).selectAll().executeTakeFirst(),
    rowsWith(query, 'rule_watch', { workspace }).select('last').executeTakeFirst(),
    firstHeld.where('due', 'is not', null).orderBy('due').orderBy('message_id').execute(),
    firstHeld.where('due', 'is', null).select('left_ms').execute(),
    readNewestVisible(
      maxReviewEntries,
      byTime('seen_at', inState(query, reviewer, 'marked'), of.where('state', '=', 'marked').select('id'), 'time', 'message_id'),
    ),
    of
      .select('id')
      .where('state', 'not in', ['held', 'marked', 'matched'])
      .where('at', '>', now - decidedMs)
      .orderBy('at', 'desc')
      .limit(maxReviewEntries)
      .execute(),
    readOpen(query, reviewer),
    query
      .selectFrom(
        of
          .select('state')
          .where('at', '>=', since ?? now - 24 * 60 * 60_000)
          .where('by', '!=', sql.lit(''))
          .limit(maxCounted + 1)
          .as('today'),
      )
      .select((is) => [
        is.fn.countAll<number | string>().as('decided'),
        sql<number | string | null>`sum(case when state in ('spared', 'kept') then 0 else 1 end)`.as('right'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const paused = pausedIds.toSorted((one, other) => (one.left_ms ?? 0) - (other.left_ms ?? 0))
  const lists = [[...paused, ...dueIds].slice(0, maxReviewEntries), markedIds, decidedIds]
  // Each has its part, so that none takes the place of another.
  const [held = [], marked = [], decided = []] = await Promise.all(
    lists.map((ids) => readHits(query, ids, maxPageCharacters / lists.length)),
  )
  const hits = await withRules(query, workspace, [...held, ...marked, ...decided], reviewer.member)
  return {
    at: now,
    stopped: stopped?.is_on === 0 ? { at: stopped.at, by: stopped.by } : null,
    last: watch?.last ?? null,
    held: hits.slice(0, held.length),
    marked: hits.slice(held.length, held.length + marked.length),
    decided: hits.slice(held.length + marked.length),
    totals: { held: waiting.held.length, marked: waiting.marked.length },
    today: { decided: Number(today.decided), right: Number(today.right ?? 0) },
  }
}

/** In which chats messages of a state wait for a decision; more than `maxCounted`: at least so many. Those that somebody decided to delete stay held until then. */
const readChatsOf = (query: Query, reviewer: RuleReader, state: 'held' | 'marked') => {
  const of = hitsOf(query, reviewer).where('state', '=', state).select(['seen_at', 'chat_id'])
  const visible = state === 'held' ? of.where('by', '=', sql.lit('')) : of
  return readNewestVisible(maxCounted + 1, byTime('seen_at', inState(query, reviewer, state), visible))
}

const readOpen = async (query: Query, reviewer: RuleReader) => {
  const [held, marked] = await Promise.all([readChatsOf(query, reviewer, 'held'), readChatsOf(query, reviewer, 'marked')])
  return { held, marked }
}

/** How many messages wait for a decision, also by chat. */
export async function countOpen(query: Query, reviewer: RuleReader): Promise<Pick<ReviewCount, 'held' | 'marked' | 'byChat'>> {
  const { held, marked } = await readOpen(query, reviewer)
  const byChat = groupBy([...held, ...marked], ({ chat_id }) => chat_id)
  return { held: held.length, marked: marked.length, byChat: Array.from(byChat, ([chatId, rows]) => ({ chatId, messages: rows.length })) }
}

/** Also those in chats that the person may not see. */
const inState = (query: Query, { workspace }: RuleReader, state: 'held' | 'marked') => rowsWith(query, 'rule_hit', { workspace, state })

/** When the next held message is deleted; null: none is held, or all rules are stopped. */
export async function readNextDue(query: Query, reviewer: RuleReader): Promise<number | null> {
  // By their index, the next ones first.
  const held = hitsOf(query, reviewer).select('due').where('state', '=', 'held').where('due', 'is not', null)
  return (await held.orderBy('due').limit(1).executeTakeFirst())?.due ?? null
}

export async function readChatHits(
  query: Query,
  { workspace, member }: RuleReader,
  { chatId, from, to }: { chatId: number; from: number | undefined; to: number | undefined },
): Promise<Hit[]> {
  let hits = rowsWith(query, 'rule_hit', { workspace, chat_id: chatId }).select('id')
  if (from !== undefined) hits = hits.where('time', '>=', from)
  if (to !== undefined) hits = hits.where('time', '<=', to)
  const ids = await hits.orderBy('time', 'desc').orderBy('message_id', 'desc').limit(maxChatHits).execute()
  return withRules(query, workspace, await readHits(query, ids, maxPageCharacters), member)
}

const readHits = (query: Query, hits: { id: string }[], maxCharacters: number): Promise<HitRow[]> =>
  readByIds(
    hits.map(({ id }) => id),
    (ids) => rowsWith(query, 'rule_hit', { id: ids }).selectAll().execute(),
    ({ text, reasons, highlights }) => JSON.stringify(text).length + reasons.length + highlights.length,
    maxCharacters,
  )

/** The hits in the chats of a person. */
export const hitsOf = (query: Query, { workspace, member }: RuleReader): SelectQueryBuilder<GatewayTables, 'rule_hit', object> =>
  rowsWith(query, 'rule_hit', { workspace }).where(inChatsOf(member))

/** Rules that fell back to shadow, or were stopped, and wait for a decision, as far as the person may see them. */
export async function readFellBack(query: Query, reader: RuleReader): Promise<Pick<ReviewCount, 'fellBack' | 'fellBackRules'>> {
  if (!allows(reader.member, 'rules.read')) return { fellBack: 0, fellBackRules: [] }
  const { workspace, member } = reader
  const found = await rowsWith(query, 'rule', { workspace }).select('id').where('fell_back', '!=', sql.lit('')).execute()
  if (found.length === 0) return { fellBack: 0, fellBackRules: [] }
  const labels = await labelsFor(query, reader)
  const stored = await readRules(query, workspace)
  const rules = stored.filter((row) => row.fellBack !== null && mayReadRule(member, row, labels))
  const list = rules.flatMap(({ id, rule, fellBack }) => (fellBack ? [{ id, name: rule.name, ...fellBack }] : []))
  return { fellBack: rules.length, fellBackRules: list.toSorted((one, other) => other.at - one.at).slice(0, maxNamedRules) }
}

/** Hits that are read, and lines that are returned. */
const maxReadDecisions = 500
const maxLines = 8

/** The last decisions, newest first. Consecutive decisions of one person about messages of one rule are one line. */
export async function readLastDecisions(query: Query, reviewer: RuleReader): Promise<LastDecision[]> {
  const all = rowsWith(query, 'rule_hit', { workspace: reviewer.workspace })
  const decisions = hitsOf(query, reviewer)
    .select(['rule_id', 'state', 'by', 'at'])
    // A message that something else deleted was no decision.
    .where((is) => is.or([is('state', 'in', ['deleted', 'spared', 'kept']), is.and([is('state', '=', 'gone'), is('by', '!=', '')])]))
  const rows = await readNewestVisible(maxReadDecisions, byTime('at', all, decisions))
  const name = await namesOfRules(query, reviewer, [...new Set(rows.map(({ rule_id }) => rule_id))])
  const lines: LastDecision[] = []
  let ruleOfLast = ''
  for (const { rule_id, state, by, at } of rows) {
    let line = lines.at(-1)
    if (!line || rule_id !== ruleOfLast || line.by !== by) {
      if (lines.length === maxLines) break
      line = { at, ruleName: name(rule_id), by, deleted: 0, spared: 0, kept: 0 }
      lines.push(line)
      ruleOfLast = rule_id
    }
    line[state === 'spared' || state === 'kept' ? state : 'deleted'] += 1
  }
  return lines
}
