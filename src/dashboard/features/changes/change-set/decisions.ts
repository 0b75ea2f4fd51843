import { isUnnamedSound } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { refreshSave, type Save } from '#dashboard/platform/changes/saved-chats.ts'
import { refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { decideSave, type Decision } from '#dashboard/platform/changes/settings-job.ts'
import { draftName, dropEdits, readDraft } from '#dashboard/platform/saving/drafts.ts'
import { oneForEachChat, remaining, type ChatOrder, type KnownResult } from '#engine/changes/chat-result.ts'

export interface ChatOfSave {
  order: ChatOrder
  result: KnownResult | undefined
}

export const keepTheirs = ({ order }: ChatOfSave, name: SettingName): Decision => ({
  leave: [{ chatId: order.chatId, settings: [name] }],
  send: [],
})

/**
 * Sends a setting again in place of what is there now: theirs, or what the service made of it. Without the sounds that the chat would lose, which the
 * person accepted.
 */
export function sendOurs({ order, result }: ChatOfSave, name: SettingName): Decision {
  const conflict = result?.conflicts.find((one) => one.name === name)
  const notKept = result?.notKept.find((one) => one.name === name)
  const now = conflict?.theirs ?? notKept?.kept
  const wanted = conflict?.mine ?? notKept?.intended
  // A sound without a name cannot be sent.
  if (now === undefined || wanted === undefined || isUnnamedSound(name, wanted)) return { leave: [], send: [] }
  return { leave: [], send: [{ ...order, base: { [name]: now }, changes: { [name]: wanted }, acceptedRisks: accepted(order, result) }] }
}

/** Sends what was not sent, or failed; without the sounds that it names, which the person accepted. */
export function sendRest({ order, result }: ChatOfSave): Decision {
  const rest = remaining(order, result)
  const isNothing = Object.keys(rest.changes).length === 0
  return {
    leave: [],
    send: isNothing ? [] : [{ ...rest, acceptedRisks: accepted(rest, result) }],
  }
}

const accepted = ({ acceptedRisks }: ChatOrder, result: KnownResult | undefined) => [
  ...new Set([...acceptedRisks, ...(result?.sounds ?? [])]),
]

/** Several decisions as one: those about one chat are sent together. */
export function together(decisions: readonly Decision[]): Decision {
  const leave = new Map<number, SettingName[]>()
  for (const { chatId, settings } of decisions.flatMap((one) => one.leave)) leave.set(chatId, [...(leave.get(chatId) ?? []), ...settings])
  const send = oneForEachChat(decisions.flatMap((one) => one.send))
  return { leave: [...leave].map(([chatId, settings]) => ({ chatId, settings })), send }
}

/** What is left as the service holds it is no edit any more; a newer one of the same setting is. Rejects with a Failure. */
export async function decide(save: Save, decision: Decision): Promise<void> {
  const { id, kind, results } = save
  await decideSave(save, decision)
  // What a mode sets was no edit.
  for (const { chatId, settings } of kind === 'settings-of-chats' ? decision.leave : []) {
    const edits = readDraft(draftName('settings', chatId))?.changes
    const result = results.get(chatId)
    const oursOf = (name: SettingName) =>
      result?.conflicts.find((one) => one.name === name)?.mine ?? result?.notKept.find((one) => one.name === name)?.intended
    const decided = settings.filter((name) => edits?.[name] !== undefined && edits[name] === oursOf(name))
    if (decided.length > 0) dropEdits(draftName('settings', chatId), decided)
  }
  await Promise.all([refreshSave(id), refreshGateway('inboxList')])
}
