import { activityKinds, recorded, type ActivityKind, type Recorded } from '#contract/activity.ts'
import type { CallName, WriteName } from '#contract/client.ts'

/** One line of the record, as plain data. */

export type Value = string | number | boolean | null

/** One field. `before` is missing where it was not known, `after` where nothing is left. */
export interface FieldChange {
  /** The field's name in the API; a figure's label in the receipt of a job. */
  name: string
  before?: Value
  after?: Value
}

export const kindNames = Object.keys(activityKinds) as ActivityKind[]

export const outcomes = {
  done: 'Done',
  partly: 'Partly done',
  refused: 'Refused',
  unknown: 'Unknown',
  unsent: 'Not sent',
} as const
export type Outcome = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as Outcome[]

/** The declaration as the general type: the table's own types are too exact to be generic over. */
export const declared = (action: WriteName): Recorded => recorded[action]

export const isRecorded = (name: CallName): name is WriteName => Object.hasOwn(recorded, name)

/** What identifies the resource within its chat: the number of a poll, the addresses of a range. */
export type Target = Readonly<Record<string, string | number>>

export interface ActivityEntry {
  /** The endpoint; `job`: the receipt of a job, in place of its many calls. */
  action: WriteName | 'job'
  kind: ActivityKind
  /** Milliseconds. */
  at: number
  chatId: number | null
  /** The chat's name as it was; '' where it was not known, or where no chat is meant. */
  chatName: string
  /** What the line names beside the chat: a poll's question, addresses, a message's text; the title of a job's receipt. */
  subject: string
  target: Target
  /** Only what differs. */
  changes: FieldChange[]
  outcome: Outcome
  /** What the service answered, or what kept it from answering; '' where it is done. */
  message: string
}

/** Identifies an entry: account, milliseconds, and a number that tells apart those of the same millisecond. */
export type EntryKey = [accountId: number, at: number, n: number]
export interface KeptEntry {
  key: EntryKey
  value: ActivityEntry
}

/** As releases up to 0.1.0 stored it. */
interface EarlierEntry extends Omit<ActivityEntry, 'action' | 'chatName' | 'target' | 'message'> {
  act: ActivityEntry['action']
  room: string
  said: string
  pollId?: number
  range?: { firstIp: string; lastIp: string }
}

export type StoredEntry = ActivityEntry | EarlierEntry

/** The entry as this release holds it; null for an action that this release does not know. */
export function fromStored(stored: StoredEntry): ActivityEntry | null {
  if ('action' in stored) return stored.action === 'job' || isRecorded(stored.action) ? stored : null
  const { act, room, said, pollId, range, ...same } = stored
  return fromStored({ ...same, action: act, chatName: room, message: said, target: { ...(pollId !== undefined && { pollId }), ...range } })
}
