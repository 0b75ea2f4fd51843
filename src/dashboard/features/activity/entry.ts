import { activityKinds, type ActivityKind } from '#contract/activity.ts'
import type { WriteName } from '#contract/client.ts'
import { isRecorded, outcomes, type Outcome, type RecordedChange } from '#contract/recorded-change.ts'

/** One line of the record, as plain data. */

export const kindNames = Object.keys(activityKinds) as ActivityKind[]

export const outcomeNames = Object.keys(outcomes) as Outcome[]

export interface ActivityEntry extends RecordedChange {
  /** The endpoint; `job`: the receipt of a job, in place of its many calls. */
  action: WriteName | 'job'
  /** Milliseconds. */
  at: number
  /** Its number in the audit log; missing in the record of this browser. */
  line?: number
  /** Where a job is undone; missing where it cannot be. */
  undoPath?: string
  /** The chat's name as it was; '' where it was not known, or where no chat is meant. */
  chatName: string
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
