import { isSettingName, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatChanges, ChatOutcome, PackedOutcome } from '#contract/gateway/chat-changes.ts'
import { pack, unpack } from '#contract/gateway/pack.ts'

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
export type KeptTheirs = ChatOutcome['conflicts'][number]
export type SaveFailure = NonNullable<ChatOutcome['failure']>

/** What came of the changes of one chat so far. */
export type KnownResult = Omit<ChatOutcome, 'asOrdered'>

/** A write that may have been made: written down before it is sent, so that an interruption is cleared up by reading. */
export interface Attempt {
  isConfirmed: boolean
  /** What was expected without the changes. */
  expected: Settings
  changes: Partial<Settings>
  conflicts: KeptTheirs[]
}

/** With what only the run needs. */
export interface ChatResult extends KnownResult {
  /** The job that saved it last; '' while no save of it has come to an end. */
  jobId: string
  attempt?: Attempt
}

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
type ResultState = 'decide' | 'notKept' | 'failed' | 'gone' | 'notSent' | 'waiting' | 'saved'

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

/** Orders as they are sent and stored: what many chats have in common is there once. @param orders of different chats */
export function packOrders(orders: readonly ChatOrder[]): ChatChanges {
  const edits = new Map<string, Omit<ChatChanges['edits'][number], 'chats'> & { chats: number[] }>()
  for (const [index, { base, changes }] of orders.entries())
    for (const [setting, value] of Object.entries(changes)) {
      if (!isSettingName(setting)) continue
      const before = base[setting] ?? null
      const key = JSON.stringify([setting, before, value])
      const edit = edits.get(key)
      if (edit) edit.chats.push(index)
      else edits.set(key, { setting, base: before, value, chats: [index] })
    }
  return {
    chats: orders.map(({ chatId, chatName, acceptedRisks }) => ({ chatId, chatName, acceptedRisks })),
    edits: [...edits.values()].map((edit) => ({ ...edit, chats: pack(edit.chats) })),
  }
}

export function ordersIn({ chats, edits }: ChatChanges): ChatOrder[] {
  const orders = chats.map((chat): ChatOrder => ({ ...chat, base: {}, changes: {} }))
  for (const { setting, base, value, chats: indexes } of edits)
    for (const index of unpack(indexes)) {
      const order = orders[index]!
      if (base !== null) order.base[setting] = base
      order.changes[setting] = value
    }
  return orders
}

/** A result as it is stored, without what follows from the order. @param order what was to be saved first, whatever was sent later */
export function packResult({ base, changes }: ChatOrder, result: KnownResult): PackedOutcome {
  const { chatId, at, tries, failure } = result
  const asOrdered: SettingName[] = []
  const applied: KnownResult['applied'] = {}
  for (const [name, change] of Object.entries(result.applied)) {
    if (!isSettingName(name)) continue
    if (change.before === base[name] && change.after === changes[name]) asOrdered.push(name)
    else applied[name] = change
  }
  const packed: PackedOutcome = { chatId, at, tries }
  if (asOrdered.length > 0) packed.asOrdered = asOrdered
  if (Object.keys(applied).length > 0) packed.applied = applied
  if (failure) packed.failure = failure
  for (const list of ['conflicts', 'notKept', 'sounds', 'left'] as const)
    if (result[list].length > 0) Object.assign(packed, { [list]: result[list] })
  return packed
}

export function resultIn({ base, changes }: ChatOrder, { asOrdered, applied, ...rest }: ChatOutcome): KnownResult {
  const ordered = asOrdered.map((name) => [name, { before: base[name], after: changes[name] }])
  return { ...rest, applied: { ...(Object.fromEntries(ordered) as KnownResult['applied']), ...applied } }
}
