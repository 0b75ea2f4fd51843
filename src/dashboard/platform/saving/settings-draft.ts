import { settingsRead, type Settings, settingNames, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { keep, kept } from '#dashboard/platform/session/session.ts'
import { createStore } from '#dashboard/ui/store.ts'

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

/** Takes what the service holds by now out of the kept edits: it is saved, by whomever. */
export function settleDraft(accountId: number, chatId: number, held: Settings): void {
  const draft = readDraft(accountId, chatId)
  const left = withoutSaved(draft, held)
  if (!draft || left === draft) return
  if (!left) return dropDraft(accountId, chatId)
  try {
    keep(keyOf(accountId, chatId), JSON.stringify(left))
    draftEdits.set(draftEdits.get() + 1)
  } catch {
    // As above.
  }
}

/** The draft without the edits that the service holds; the same one where it holds none of them, null where nothing is left. */
export function withoutSaved<T extends Draft>(draft: T | null, held: Settings): T | null {
  const names = Object.keys(draft?.changes ?? {}) as SettingName[]
  const left = names.filter((name) => draft?.changes[name] !== held[name])
  if (!draft || left.length === names.length) return draft
  return left.length === 0 ? null : { ...draft, changes: Object.fromEntries(left.map((name) => [name, draft.changes[name]])) }
}

/**
 * Makes these values edits of a chat, beside those that are kept already, for the page of settings to show. A value that the service holds is no edit.
 * @param held what the service holds
 * @returns whether this browser keeps them
 */
export function stageEdits(accountId: number, chatId: number, held: Settings, values: Draft['changes']): boolean {
  const draft = readDraft(accountId, chatId)
  const others = Object.keys(draft?.changes ?? {}).filter((name) => !(name in values)) as SettingName[]
  const base = { ...held, ...Object.fromEntries(others.map((name) => [name, draft?.base[name]])) }
  const names = (Object.keys(values) as SettingName[]).filter((name) => values[name] !== held[name])
  const changes = Object.fromEntries([
    ...others.map((name) => [name, draft?.changes[name]]),
    ...names.map((name) => [name, values[name]]),
  ]) as Draft['changes']
  writeDraft(accountId, chatId, { base, changes, at: Date.now() })
  const kept = readDraft(accountId, chatId)?.changes ?? {}
  return Object.keys(kept).length === Object.keys(changes).length && names.every((name) => kept[name] === values[name])
}

function dropDraft(accountId: number, chatId: number): void {
  const key = keyOf(accountId, chatId)
  madeHere.delete(key)
  keep(key, null)
  draftEdits.set(draftEdits.get() + 1)
}
