import type { QueryFunctionContext } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { type GatewayJob, type JobCounts, maxJobMessages } from '#contract/gateway/jobs.ts'
import { pack, unpack } from '#contract/gateway/pack.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { type GatewayJobKind, leftOfJob, startGatewayJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import type { Job, Receipt } from '#dashboard/platform/jobs/job.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { to } from '#dashboard/platform/to.ts'
import { deletionInput } from '#engine/jobs/deletion/read-back.ts'
import { forgetMessages } from './read.ts'
import { chatTitle } from '#contract/chat-title.ts'

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
    const what = counted(part.ids.length, 'message')
    const id = crypto.randomUUID()
    // Known before it is shown: it may be undone, and so gone, before it could be asked for.
    queryClient.setQueryData(messagesOfJob(id).queryKey, [...part.ids])
    const jobId = await startGatewayJob(
      {
        kind: 'messages-delete',
        title: `Deleting ${what}`,
        doneTitle: `${what} deleted`,
        place: chatTitle(chat),
        holdMs: holdFor,
        chatId: chat.id,
        ids: pack(part.ids),
        times: pack(part.times),
      },
      { id, ...(start === 0 && { onShow }) },
    )
    timesOf.set(jobId, new Map(Array.from(part.ids, (id, index) => [id, part.times[index]!])))
    jobIds.push(jobId)
  }
  return jobIds
}

function receiptOf({ id, chatId, total, doneTitle }: GatewayJob, { done, failed, unknown, notTried }: JobCounts): Receipt {
  const left = failed + unknown + notTried
  return {
    title: left === 0 ? doneTitle : `${count(done)} of ${counted(total, 'message')} deleted`,
    figures: [
      { label: 'Deleted', value: done },
      { label: 'Not deleted', value: failed, odd: true },
      { label: 'Unknown', value: unknown, odd: true },
      ...(notTried > 0 ? [{ label: 'Not tried', value: notTried, odd: true }] : []),
    ],
    ...(left > 0 && {
      left: {
        label: left === 1 ? 'Show the message that is left' : `Show the ${count(left)} messages that are left`,
        path: to.messagesLeft(chatId, id),
      },
    }),
  }
}

export const messagesOfJob = (jobId: string) => ({
  queryKey: ['messages of job', jobId],
  queryFn: async ({ client, queryKey, signal }: QueryFunctionContext) => {
    const { messages } = (await callGateway('jobRead', { params: { jobId } }, { signal })).data
    // A job that has ended does not tell them any more.
    return messages ? unpack(messages) : (client.getQueryData<number[]>(queryKey) ?? [])
  },
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false as const,
})

async function ended({ id, chatId, receipt }: Job): Promise<void> {
  const ids = queryClient.getQueryData<number[]>(messagesOfJob(id).queryKey)
  if (!ids || chatId === null) return
  const isAll = receipt !== undefined && receipt.left === undefined
  const left = isAll
    ? []
    : await queryClient.fetchQuery({ ...leftOfJob(id), staleTime: 0 }).then(
        ({ data: { left } }) => (left?.kind === 'messages-delete' ? left.ids : []),
        () => ids,
      )
  const kept = new Set(left)
  const deleted = ids.filter((one) => !kept.has(one))
  const times = timesOf.get(id)
  forgetMessages(
    chatId,
    deleted.map((one) => [one, times?.get(one)]),
  )
  timesOf.delete(id)
}

export const deletionJob: GatewayJobKind = {
  receiptOf,
  // Known before it ends, so that its messages can be taken off the lists then.
  found: ({ id }) => void queryClient.prefetchQuery(messagesOfJob(id)),
  ended,
}
