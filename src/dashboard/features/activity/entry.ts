import type { CallName, WriteName } from '#contract/client.ts'

/** One line of the record: plain data, as this browser keeps it. */

export type Value = string | number | boolean | null

/** One field. `before` is missing where it was not known, `after` where nothing is left. */
export interface Change {
  /** The field's name in the API; a figure's label in the receipt of a job. */
  name: string
  before?: Value
  after?: Value
}

export const kinds = {
  settings: 'Settings',
  chats: 'Chats',
  messages: 'Messages',
  polls: 'Polls',
  bans: 'Banned IPs',
  account: 'Account',
  social: 'Social',
} as const
export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]

export const outcomes = {
  done: 'Done',
  partly: 'Done in part',
  refused: 'Refused',
  unknown: 'Unknown',
  unsent: 'Not sent',
} as const
export type Outcome = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as Outcome[]

/** Every call that changes something. */
export const kindOfCall = {
  chatUpdate: 'settings',
  chatCreate: 'chats',
  chatDuplicate: 'chats',
  chatDelete: 'chats',
  messageSend: 'messages',
  messageDelete: 'messages',
  messageDeleteSome: 'messages',
  messageDeleteAll: 'messages',
  pollCreate: 'polls',
  pollUpdate: 'polls',
  pollDelete: 'polls',
  pollReset: 'polls',
  pollResend: 'polls',
  pollPublish: 'polls',
  banCreate: 'bans',
  banLift: 'bans',
  banLiftRange: 'bans',
  accountUpdate: 'account',
  currencySet: 'account',
  socialUpdate: 'social',
} as const satisfies Record<WriteName, Kind>
export const isWrite = (name: CallName): name is WriteName => Object.hasOwn(kindOfCall, name)

export interface Entry {
  /** `job`: the receipt of long work, in place of its many calls. */
  act: WriteName | 'job'
  kind: Kind
  /** Milliseconds. */
  at: number
  chatId: number | null
  /** The room's name as it was; '' where it was not known, or where no room is meant. */
  room: string
  /** What it was done to: a poll's question, addresses, a message's text; the title of a job's receipt. */
  subject: string
  pollId?: number
  range?: { firstIp: string; lastIp: string }
  /** Only what differs. */
  changes: Change[]
  outcome: Outcome
  /** What the service said, or what kept it from answering; '' where it is done. */
  said: string
}

/** How the record names a line: account, milliseconds, and a number for the ones of the same millisecond. */
export type EntryKey = [accountId: number, at: number, n: number]
export interface Kept {
  key: EntryKey
  value: Entry
}
