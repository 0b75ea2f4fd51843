import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { maxJobMessages, type GatewayJob } from '#contract/workspace/jobs.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { leftOfJob, messagesOfJob, startDeletion, type GatewayJobKind } from '#dashboard/platform/jobs/gateway-jobs.ts'
import type { Job, Receipt } from '#dashboard/platform/jobs/job.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { to } from '#dashboard/platform/to.ts'
import { deletionInput } from '#engine/jobs/deletion/deletion-input.ts'
import { forgetMessages } from '../read.ts'
import { noteRemoved } from '../list/removed.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** The deletion of messages as a job of the gateway. */

/** When the messages of a job were posted, as far as this page knows: of those that it started. */
const timesOf = new Map<string, Map<number, number>>()

/**
 * Resolves to the ids of the jobs, once they are stored: one, or several for more messages than fit into one request.
 * @param messages at least one
 * @param holdFor how long it can be undone, in milliseconds
 * @param onShow called as the page is about to show it
 */
export async function startDeletions(chat: Chat, messages: readonly Message[], holdFor: number, onShow: () => void): Promise<string[]> {
  const { ids, times } = deletionInput(messages.map(({ messageId, time }) => ({ id: messageId, time })))
  const jobIds: string[] = []
  for (let start = 0; start < ids.length; start += maxJobMessages) {
    const part = { ids: ids.subarray(start, start + maxJobMessages), times: times.subarray(start, start + maxJobMessages) }
    const jobId = await startDeletion({ ...part, chatId: chat.id, chatName: chatTitle(chat), holdFor, ...(start === 0 && { onShow }) })
    timesOf.set(jobId, new Map(Array.from(part.ids, (id, index) => [id, part.times[index]!])))
    jobIds.push(jobId)
  }
  return jobIds
}

function wordsOf({ id, chatId, total, counts }: GatewayJob): { title: string; receipt?: Receipt } {
  const title = `Deleting ${counted(total, 'message')}`
  if (!counts) return { title }
  const { deleted, notDeleted, unknown, notTried } = counts
  const left = notDeleted + unknown + notTried
  return {
    title,
    receipt: {
      title: left === 0 ? `${counted(deleted, 'message')} deleted` : `${count(deleted)} of ${counted(total, 'message')} deleted`,
      figures: [
        { label: 'Deleted', value: deleted },
        { label: 'Not deleted', value: notDeleted, odd: true },
        { label: 'Unknown', value: unknown, odd: true },
        ...(notTried > 0 ? [{ label: 'Not tried', value: notTried, odd: true }] : []),
      ],
      ...(left > 0 && {
        left: {
          label: left === 1 ? 'Show the message that is left' : `Show the ${count(left)} messages that are left`,
          path: to.messagesLeft(chatId, id),
        },
      }),
    },
  }
}

/** Takes what was deleted off the lists of this page. */
async function ended({ id, chatId, receipt }: Job): Promise<void> {
  const ids = queryClient.getQueryData<number[]>(messagesOfJob(id).queryKey)
  if (!ids || chatId === null) return
  const isAll = receipt !== undefined && receipt.left === undefined
  const left = isAll
    ? []
    : await queryClient.fetchQuery({ ...leftOfJob(id), staleTime: 0 }).then(
        ({ data }) => data.left?.ids ?? [],
        () => ids,
      )
  const kept = new Set(left)
  const deleted = ids.filter((one) => !kept.has(one))
  forgetMessages(chatId, deleted)
  const times = timesOf.get(id)
  noteRemoved(chatId, times ? deleted.flatMap((one) => times.get(one) ?? []) : [])
  timesOf.delete(id)
}

export const deletionJob: GatewayJobKind = {
  wordsOf,
  // Known before it ends, so that its messages can be taken off the lists then.
  found: ({ id }) => void queryClient.prefetchQuery(messagesOfJob(id)),
  ended,
}
