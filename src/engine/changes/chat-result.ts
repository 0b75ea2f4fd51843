import { isSettingName, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { FailureKind } from '#contract/client.ts'
import type { SettingName } from '#contract/settings.ts'

/** What became of the changes of one chat, as plain data. */

export type SettingFields = Partial<Record<SettingName, SettingValue>>

/** What is to be saved in one chat. */
export interface ChatOrder {
  chatId: number
  chatName: string
  /** Of the changed settings: what was on the screen when each was edited. One that is missing is written over whatever is there. */
  base: SettingFields
  changes: SettingFields
  /** Sounds that the person knows to be left out, so that the service may reset them. */
  acceptedRisks: SettingName[]
}

/** Orders about the same chat as one. A later change of a setting replaces an earlier one. */
export function oneForEachChat(orders: readonly ChatOrder[]): ChatOrder[] {
  const byChat = new Map<number, ChatOrder>()
  for (const order of orders) {
    const { base, changes, acceptedRisks = [] } = byChat.get(order.chatId) ?? {}
    byChat.set(order.chatId, {
      ...order,
      base: { ...base, ...order.base },
      changes: { ...changes, ...order.changes },
      acceptedRisks: [...new Set([...acceptedRisks, ...order.acceptedRisks])],
    })
  }
  return [...byChat.values()]
}

/** Somebody else changed the same setting since: theirs stays until somebody chooses. */
export interface KeptTheirs {
  name: SettingName
  base: SettingValue
  mine: SettingValue
  theirs: SettingValue
}

export interface NotKeptSetting {
  name: SettingName
  intended: SettingValue
  kept: SettingValue
}

/** Why nothing, or not everything, was saved: a failure without what only the request knew. */
export interface SaveFailure {
  /** `stopped`: the job was, before the service said what came of it. `gone`: the chat was deleted. */
  kind: FailureKind | 'stopped' | 'gone'
  /** The words of the service, and of the gateway; '' where there are none. */
  serviceMessage: string
  reason: string
  /** It was sent, and whether it took effect could not be found out. */
  isUnknown: boolean
}

/** A write that may have been made: written down before it is sent, so that an interruption is cleared up by reading. */
export interface Attempt {
  isConfirmed: boolean
  /** What was expected without the changes. */
  expected: Settings
  changes: Partial<Settings>
  conflicts: KeptTheirs[]
}

export interface ChatResult {
  chatId: number
  /** The job that saved it last; '' while no save of it has come to an end. */
  jobId: string
  /** What it came to last. Milliseconds. */
  at: number
  tries: number
  /** What was saved and read back: the value before the first write, and the new one. */
  applied: Partial<Record<SettingName, { before: SettingValue; after: SettingValue }>>
  conflicts: KeptTheirs[]
  notKept: NotKeptSetting[]
  /** Sounds that a save would leave out and the service may reset. Nobody was asked about them, so nothing was written. */
  sounds: SettingName[]
  failure: SaveFailure | null
  /** Settings that stay as they are: somebody decided so, or nothing of them is to be changed in this chat. */
  left: SettingName[]
  attempt?: Attempt
}

/** Without what only the run needs. */
export type KnownResult = Omit<ChatResult, 'jobId' | 'attempt'>

export const emptyResult = (chatId: number, at: number): ChatResult => ({
  chatId,
  jobId: '',
  at,
  tries: 0,
  applied: {},
  conflicts: [],
  notKept: [],
  sounds: [],
  failure: null,
  left: [],
})

/** `waiting`: its turn has not come. `notSent`: the job ended before. */
export type ResultState = 'decide' | 'notKept' | 'failed' | 'gone' | 'notSent' | 'waiting' | 'saved'

/** @param isRunning whether a job is still to come to the chat */
export function stateOf(order: ChatOrder, result: KnownResult | undefined, isRunning: boolean): ResultState {
  if (result && (result.conflicts.length > 0 || result.sounds.length > 0)) return 'decide'
  if (result && result.notKept.length > 0) return 'notKept'
  if (result?.failure) return result.failure.kind === 'gone' ? 'gone' : 'failed'
  if (Object.keys(remaining(order, result).changes).length === 0) return 'saved'
  return isRunning ? 'waiting' : 'notSent'
}

/**
 * The result once somebody has decided.
 * @param left what stays as the service holds it
 * @param sent what is sent again, and waits for that
 */
export function decidedOf<T extends KnownResult>(result: T, left: readonly SettingName[], sent: readonly string[]): T {
  const isOther = ({ name }: { name: SettingName }) => !left.includes(name) && !sent.includes(name)
  const isSent = sent.length > 0
  return {
    ...result,
    conflicts: result.conflicts.filter(isOther),
    notKept: result.notKept.filter(isOther),
    // It is about the whole chat, so it is sent as a whole.
    ...(isSent && { failure: null, sounds: [] }),
    left: [...new Set([...result.left, ...left])].filter((name) => !sent.includes(name)),
  }
}

/** What a save came to, for the settings of one order. */
export type SaveOutcome = Omit<ChatResult, 'chatId' | 'jobId'>

/** The result with what a further save of some of its settings came to. */
export function merged(earlier: ChatResult | undefined, order: ChatOrder, outcome: SaveOutcome, jobId: string): ChatResult {
  const isOther = ({ name }: { name: SettingName }) => !(name in order.changes)
  const applied = { ...earlier?.applied }
  for (const [name, { before, after }] of Object.entries(outcome.applied))
    if (isSettingName(name)) applied[name] = { before: applied[name]?.before ?? before, after }
  return {
    ...outcome,
    chatId: order.chatId,
    jobId,
    applied,
    left: [...(earlier?.left.filter((name) => isOther({ name })) ?? []), ...outcome.left],
    conflicts: [...(earlier?.conflicts.filter(isOther) ?? []), ...outcome.conflicts],
    // Those of other settings are judged anew by every save.
    notKept: [
      ...(earlier?.notKept.filter((one) => isOther(one) && !outcome.notKept.some(({ name }) => name === one.name)) ?? []),
      ...outcome.notKept,
    ],
  }
}

/** The changes of an order that are neither saved nor waiting for a decision: what "Send" and "Try again" send. */
export function remaining(order: ChatOrder, result: KnownResult | undefined): ChatOrder {
  const isLeft = (name: string) =>
    !result ||
    !(
      name in result.applied ||
      [...result.conflicts, ...result.notKept].some((one) => one.name === name) ||
      result.left.some((other) => other === name)
    )
  const only = (fields: SettingFields): SettingFields => Object.fromEntries(Object.entries(fields).filter(([name]) => isLeft(name)))
  return { ...order, base: only(order.base), changes: only(order.changes) }
}
