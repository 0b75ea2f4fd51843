import type { Plural } from '#contract/activity.ts'
import { type FieldChange, isRecorded, type Value } from '#contract/recorded-change.ts'
import { isGatewayAction, gatewayActions } from '#contract/gateway/audit-actions.ts'
import { auditKinds, isActivityKind, type AuditEntry, type AuditOutcome, type AuditWho, auditOutcomes } from '#contract/gateway/audit.ts'
import { ChatHours } from '#contract/hours/timetable.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { isRight, right, roles } from '#contract/gateway/rights.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { timeText } from '#dashboard/ui/format/time-of-day.ts'
import {
  type ActivityEntry,
  labelOf,
  subjectOf,
  titleOf,
  valueInWords,
  withoutSameSounds,
  undoable,
} from '#dashboard/features/changes/timeline/entry.ts'

/** An entry of the audit log in words. */

/** The chat of an entry. One that the entry created has its name in the subject. */
export function chatOf({ chatId, chatName, action, subject, kind }: AuditEntry) {
  const isNew = action === 'chatCreate' || action === 'chatDuplicate'
  return { chatId, chatName: chatName || (isNew ? subject : ''), kind }
}

/** As an entry of the record; null for changes of the team and sign-ins. @param catalogue the deployment's names of sounds */
export function asActivity(entry: AuditEntry, catalogue: Catalogue): ActivityEntry | null {
  const { id, at, action, kind, outcome, subject, target, message } = entry
  if (!isRecorded(action) || !isActivityKind(kind)) return null
  const activity: ActivityEntry = {
    ...chatOf(entry),
    line: id,
    at,
    action,
    kind,
    subject,
    target,
    message,
    changes: entry.changes.map(fieldChange),
    outcome: outcome === 'running' ? 'unknown' : outcome,
  }
  return withoutSameSounds(activity, catalogue)
}

