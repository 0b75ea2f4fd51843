import { presetSettings } from '#contract/presets/preset.ts'
import { settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { AuditEntry } from '#contract/workspace/audit.ts'
import type { Cause } from '#contract/workspace/cause.ts'

export interface RecentChange {
  name: SettingName
  value: SettingValue
  /** Milliseconds. */
  at: number
  /** The chats in which it was changed, the last one first. */
  chatIds: number[]
}

const byPeople: ReadonlySet<Cause['kind']> = new Set(['hand', 'job', 'undo'])

/**
 * What somebody changed in settings, each setting once with its last value.
 * @param entries of the audit log, newest first. What was not done, what a preset or Roomkeeper did and what was undone is left out.
 */
export function recentChanges(entries: readonly AuditEntry[]): RecentChange[] {
  const found = new Map<SettingName, RecentChange>()
  for (const { at, chatId, changes, outcome, cause, undoneBy } of entries) {
    if (outcome !== 'done' || !byPeople.has(cause.kind) || undoneBy !== null || chatId === null) continue
    for (const name of presetSettings) {
      const after = changes.find((change) => change.name === name)?.after
      if (after === undefined || after === null || !settingsWrite[name].safeParse(after).success) continue
      const earlier = found.get(name)
      if (!earlier) found.set(name, { name, value: after, at, chatIds: [chatId] })
      else if (!earlier.chatIds.includes(chatId)) earlier.chatIds.push(chatId)
    }
  }
  return [...found.values()]
}

/** What was changed within this time of the last change is chosen first: that is "just now". Milliseconds. */
const justNowMs = 15 * 60_000

export function changedJustNow(changes: readonly RecentChange[]): SettingName[] {
  const last = Math.max(0, ...changes.map(({ at }) => at))
  return changes.filter(({ at }) => last - at <= justNowMs).map(({ name }) => name)
}
