import { sql, type Selectable } from 'kysely'
import type { AuditEntry, AuditEntryDetails, AuditOutcome, AuditStep } from '#contract/gateway/audit.ts'
import { unnamedRule, type Cause } from '#contract/gateway/cause.ts'
import { allows } from '#contract/gateway/grant.ts'
import { rowsWith } from '#db/rows.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import type { Member } from '../access/member.ts'
import { dataOf, type EntryData, type OutcomeData } from './line.ts'

/** Rows as entries: each with its outcome, and with what undid it. */

export type LineRow = Selectable<GatewayTables['audit_line']>

/** After this time without an outcome its gateway is gone, or could not write it. */
export const runningMs = 60_000

export interface ShownEntry {
  entry: AuditEntry
  row: LineRow
  outcomes: LineRow[]
}

/** @param now milliseconds */
export async function asEntries(query: Query, workspace: string, rows: LineRow[], now: number): Promise<ShownEntry[]> {
  if (rows.length === 0) return []
  const lines = rows.map(({ line }) => line)
  const [outcomes, undone] = await Promise.all([outcomesOf(query, workspace, lines), undosOf(query, workspace, lines)])
  return rows.map((row) => {
    const own = outcomes.filter(({ entry }) => entry === row.line).toSorted((one, other) => one.line - other.line)
    return { row, outcomes: own, entry: asEntry(row, own, undone.get(row.line) ?? null, now) }
  })
}

/** In no order: SQLite would rather read all lines in their order than use the index and sort. */
const outcomesOf = (query: Query, workspace: string, entries: number[]) =>
  rowsWith(query, 'audit_line', { workspace, kind: sql.lit('outcome'), entry: entries })
    .selectAll()
    .execute()

/** A text may have hundreds of kilobytes, and only a name is needed of it. */
const step = 20

async function undosOf(query: Query, workspace: string, lines: number[]): Promise<Map<number, AuditEntry['undoneBy']>> {
  // The same may be undone any number of times.
  const last = await rowsWith(query, 'audit_line', { workspace, undo_of: lines })
    .select((is) => is.fn.max('line').as('line'))
    .where(knownOutcome, '=', 'done')
    .groupBy('undo_of')
    .execute()
  const undos = new Map<number, AuditEntry['undoneBy']>()
  for (let start = 0; start < last.length; start += step) {
    const rows = await rowsWith(query, 'audit_line', { workspace, line: last.slice(start, start + step).map(({ line }) => line) })
      .select(['line', 'at', 'text', 'undo_of'])
      .execute()
    for (const { line, at, text, undo_of } of rows) undos.set(undo_of!, { id: line, at, name: dataOf<EntryData>(text).who.name })
  }
  return undos
}

/** The outcome of the entry of a row; null while it is unknown. There is one at most (writer.ts). */
export const knownOutcome = sql<string | null>`(
  select outcome from audit_line as o
  where o.workspace = audit_line.workspace and o.entry = audit_line.line and o.kind = 'outcome' and o.outcome <> 'unknown'
)`

/** The outcome that counts: the one that is known, else the last. */
const effective = (outcomes: LineRow[]): LineRow | undefined => outcomes.find(({ outcome }) => outcome !== 'unknown') ?? outcomes.at(-1)

function asEntry(row: LineRow, outcomes: LineRow[], undoneBy: AuditEntry['undoneBy'], now: number): AuditEntry {
  const { who, from, chatId, chatName, action, kind, subject, target, changes, count, cause } = dataOf<EntryData>(row.text)
  const last = effective(outcomes)
  const told = last && dataOf<OutcomeData>(last.text)
  const outcome: AuditOutcome = told?.outcome ?? (row.at > now - runningMs ? 'running' : 'unknown')
  const shown = { who, from, chatId: chatId ?? told?.chatId ?? null, chatName, action, kind, subject, target, changes, count, cause }
  return { id: row.line, at: row.at, ...shown, outcome, message: told?.message ?? '', undoneBy }
}

/** The names of rules are for people who may see rules. */
export const shownCause = (cause: Cause, member: Member | null): Cause =>
  cause.kind === 'rule' && !allows(member, 'rules.read') ? { ...cause, title: unnamedRule } : cause

export function detailsOf({ entry, row, outcomes }: ShownEntry): Omit<AuditEntryDetails, 'chain'> {
  const { request } = dataOf<EntryData>(row.text)
  return {
    ...entry,
    steps: [{ at: row.at, kind: 'written', note: '', line: row.line }, ...outcomes.flatMap((outcome) => stepsOf(request, outcome))],
    lines: [row, ...outcomes].map(({ line, hash }) => ({ line, sha256: hash })),
  }
}

function stepsOf(request: string, { line, text }: LineRow): AuditStep[] {
  const { at, sent, answered, outcome, message, isFound, isReplayed } = dataOf<OutcomeData>(text)
  const answer = outcome === 'done' ? 'status: true' : message
  const note = isReplayed ? `${answer} (not carried out again: the answer to an earlier request with the same key)` : answer
  const kind = isFound ? 'found' : outcome === 'done' ? 'confirmed' : outcome === 'refused' ? 'refused' : 'unanswered'
  return [
    ...(sent === undefined ? [] : [{ at: sent, kind: 'sent' as const, note: request, line: null }]),
    { at: answered ?? at, kind, note, line },
  ]
}
