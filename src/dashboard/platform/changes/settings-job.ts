import type { SettingName } from '#contract/settings.ts'
import { Failure } from '#contract/client.ts'
import type { ChatChangesDraft, GatewayJob, JobCounts } from '#contract/gateway/jobs.ts'
import { decideJob, startGatewayJob, type GatewayJobKind } from '#dashboard/platform/jobs/gateway-jobs.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { chatsLeft, partsOf } from '#dashboard/platform/jobs/once-job.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { type ChatOrder, packOrders } from '#engine/changes/chat-result.ts'
import { showSaved, type Save } from './saved-chats.ts'

/** The save of many chats as a job of the gateway. What is said of it is said of modes that are turned on or ended, too. */

const countChangesIn = (orders: readonly ChatOrder[]) => orders.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)

/** "26 changes in 9 chats" */
export const extentOf = (orders: readonly ChatOrder[]) =>
  `${counted(countChangesIn(orders), 'change')} in ${counted(orders.length, 'chat')}`

const wordsOf = (orders: readonly ChatOrder[]) => ({ title: `Saving ${extentOf(orders)}`, doneTitle: `${extentOf(orders)} saved` })

type Words = Pick<ChatChangesDraft, 'title' | 'doneTitle'>

/** @param words of a change that fits into one part */
const draftsOf = (orders: readonly ChatOrder[], words?: Words) =>
  partsOf(orders, packOrders).map((part, _, parts): ChatChangesDraft => {
    const place = part.length === 1 ? part[0]!.chatName : counted(part.length, 'chat')
    return {
      kind: 'settings-of-chats',
      ...(words && parts.length === 1 ? words : wordsOf(part)),
      place,
      holdMs: 0,
      changes: packOrders(part),
    }
  })

/**
 * Resolves to the id of the job, once it is stored; of the first one where there are several. Rejects with a Failure.
 * @param orders at least one
 */
export async function startSave(orders: readonly ChatOrder[], words?: Words): Promise<string> {
  const drafts = draftsOf(orders, words)
  const ids: string[] = []
  for (const draft of drafts)
    ids.push(
      await startGatewayJob(draft).catch((error: unknown) => {
        if (ids.length === 0 || !(error instanceof Failure)) throw error
        const started = drafts.slice(0, ids.length).reduce((sum, { changes }) => sum + changes.chats.length, 0)
        throw error.with({ advice: `The first ${counted(started, 'chat')} are being saved. Save the others once that has ended.` })
      }),
    )
  return ids[0]!
}

export interface Decision {
  /** What is left as the service holds it. */
  leave: { chatId: number; settings: SettingName[] }[]
  /** What is sent again. */
  send: readonly ChatOrder[]
}

/** Rejects with a Failure. */
export async function decideSave({ id, kind, title, doneTitle }: Save, { leave, send }: Decision): Promise<void> {
  if (send.length === 0) return decideJob(id, { leave, send: null })
  for (const [index, part] of partsOf(send, packOrders).entries()) {
    const words = kind === 'settings-of-chats' ? wordsOf(part) : { title, doneTitle }
    await decideJob(id, { leave: index === 0 ? leave : [], send: { ...words, changes: packOrders(part) } })
  }
}

function receiptOf({ id, kind, title, doneTitle }: GatewayJob, counts: JobCounts): Receipt {
  const { done, decide = 0, notKept = 0, failed, unknown, notTried } = counts
  const left = decide + notKept + failed + unknown + notTried
  const isSave = kind === 'settings-of-chats'
  const part = `${count(done)} of ${counted(done + left, 'chat')}`
  return {
    title: left === 0 ? doneTitle : isSave ? `${part} saved` : `${title}: done in ${part}`,
    figures: [
      { label: isSave ? 'Saved' : 'Done', value: done },
      { label: 'Not kept', value: notKept, odd: true },
      { label: 'To decide', value: decide, odd: true },
      { label: 'Failed', value: failed + unknown, odd: true },
      { label: 'Not sent', value: notTried, odd: true },
    ],
    ...chatsLeft(id, left),
  }
}

export const settingsJob: GatewayJobKind = {
  receiptOf,
  ended: ({ id }) => showSaved(id),
}
