import type { Chat } from '#contract/chats.ts'
import {
  isUnnamedSound,
  setting,
  settingNames,
  settingsWrite,
  type Settings,
  type SettingValue,
  blockingSetting,
  changedSettings,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { dangers, type Danger } from '#dashboard/platform/saving/dangers.ts'
import type { ChatOrder, SettingFields } from '#engine/changes/chat-result.ts'
import { groupBy } from '#engine/group-by.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { diagnose, type DoctorFinding } from '#contract/settings-doctor.ts'
import { blockedBy } from '#dashboard/platform/saving/setting-words.ts'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'

export interface ReviewChange {
  chatId: number
  chatName: string
  name: SettingName
  /** What was on the screen when it was edited; `held` is what the service holds now. */
  base: SettingValue
  held: SettingValue
  value: SettingValue
  /** Why it cannot be saved; null where it can. */
  problem: string | null
}

export interface ReviewChat {
  chat: Chat
  changes: ReviewChange[]
}

export const keyOf = ({ chatId, name }: Pick<ReviewChange, 'chatId' | 'name'>) => `${chatId} ${name}`

/** @param chat what the service holds, with sounds by name */
export const reviewChat = (chat: Chat, { base, changes }: { base: SettingFields; changes: SettingFields }): ReviewChat => ({
  chat,
  changes: settingNames.flatMap((name) => {
    const value = changes[name]
    if (value === undefined) return []
    const of = { chatId: chat.id, chatName: chatTitle(chat), name, base: base[name] ?? chat[name], held: chat[name], value }
    return [{ ...of, problem: problemOf(name, value) }]
  }),
})

function problemOf(name: SettingName, value: SettingValue): string | null {
  if (isUnnamedSound(name, value)) return 'has no confirmed name'
  const parsed = settingsWrite[name].safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'is not valid')
}

/** The settings of a chat with these changes. A value that is not valid yet is left out. */
export const withChanges = (chat: Settings, changes: readonly ReviewChange[]): Settings => ({
  ...chat,
  ...Object.fromEntries(changes.map(({ name, value }) => [name, value])),
})

/** Changes under one heading each: those of a chat, or those of a setting. */
export function sectionsOf(chats: readonly ReviewChat[], by: 'chat' | 'setting') {
  if (by === 'chat') return chats.map(({ chat, changes }) => ({ key: String(chat.id), title: chatTitle(chat), changes }))
  const bySetting = groupBy(
    chats.flatMap(({ changes }) => changes),
    ({ name }) => name,
  )
  return settingNames.flatMap((name) => {
    const changes = bySetting.get(name)
    return changes ? [{ key: name, title: setting(name).label, changes }] : []
  })
}

/**
 * The switches that other chats of the review get turned and that one has so already, by chat: why it is not among the changes. Nothing is said of a
 * setting that some chats get on and others off.
 */
export function alreadySo(chats: readonly ReviewChat[]): ReadonlyMap<number, { on: SettingName[]; off: SettingName[] }> {
  const meant = new Map<SettingName, SettingValue | null>()
  for (const { name, value } of chats.flatMap(({ changes }) => changes))
    if (setting(name).control.kind === 'switch') meant.set(name, meant.has(name) && meant.get(name) !== value ? null : value)
  return new Map(
    chats.map(({ chat, changes }) => {
      const edited = new Set(changes.map(({ name }) => name))
      const same = settingNames.filter((name) => !edited.has(name) && meant.has(name) && chat[name] === meant.get(name))
      return [chat.id, { on: same.filter((name) => chat[name] === true), off: same.filter((name) => chat[name] === false) }]
    }),
  )
}

interface DangerInChats extends Danger {
  chats: number
}

/** The dangers of all chats, each once. @param chosen the changes that will be saved */
export function dangersIn(chats: readonly ReviewChat[], chosen: (change: ReviewChange) => boolean, currency: string): DangerInChats[] {
  const found = new Map<string, DangerInChats>()
  for (const { chat, changes } of chats)
    for (const danger of dangers(chat, withChanges(chat, changes.filter(chosen)), { currency }))
      // Of several settings that may close a chat any one may be named.
      found.set(danger.consent, { ...danger, chats: (found.get(danger.consent)?.chats ?? 0) + 1 })
  return [...found.values()]
}

/** What is to be saved. @param risksOf the sounds of a chat that a save leaves out, which the review has named */
export function ordersOf(
  chats: readonly ReviewChat[],
  chosen: (change: ReviewChange) => boolean,
  risksOf: (after: Settings) => SettingName[],
): ChatOrder[] {
  return chats.flatMap(({ chat, changes: all }) => {
    const changes = all.filter(chosen)
    if (changes.length === 0) return []
    const fields = (which: 'base' | 'value') => Object.fromEntries(changes.map((change) => [change.name, change[which]]))
    return [
      {
        chatId: chat.id,
        chatName: chatTitle(chat),
        base: fields('base'),
        changes: fields('value'),
        acceptedRisks: risksOf(withChanges(chat, changes)),
      },
    ]
  })
}

/** What follows from the changes of one chat, beside the changes themselves. */
interface Consequences {
  /** What the settings doctor says after the change and did not say before. */
  found: DoctorFinding[]
  resolved: DoctorFinding[]
  /** Sentences, each with the setting it is about. */
  notes: { about: SettingName; text: string }[]
}

export function consequences(before: Settings, after: Settings, account: { currency: string }): Consequences {
  const [old, now] = [diagnose(before, account), diagnose(after, account)]
  const isNew = (list: DoctorFinding[]) => (finding: DoctorFinding) => list.every(({ rule }) => rule !== finding.rule)
  return { found: now.filter(isNew(old)), resolved: old.filter(isNew(now)), notes: notesOn(before, after) }
}

function notesOn(before: Settings, after: Settings): Consequences['notes'] {
  const changed = changedSettings(before, after)
  const notes: Consequences['notes'] = []
  for (const name of changed) {
    const blocker = blockingSetting(name, after)
    if (blocker) notes.push({ about: name, text: `${setting(name).label}: ${blockedBy(blocker, after[blocker]).replace(/^N/, 'n')}.` })
  }
  /** By the setting that takes their effect away. */
  const lost = new Map<SettingName, SettingName[]>()
  for (const name of settingNames) {
    const blocker = blockingSetting(name, after)
    const hadEffect = before[name] !== false && before[name] !== '' && blockingSetting(name, before) === null
    if (blocker && hadEffect && changed.includes(blocker) && !changed.includes(name))
      lost.set(blocker, [...(lost.get(blocker) ?? []), name])
  }
  for (const [about, names] of lost) {
    const labels = listed(names.map((name) => setting(name).label))
    notes.push({ about, text: plural(names.length, '{labels} has no effect any more.', '{labels} have no effect any more.', { labels }) })
  }
  if (before.allowLinks && !after.allowLinks && /https?:\/\//i.test(after.groupChatWelcomeMessage))
    notes.push({ about: 'allowLinks', text: 'The group welcome message has a link. It becomes plain text.' })
  return notes
}

/** "Audio and Video are off already." */
export function alreadyWords(already: { on: SettingName[]; off: SettingName[] } = { on: [], off: [] }): string[] {
  const labels = (names: SettingName[]) => listed(names.map((name) => setting(name).label))
  const { on, off } = already
  return [
    ...(on.length > 0 ? [plural(on.length, '{labels} is on already.', '{labels} are on already.', { labels: labels(on) })] : []),
    ...(off.length > 0 ? [plural(off.length, '{labels} is off already.', '{labels} are off already.', { labels: labels(off) })] : []),
  ]
}
