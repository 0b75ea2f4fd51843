import { settingsRead, type Settings, settingNames, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { keep, kept } from './session.ts'
import { createStore } from './ui/store.ts'

/** Unsaved edits of a chat, kept in this browser until they are saved, dropped or the person signs out. Settings only: no secrets. */
export interface Draft {
  /** The settings that were on the screen when the editing began. */
  base: Settings
  /** As they were typed: not all of them need be valid yet. */
  changes: Partial<Record<SettingName, SettingValue>>
  /** Milliseconds. */
  at: number
}

const keyOf = (accountId: number, chatId: number) => `settings-${accountId}-${chatId}`

/** Counts what was written to drafts, for those who show what they hold. */
export const draftEdits = createStore(0)

/** Chats whose edits were made since this page was loaded: coming back to them needs no question. */
const madeHere = new Set<string>()

export function readDraft(accountId: number, chatId: number): (Draft & { madeHere: boolean }) | null {
  const key = keyOf(accountId, chatId)
  try {
    const draft = JSON.parse(kept(key) ?? 'null') as Draft | null
    if (!draft || typeof draft.at !== 'number' || Object.keys(draft.changes).length === 0) return null
    const known = settingNames.filter((name) => name in draft.changes)
    const base = Object.fromEntries(settingNames.map((name) => [name, settingsRead[name].parse(draft.base[name])])) as unknown as Settings
    const changes = Object.fromEntries(known.map((name) => [name, draft.changes[name]]))
    return { base, changes, at: draft.at, madeHere: madeHere.has(key) }
  } catch {
    // Not ours, or of another release: worth less than a page that opens.
    return null
  }
}

/** Keeps the edits, or drops the draft when there are none. A full or closed storage is no reason to stop editing. */
export function writeDraft(accountId: number, chatId: number, draft: Draft): void {
  const key = keyOf(accountId, chatId)
  try {
    if (Object.keys(draft.changes).length === 0) dropDraft(accountId, chatId)
    else {
      madeHere.add(key)
      keep(key, JSON.stringify(draft))
      draftEdits.set(draftEdits.get() + 1)
    }
  } catch {
    // Storage is full or switched off.
  }
}

export function dropDraft(accountId: number, chatId: number): void {
  const key = keyOf(accountId, chatId)
  madeHere.delete(key)
  keep(key, null)
  draftEdits.set(draftEdits.get() + 1)
}
