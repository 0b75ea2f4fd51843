import type { AuditEntry } from '#contract/gateway/audit.ts'

/** Entries of the audit log that are shown as one: those of one job, and those of one person, action and chat within ten minutes. */

export interface Fold {
  /** Stays the same while older entries are added. */
  key: string
  /** Newest first; at least one. */
  entries: AuditEntry[]
}

const maxSpanMs = 10 * 60_000

/** What the entries of one fold have in common; null for one that stands alone. */
function sharedBy({ who, action, chatId, cause }: AuditEntry): { of: string; maxSpan: number } | null {
  const person = [who.kind, who.id ?? who.name]
  if (cause.kind === 'undo') return null
  if (cause.kind === 'hand') return { of: JSON.stringify([...person, action, chatId]), maxSpan: maxSpanMs }
  // A job may take longer and do several things in several chats.
  if (cause.kind === 'job' || cause.kind === 'preset') return { of: JSON.stringify([...person, cause.kind, cause.id]), maxSpan: Infinity }
  return { of: JSON.stringify([...person, action, chatId, cause.kind, cause.id]), maxSpan: maxSpanMs }
}

/** @param entries newest first. Older ones that are added later join the last folds and change no other. */
export function fold(entries: readonly AuditEntry[]): Fold[] {
  const folds: Fold[] = []
  const open = new Map<string, Fold>()
  for (const entry of entries) {
    const shared = sharedBy(entry)
    const before = shared && open.get(shared.of)
    if (before && before.entries[0]!.at - entry.at <= shared.maxSpan) {
      before.entries.push(entry)
      continue
    }
    const next: Fold = { key: String(entry.id), entries: [entry] }
    folds.push(next)
    if (shared) open.set(shared.of, next)
  }
  return folds
}
