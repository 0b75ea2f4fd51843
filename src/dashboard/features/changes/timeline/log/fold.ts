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
  if (cause.kind === 'undo') return null
  if (cause.kind === 'hand') return { of: JSON.stringify(chatId), maxSpan: maxSpanMs }
  const person = [who.kind, who.id ?? who.name]
  // A job may take longer and do several things in several chats.
  if (cause.kind === 'job' || cause.kind === 'preset') return { of: JSON.stringify([...person, cause.kind, cause.id]), maxSpan: Infinity }
  return { of: JSON.stringify([...person, action, chatId, cause.kind, cause.id]), maxSpan: maxSpanMs }
}

/** The folds that an entry may join. */
function createOpenFolds() {
  /** What each person did last by hand: whoever then did something else begins anew. */
  const deeds = new Map<string, { action: string; open: Map<string, Fold> }>()
  const modes = new Map<string, Fold>()
  const others = new Map<string, Fold>()
  return ({ who, action, cause }: AuditEntry): Map<string, Fold> => {
    // What turning a mode on has changed is no part of what ending it has put back.
    if (action === 'presetTurnOn' || action === 'presetEnd') modes.clear()
    if (cause.kind !== 'hand') return cause.kind === 'preset' ? modes : others
    const person = JSON.stringify([who.kind, who.id ?? who.name])
    const deed = deeds.get(person)
    if (deed?.action === action) return deed.open
    const open = new Map<string, Fold>()
    deeds.set(person, { action, open })
    return open
  }
}

/** @param entries newest first. Older ones that are added later join the last folds and change no other. */
export function fold(entries: readonly AuditEntry[]): Fold[] {
  const folds: Fold[] = []
  const openTo = createOpenFolds()
  for (const entry of entries) {
    const open = openTo(entry)
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
