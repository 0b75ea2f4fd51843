import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { jobKind, type Job, type Receipt, type JobContext } from '#dashboard/platform/jobs/job.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import type { NewJob } from '#dashboard/platform/jobs/runner.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { deleteMessages, type DeletionReceipt } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionInput, type DeletionInput } from '#engine/jobs/deletion/deletion-input.ts'
import { deletionPort } from '#engine/jobs/deletion/deletion-port.ts'
import type { StepState } from '#engine/jobs/step-ledger.ts'
import { forgetMessages } from '../read.ts'
import { noteRemoved } from '../list/removed.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** The deletion of messages as a job. */

interface DeletionJobInput extends DeletionInput {
  chatId: number
}

/** The outcome of a deletion, kept with its receipt so that the page can show what is left. */
interface DeletionDetail {
  deleted: DeletionReceipt['deleted']
  deletedTimes: number[]
  left: number[]
  /** In seconds; all that is left was posted in between. */
  from: number
  to: number
}

/** @param messages at least one */
export function deletion(chat: Chat, messages: Message[]): NewJob<DeletionJobInput> {
  const chosen = deletionInput(messages.map(({ messageId, time }) => ({ id: messageId, time })))
  return {
    kind: 'messages-delete',
    title: `Deleting ${counted(chosen.ids.length, 'message')}`,
    place: chatTitle(chat),
    chatId: chat.id,
    total: chosen.ids.length,
    input: { ...chosen, chatId: chat.id },
  }
}

async function run({
  jobId,
  send,
  input,
  state,
  save,
  progress,
  signal,
  pausePoint,
}: JobContext<DeletionJobInput, StepState>): Promise<Receipt> {
  const receipt = await deleteMessages({
    input,
    state,
    save,
    port: deletionPort(input.chatId, send, call),
    control: { signal, pausePoint },
    onProgress: ({ done, total, isChecking, heldBy }) =>
      progress(done, total, { note: isChecking ? 'checking what is left' : '', trouble: heldBy ? errorMessage(heldBy).cause : '' }),
    wait,
    isContinued: true,
    random: Math.random,
  })
  return receiptOf(jobId, input, receipt)
}

function receiptOf(
  jobId: string,
  { ids, times, chatId }: DeletionJobInput,
  { deleted, notDeleted, unknown, notTried }: DeletionReceipt,
): Receipt {
  const left = [...notDeleted.map(({ id }) => id), ...unknown, ...notTried]
  const timesOf = (chosen: ReadonlySet<number>) => Array.from(times).filter((_, index) => chosen.has(ids[index]!))
  const leftTimes = timesOf(new Set(left))
  const detail: DeletionDetail = {
    deleted,
    deletedTimes: timesOf(new Set(deleted)),
    left,
    from: Math.min(...bounds(leftTimes)),
    to: Math.max(...bounds(leftTimes)),
  }
  return {
    title:
      left.length === 0
        ? `${counted(deleted.length, 'message')} deleted`
        : `${count(deleted.length)} of ${counted(ids.length, 'message')} deleted`,
    figures: [
      { label: 'Deleted', value: deleted.length },
      { label: 'Not deleted', value: notDeleted.length, odd: true },
      { label: 'Unknown', value: unknown.length, odd: true },
      ...(notTried.length > 0 ? [{ label: 'Not tried', value: notTried.length, odd: true }] : []),
    ],
    ...(left.length > 0 && {
      left: {
        label: left.length === 1 ? 'Show the message that is left' : `Show the ${count(left.length)} messages that are left`,
        path: to.messagesLeft(chatId, jobId),
      },
    }),
    detail,
  }
}

/** The smallest and the largest; there may be 100,000 values, too many to spread as arguments. */
const bounds = (values: number[]) =>
  values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)] as const, [values[0] ?? 0, values[0] ?? 0] as readonly [
    number,
    number,
  ])

/** A receipt's detail, read back from the journal as plain data. */
export const detailOf = (job: Job | undefined) =>
  job?.kind === 'messages-delete' ? (job.receipt?.detail as DeletionDetail | undefined) : undefined

export const deleteJob = jobKind<DeletionJobInput, StepState>({
  run,
  ended: (job) => {
    const detail = detailOf(job)
    if (!detail || job.chatId === null) return
    forgetMessages(job.chatId, detail.deleted)
    noteRemoved(job.chatId, detail.deletedTimes)
  },
})
