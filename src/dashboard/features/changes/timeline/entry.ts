import type { WriteName } from '#contract/client.ts'
import { type Outcome, type RecordedChange, declared, type FieldChange, type Value } from '#contract/recorded-change.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { isSettingName, setting } from '#contract/settings-derive.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { countryName, soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { api } from '#contract/api.ts'
import type { May } from '#dashboard/platform/session/rights.ts'

/** A change through the API, as plain data. */
export interface ActivityEntry extends RecordedChange {
  /** The endpoint. */
  action: WriteName
  /** Milliseconds. */
  at: number
  /** Its number in the audit log. */
  line: number
  /** The chat's name as it was; '' where it was not known, or where no chat is meant. */
  chatName: string
  outcome: Outcome
  /** What the service answered, or what kept it from answering; '' where it is done. */
  message: string
}

/** A change in words: those that its endpoint declares in the contract. */

export function titleOf({ action, changes }: ActivityEntry): string {
  const { title } = declared(action)
  if (typeof title === 'string') return title
  return changes.length === 0 && title.zero ? title.zero : plural(changes.length, title.one, title.other)
}

/** What it was done to, where the title does not say it. */
export const subjectOf = ({ subject, chatName }: ActivityEntry): string => (subject === chatName ? '' : subject)

const resourceOf = ({ action }: ActivityEntry): Resource => resources[declared(action).resource]

export const labelOf = (entry: ActivityEntry, { name }: Pick<FieldChange, 'name'>): string => resourceOf(entry).fields[name] ?? name

/** A value in words; '' where there is nothing. */
export function valueInWords(entry: ActivityEntry, name: string, value: Value, catalogue: Catalogue): string {
  const resource = resourceOf(entry)
  if (resource === resources.chat && isSettingName(name) && value !== null) return settingInWords(name, value, catalogue)
  if (name === resource.country) return value ? countryName(catalogue, String(value)) : ''
  if (name === resource.presence?.field) return value ? resource.presence.present : resource.presence.absent
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === null ? '' : String(value)
}

/**
 * A sound is read by number and written by name: what is the same sound is no change.
 * @param catalogue the deployment's names of sounds
 */
export function withoutSameSounds(entry: ActivityEntry, catalogue: Catalogue): ActivityEntry {
  if (entry.action !== 'chatUpdate') return entry
  const nameOf = soundName(catalogue)
  const isSame = ({ name, before, after }: FieldChange) =>
    isSettingName(name) && setting(name).control.kind === 'sound' && typeof before === 'number' && nameOf(before) === after
  return { ...entry, changes: entry.changes.filter((change) => !isSame(change)) }
}

/** `yes`, `nothing` where nothing was changed, else the reason why it cannot be undone, as a sentence. */
export function undoable({ action, outcome, changes }: ActivityEntry): 'yes' | 'nothing' | { because: string } {
  if (outcome === 'refused' || outcome === 'unsent') return 'nothing'
  const { undo, makes } = declared(action)
  if (undo.kind === 'none') return { because: undo.because }
  if (makes || changes.some(({ before }) => before !== undefined)) return 'yes'
  return changes.length === 0 ? 'nothing' : { because: 'The earlier values are unknown.' }
}

/** Whether the person may make the change that undoes it: with the same endpoint, or with its inverse. */
export function mayUndo(may: May, { action, chatId }: Pick<ActivityEntry, 'action' | 'chatId'>): boolean {
  const { undo } = declared(action)
  return may(api[undo.kind === 'inverse' ? undo.by[0]! : action].right, chatId ?? undefined)
}