const fieldChange = ({ name, before, after }: AuditEntry['changes'][number]): FieldChange => ({
  name,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

/** The entry as one that can be undone now; null for all others. */
export function undoOf(entry: AuditEntry, catalogue: Catalogue): ActivityEntry | null {
  if (entry.undoneBy || entry.outcome === 'running') return null
  const activity = asActivity(entry, catalogue)
  return activity && undoable(activity) === 'yes' ? activity : null
}

/** What is said of several: the sum of their counts. */
const titles: Readonly<Record<string, Plural>> = {
  messageDelete: { one: '{count} message deleted', other: '{count} messages deleted' },
  messageDeleteSome: { one: '{count} message deleted', other: '{count} messages deleted' },
  messageSend: { one: '{count} message posted', other: '{count} messages posted' },
  banCreate: { one: '{count} ban', other: '{count} bans' },
  banLift: { one: '{count} unban', other: '{count} unbans' },
  banLiftRange: { one: '{count} unban', other: '{count} unbans' },
  chatUpdate: { one: 'Settings saved once', other: 'Settings saved {count} times' },
  chatCreate: { one: '{count} chat created', other: '{count} chats created' },
  chatDelete: { one: '{count} chat deleted', other: '{count} chats deleted' },
  pollCreate: { one: '{count} poll created', other: '{count} polls created' },
  pollDelete: { one: '{count} poll deleted', other: '{count} polls deleted' },
}

export function titleOfAudit(entry: AuditEntry, catalogue: Catalogue): string {
  const { action } = entry
  if (action === 'messageDeleteSome') return plural(entry.count, titles[action]!.one, titles[action]!.other)
  const activity = asActivity(entry, catalogue)
  if (activity) return titleOf(activity)
  return isGatewayAction(action) ? gatewayActions[action].title : action
}

/** Of entries that are shown as one. */
export const titleOfFold = (entries: readonly AuditEntry[], catalogue: Catalogue): string =>
  entries.length === 1 ? titleOfAudit(entries[0]!, catalogue) : titleOfSums(entries, (first) => titleOfAudit(first, catalogue))

/** By action. @param titleOf the title of one, for actions that are not said with their number */
export function titleOfSums<E extends Pick<AuditEntry, 'action' | 'count'>>(entries: readonly E[], titleOf: (entry: E) => string): string {
  const sums = new Map<string, { sum: number; first: E; words: Plural | undefined }>()
  for (const entry of entries) {
    const words = titles[entry.action]
    const key = words?.other ?? entry.action
    const sum = (sums.get(key)?.sum ?? 0) + entry.count
    sums.set(key, { sum, first: entry, words })
  }
  return [...sums.values()]
    .map(({ sum, first, words }) =>
      words
        ? plural(sum, words.one, words.other)
        : plural(sum, '{title}', '{title}, {count} times', { title: titleOf(first), count: count(sum) }),
    )
    .join(' · ')
}

export const kindOfAudit = ({ kind }: AuditEntry): string => auditKinds[kind]

/** What it was done to, where the title does not say it. The numbers of deleted messages are in the opened entry. */
export function subjectOfAudit(entry: AuditEntry, catalogue: Catalogue): string {
  if (entry.action === 'messageDeleteSome') return ''
  const activity = asActivity(entry, catalogue)
  return activity ? subjectOf(activity) : entry.subject
}

export interface ChangeInWords {
  name: string
  label: string
  before: string | undefined
  after: string | undefined
}

export function changesInWords(entry: AuditEntry, catalogue: Catalogue): ChangeInWords[] {
  const activity = asActivity(entry, catalogue)
  const inWords = (name: string, value: Value | undefined) =>
    value === undefined ? undefined : activity ? valueInWords(activity, name, value, catalogue) : teamValue(name, value)
  return (activity?.changes ?? entry.changes).map(({ name, before, after }) => ({
    name,
    label: activity ? labelOf(activity, { name }) : teamLabel(name),
    before: inWords(name, before),
    after: inWords(name, after),
  }))
}

export const nameOf = ({ who }: Pick<AuditEntry, 'who'>): string => who.name || fallbackNames[who.kind]

export const causes = {
  undo: { icon: 'undo', label: 'Undo' },
  job: { icon: 'bulk', label: 'Job' },
  preset: { icon: 'toggles', label: 'Mode' },
  hours: { icon: 'clock', label: 'Opening hours' },
  drift: { icon: 'undo', label: 'Outside changes' },
  rule: { icon: 'shield', label: 'Rule' },
  person: { icon: 'key', label: 'Ended with the permissions of' },
} as const satisfies Record<string, { icon: IconName; label: string }>

/** In place of a person's initial. */
export const actorIcons = { person: null, token: 'key', program: 'key', roomkeeper: 'spark' } as const satisfies Record<
  AuditWho['kind'],
  IconName | null
>

const fallbackNames = { person: 'Person', token: 'Account token', program: 'Program', roomkeeper: 'Roomkeeper' } as const

const outcomeOrder: AuditOutcome[] = ['refused', 'unknown', 'partly', 'unsent', 'running', 'done']

export interface OutcomeInWords {
  /** The one that needs attention most. */
  worst: AuditOutcome
  words: string
}

/** "59 done, 1 unknown" where they differ. */
export function outcomeOf(entries: readonly Pick<AuditEntry, 'outcome' | 'count'>[]): OutcomeInWords {
  const counts = outcomeOrder.map((outcome) => ({
    outcome,
    sum: entries.reduce((sum, entry) => sum + (entry.outcome === outcome ? entry.count : 0), 0),
  }))
  const found = counts.filter(({ sum }) => sum > 0)
  const worst = found[0]?.outcome ?? 'unknown'
  if (found.length < 2) return { worst, words: auditOutcomes[worst] }
  return {
    // Some were refused, and others are done: that is one result of two parts.
    worst: found.some(({ outcome }) => outcome === 'done') && worst === 'refused' ? 'partly' : worst,
    words: found
      .toReversed()
      .map(({ outcome, sum }) => `${count(sum)} ${auditOutcomes[outcome].toLowerCase()}`)
      .join(', '),
  }
}

export function messageOfAudit({ outcome, message }: AuditEntry): string {
  if (message) return message
  return outcome === 'unknown' ? 'No answer received' : ''
}

/** Changes of a team in words: the fields of a person, and rights and limits of a role, such as `moderator.messages.delete`. */

const fields: Readonly<Record<string, string>> = {
  name: 'Name',
  role: 'Role',
  chats: 'Chats',
  limits: 'Limits',
  email: 'E-mail',
  expiresInDays: 'Days until it expires',
  deletionsPerHour: 'Deletions an hour',
  widestBan: 'Widest ban',
  // Of what the account remembers (record-kinds.ts).
  words: 'Words',
  'words.added': 'Words added',
  'words.removed': 'Words removed',
  'words.order': 'Order of words',
  labels: 'Labels',
  pinned: 'Pinned',
  description: 'Description',
  values: 'Settings',
  minutes: 'Minutes',
  text: 'Text',
  note: 'Note',
  reviewOn: 'Review on',
  query: 'Filters',
  question: 'Question',
  choice: 'Decision',
  channel: 'Channel',
  chatNames: 'Chats',
  scope: 'Where',
  groups: 'Match',
  except: 'Except',
  actions: 'Actions',
  brakes: 'Limits',
  state: 'State',
  version: 'Version',
  overwrites: 'Replaces later values',
  more: 'More',
  // Of opening hours (contract/hours/timetable.ts).
  isOn: 'Follow these hours',
  zone: 'Time zone',
  week: 'Week',
  exceptions: 'Exceptions',
  message: 'Message while closed',
  showForm: 'Contact form while closed',
  openUntil: 'Open until',
}

const isRole = (name: string): name is RoleName => Object.hasOwn(roles, name)

const ofRole = /^([a-z]+)\.(.+)$/

function teamLabel(name: string): string {
  const [, role = '', part = ''] = ofRole.exec(name) ?? []
  if (!isRole(role)) return fields[name] ?? name
  return `${roles[role].label}: ${isRight(part) ? right(part).label : (fields[part] ?? part)}`
}

function teamValue(name: string, value: Value): string {
  const part = name.split('.').at(-1)
  if (part === 'deletionsPerHour') return value === null ? 'No limit' : count(Number(value))
  if (part === 'widestBan') return value === null ? 'No limit' : `/${value}`
  if (name === 'role' && isRole(String(value))) return roles[value as RoleName].label
  if (name === 'chats') return chatsInWords(String(value))
  if (name === 'limits') return limitsInWords(String(value))
  if (name === 'week') return weekInWords(String(value))
  if (name === 'exceptions') return exceptionsInWords(String(value))
  if (name === 'openUntil') return value === null ? 'As the week says' : dayAndTime(Number(value) / 1000)
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === null ? '' : String(value)
}

/** Chats and limits are recorded as JSON; what this release cannot read is shown as it is. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function chatsInWords(json: string): string {
  const chats = parsed(json)
  if (chats === 'all') return 'All chats'
  return Array.isArray(chats) ? plural(chats.length, '{count} chat', '{count} chats') : json
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function weekInWords(json: string): string {
  const week = ChatHours.shape.week.safeParse(parsed(json)).data
  if (!week) return json
  const open = week.flatMap((periods, day) => {
    const times = periods.map(({ from, to }) => `${timeText(from)} – ${timeText(to)}`)
    return times.length > 0 ? [`${days[day]} ${times.join(', ')}`] : []
  })
  return open.length > 0 ? open.join(' · ') : 'Closed every day'
}

function exceptionsInWords(json: string): string {
  const exceptions = parsed(json)
  return Array.isArray(exceptions) ? plural(exceptions.length, '{count} exception', '{count} exceptions') : json
}

function limitsInWords(json: string): string {
  const limits = parsed(json)
  if (typeof limits !== 'object' || limits === null) return json
  const own = Object.entries(limits as Record<string, Value>)
  return own.length === 0 ? 'Those of the role' : own.map(([name, value]) => `${teamLabel(name)} ${teamValue(name, value)}`).join(', ')
}
