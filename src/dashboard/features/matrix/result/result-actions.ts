import type { SettingName } from '#contract/settings.ts'
import { draftName, dropEdits } from '#dashboard/platform/saving/drafts.ts'
import { remaining, type ChatOrder, type KnownResult } from '#engine/changes/chat-result.ts'
import { refreshSave } from '../saving/saved-chats.ts'
import { continueSave, type Decision } from '../saving/settings-job.ts'

/** What can be done about a chat that is not simply saved: what is sent for it, and what is left as it is. */

/** Settings of an order against the values that are there now. */
function against(
  order: ChatOrder,
  values: readonly { name: SettingName; now: ChatOrder['changes'][SettingName]; wanted: ChatOrder['changes'][SettingName] }[],
): ChatOrder {
  return {
    ...order,
    base: Object.fromEntries(values.map(({ name, now }) => [name, now])),
    changes: Object.fromEntries(values.map(({ name, wanted }) => [name, wanted])),
  }
}

/** Sends mine in place of theirs, and leaves the others. */
export function choiceOf(order: ChatOrder, { conflicts }: KnownResult, mine: ReadonlySet<SettingName>): Decision {
  const chosen = conflicts.filter(({ name }) => mine.has(name))
  const others = conflicts.filter(({ name }) => !mine.has(name))
  return {
    leave: [{ chatId: order.chatId, settings: others.map(({ name }) => name) }],
    send:
      chosen.length === 0
        ? []
        : [
            against(
              order,
              chosen.map((one) => ({ name: one.name, now: one.theirs, wanted: one.mine })),
            ),
          ],
  }
}

/** Sends again what the service did not keep. */
export const ordersOfNotKept = (order: ChatOrder, { notKept }: KnownResult): ChatOrder =>
  against(
    order,
    notKept.map(({ name, kept, intended }) => ({ name, now: kept, wanted: intended })),
  )

/** Sends what was not sent, or failed; without the sounds that it names, which the person accepted. */
export function ordersOfRest(order: ChatOrder, result: KnownResult | undefined): ChatOrder {
  const rest = remaining(order, result)
  return { ...rest, acceptedRisks: [...new Set([...rest.acceptedRisks, ...(result?.sounds ?? [])])] }
}

/** What is left as the service holds it is no edit any more. Rejects with a Failure. */
export async function decide(saveId: string, decision: Decision): Promise<void> {
  await continueSave(saveId, decision)
  for (const { chatId, settings } of decision.leave) dropEdits(draftName('settings', chatId), settings)
  await refreshSave(saveId)
}
