import type { SettingName } from '#contract/settings.ts'
import { draftName, dropEdits } from '#dashboard/platform/saving/drafts.ts'
import { remaining, type ChatOrder, type ChatResult } from '#engine/changes/chat-result.ts'
import { changeResult } from '../saving/kept-saves.ts'

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

/** Sends mine in place of theirs. */
export const ordersOfMine = (order: ChatOrder, { conflicts }: ChatResult, mine: ReadonlySet<SettingName>): ChatOrder =>
  against(
    order,
    conflicts.filter(({ name }) => mine.has(name)).map((one) => ({ name: one.name, now: one.theirs, wanted: one.mine })),
  )

/** Sends again what the service did not keep. */
export const ordersOfNotKept = (order: ChatOrder, { notKept }: ChatResult): ChatOrder =>
  against(
    order,
    notKept.map(({ name, kept, intended }) => ({ name, now: kept, wanted: intended })),
  )

/** Sends what was not sent, or failed; without the sounds that it names, which the person accepted. */
export function ordersOfRest(order: ChatOrder, result: ChatResult | undefined): ChatOrder {
  const rest = remaining(order, result)
  return { ...rest, acceptedRisks: [...new Set([...rest.acceptedRisks, ...(result?.sounds ?? [])])] }
}

/** Leaves settings as the service holds them: they are no edits any more. */
export async function leaveAsTheyAre(accountId: number, saveId: string, chatId: number, names: readonly SettingName[]): Promise<void> {
  const isOther = ({ name }: { name: SettingName }) => !names.includes(name)
  await changeResult(accountId, saveId, chatId, (result) => ({
    ...result,
    conflicts: result.conflicts.filter(isOther),
    notKept: result.notKept.filter(isOther),
    left: [...new Set([...result.left, ...names])],
  }))
  dropEdits(draftName('settings', chatId), names)
}
