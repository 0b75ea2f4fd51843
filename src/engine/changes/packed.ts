import type { ChatChanges, ChatOutcome, PackedOutcome } from '#contract/gateway/chat-changes.ts'
import { pack, unpack } from '#contract/gateway/pack.ts'
import { isSettingName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatOrder, KnownResult } from './chat-result.ts'

/** Orders and results as they are sent and stored: what many chats have in common is there once, and what follows from the order is left out. */

/** @param orders of different chats */
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

/** @param order what was to be saved first, whatever was sent later */
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
