import { sql } from 'kysely'
import { rowsWith } from '#db/rows.ts'
import { columnsOf, hashOf, noHash, type CutData, type NewLine } from './line.ts'
import type { LineRow } from './entries.ts'
import type { Keys } from '../session/seal.ts'
import type { Query } from '../database/database.ts'

/** Whether the lines are those that were written: each follows the one before it, and its columns say what its text says. */

/** Why a line is not the one that was written; null = it is. */
export function problemOf(row: LineRow, expected: { line: number; previous: string }): string | null {
  if (row.line !== expected.line) return `line ${expected.line} is missing`
  if (hashOf(expected.previous, row.text) !== row.hash) return `line ${row.line} was changed, or the line before it`
  // Its text is as it was written, so it has this form.
  const { workspace, line, at, type, entry, ...data } = JSON.parse(row.text) as {
    workspace: string
    line: number
    at: number
    type: string
    entry: number
  }
  const columns = { workspace, line, at, kind: type, entry, ...columnsOf({ kind: type, workspace, at, entry, data } as unknown as NewLine) }
  const wrong = Object.entries(columns).find(([name, value]) => row[name as keyof LineRow] !== value)
  return wrong ? `line ${row.line} has another “${wrong[0]}” than its text` : null
}

export const linesAfter = (query: Query, workspace: string, line: number, limit: number): Promise<LineRow[]> =>
  rowsWith(query, 'audit_line', { workspace }).selectAll().where('line', '>', line).orderBy('line').limit(limit).execute()

/** The last cut of a workspace; null if nothing was ever deleted. */
export async function lastCut(query: Query, workspace: string): Promise<CutData | null> {
  const cut = rowsWith(query, 'audit_line', { workspace, kind: sql.lit('cut') }).select('text')
  const row = await cut.orderBy('line', 'desc').limit(1).executeTakeFirst()
  return row ? (JSON.parse(row.text) as CutData) : null
}

const cutText = (workspace: string, { through, hash }: Pick<CutData, 'through' | 'hash'>) => `${workspace} ${through} ${hash}`

export const signCut = (keys: Keys, workspace: string, cut: Pick<CutData, 'through' | 'hash'>): CutData => ({
  ...cut,
  signature: keys.sign('audit-cut', cutText(workspace, cut)),
})

const pageSize = 1000

export interface Checked {
  workspace: string
  /** Lines that were checked. */
  lines: number
  /** The first of them and the last; 0 = none. */
  first: number
  last: number
  /** The hash of the last line. Kept elsewhere, it shows later that nothing up to it was rewritten. */
  hash: string
  /** What does not match first; null = the chain is whole. */
  problem: string | null
}

/** Checks all lines of a workspace, a page at a time, within a snapshot. Earlier lines may be missing only up to a cut that is signed with one of the keys. */
export async function verifyAll(query: Query, workspace: string, keys: Keys | null): Promise<Checked> {
  const cut = await lastCut(query, workspace)
  const [start] = await linesAfter(query, workspace, 0, 1)
  const checked: Checked = { workspace, lines: 0, first: start?.line ?? 0, last: 0, hash: noHash, problem: null }
  if (cut && !keys) return { ...checked, problem: 'lines were deleted, and without the key file it cannot be checked who did it' }
  if (cut && !keys?.isSigned('audit-cut', cutText(workspace, cut), cut.signature))
    return { ...checked, problem: 'the line that says which lines were deleted is not signed with the key file' }
  const through = cut?.through ?? 0
  if (start && start.line > through + 1) return { ...checked, problem: `lines ${through + 1} to ${start.line - 1} are missing` }
  // A deletion that is under way: what is left of the lines leads to the hash that was signed.
  const isWithin = start !== undefined && start.line <= through
  let { line, hash } = isWithin ? start : { line: through, hash: cut?.hash ?? noHash }
  for (;;) {
    const rows = await linesAfter(query, workspace, line, pageSize)
    for (const row of rows) {
      const problem = problemOf(row, { line: line + 1, previous: hash })
      if (problem) return { ...checked, last: line, hash, problem }
      ;({ line, hash } = row)
      checked.lines++
      if (line === through && hash !== cut?.hash)
        return { ...checked, last: line, hash, problem: `line ${line} is not the one that was signed` }
    }
    if (rows.length < pageSize) break
  }
  const head = await rowsWith(query, 'audit_head', { workspace }).select(['line', 'hash']).executeTakeFirst()
  const isAtHead = head?.line === line && head.hash === hash
  return { ...checked, last: line, hash, problem: isAtHead ? null : `the lines after ${line} are missing` }
}

/** Lines of one step of the upkeep: the thread that answers everybody works on them for some milliseconds. */
export const stepSize = 200

/** Continues the check of a workspace where it ended. Resolves to whether there is more to check. @param now milliseconds */
export async function checkFurther(query: Query, workspace: string, now: number): Promise<boolean> {
  const head = await rowsWith(query, 'audit_head', { workspace }).selectAll().executeTakeFirst()
  if (!head) return false
  const rows = await linesAfter(query, workspace, head.checked_line, stepSize)
  let [line, hash] = [head.checked_line, head.checked_hash]
  let brokenAt: number | null = null
  for (const row of rows) {
    if (problemOf(row, { line: line + 1, previous: hash })) {
      brokenAt = line + 1
      break
    }
    ;({ line, hash } = row)
  }
  // Lines that were added since the head was read come with the next step.
  if (brokenAt === null && rows.length < stepSize && line < head.line) brokenAt = line + 1
  await query
    .updateTable('audit_head')
    .set({ checked_line: line, checked_hash: hash, checked_at: now, broken_at: brokenAt })
    .where('workspace', '=', workspace)
    // Another gateway may have checked further meanwhile.
    .where('checked_line', '<=', line)
    .execute()
  return brokenAt === null && rows.length === stepSize
}
