import type { PlannedKind } from '#contract/workspace/standing-access.ts'

/** Actions that are due and have not started. */
export interface Backlog {
  /** Milliseconds; null: there are none. */
  oldestDue: number | null
  due: Partial<Record<PlannedKind, number>>
}

export function backlogOf(rows: readonly { kind: PlannedKind; due: number; not_before: number }[]): Backlog {
  const due: Backlog['due'] = {}
  for (const { kind } of rows) due[kind] = (due[kind] ?? 0) + 1
  // A failed action is due again after a wait.
  const times = rows.map((row) => Math.max(row.due, row.not_before))
  return { oldestDue: times.length ? times.reduce((a, b) => Math.min(a, b)) : null, due }
}
