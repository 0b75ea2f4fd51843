import type { Chat } from '#contract/chats.ts'
import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { jobKind, type Job, type Receipt, type Running } from '#dashboard/platform/jobs/job.ts'
import { wait } from '#dashboard/platform/jobs/request-scheduler.ts'
import type { NewJob } from '#dashboard/platform/jobs/runner.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { deleteMessages, type DeletionReceipt } from './delete-messages.ts'
import { deletionJob, type DeletionJob, type Port } from './job.ts'
import type { StepState } from '#dashboard/platform/jobs/step-ledger.ts'
import { forgetMessages } from '../read.ts'
import { noteRemoved } from '../list/removed.ts'

/** Deletion as a job: what is sent and found out is the engine's business (deletion/). */

interface DeleteInput extends DeletionJob {
  chatId: number
}

/** What a deletion did not bring away, kept with its receipt so that the page can show it. */
interface Detail {
  gone: DeletionReceipt['gone']
  goneTimes: number[]
  left: number[]
  /** Seconds: what is left lies within. */
  from: number
  to: number
}

/** @param messages at least one */
export function deletion(chat: Chat, messages: Message[]): NewJob<DeleteInput> {
  const job = deletionJob(messages.map(({ messageId, time }) => ({ id: messageId, time })))
  return {
    kind: 'messages-delete',
    title: `Deleting ${counted(job.ids.length, 'message')}`,
    place: chat.name,
    chatId: chat.id,
    total: job.ids.length,
    input: { ...job, chatId: chat.id },
  }
}

const portTo = (send: SendRequest, chatId: number): Port => ({
  removeSome: (ids, signal) => {
    const [only, ...others] = ids
    return only !== undefined && others.length === 0
      ? send('messageDelete', { params: { chatId, messageId: only } }, { signal, unrecorded: true })
      : send('messageDeleteSome', { params: { chatId }, body: ids }, { signal, unrecorded: true })
  },
  readPage: async ({ from, to: until, next }, signal) => {
    const query = { fast: true as const, limit: maxMessagePageSize, from, to: until, ...(next !== undefined && { next }) }
    const { data, next: following } = await call('messageList', { params: { chatId }, query }, { signal })
    return { messages: data, next: following }
  },
})

async function run({ jobId, send, input, state, save, progress, signal, pausePoint }: Running<DeleteInput, StepState>): Promise<Receipt> {
  const receipt = await deleteMessages({
    job: input,
    state,
    save,
    port: portTo(send, input.chatId),
    control: { signal, pausePoint },
    onProgress: ({ done, total, isChecking, heldBy }) =>
      progress(done, total, { note: isChecking ? 'checking what is left' : '', trouble: heldBy ? errorMessage(heldBy).cause : '' }),
    wait,
    random: Math.random,
  })
  return receiptWords(jobId, input, receipt)
}

function receiptWords(
  jobId: string,
  { ids, times, chatId }: DeleteInput,
  { gone, stillThere, unknown, notTried }: DeletionReceipt,
): Receipt {
  const isGone = new Set(gone)
  const left = [...stillThere.map(({ id }) => id), ...unknown, ...notTried]
  const isLeft = new Set(left)
  const timesOf = (chosen: ReadonlySet<number>) => Array.from(times).filter((_, place) => chosen.has(ids[place]!))
  const leftTimes = timesOf(isLeft)
  const detail: Detail = {
    gone,
    goneTimes: timesOf(isGone),
    left,
    from: Math.min(...bounds(leftTimes)),
    to: Math.max(...bounds(leftTimes)),
  }
  return {
    title: left.length === 0 ? `${counted(gone.length, 'message')} deleted` : `${gone.length} of ${counted(ids.length, 'message')} deleted`,
    figures: [
      { label: 'Gone', value: gone.length },
      { label: 'Still there', value: stillThere.length, odd: true },
      { label: 'Unknown', value: unknown.length, odd: true },
      ...(notTried.length > 0 ? [{ label: 'Not tried', value: notTried.length, odd: true }] : []),
    ],
    ...(left.length > 0 && {
      left: {
        label: `Show the ${counted(left.length, 'message')} that ${left.length === 1 ? 'is' : 'are'} left`,
        path: to.messagesLeft(chatId, jobId),
      },
    }),
    detail,
  }
}

/** The first and the last of what may be 100,000 numbers: too many to be arguments. */
const bounds = (values: number[]) =>
  values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
    values[0] ?? 0,
    values[0] ?? 0,
  ] as readonly [number, number])

/** A receipt's detail, read back from the journal as plain data. */
export const detailOf = (job: Job | undefined) =>
  job?.kind === 'messages-delete' ? (job.receipt?.detail as Detail | undefined) : undefined

export const deleteJob = jobKind<DeleteInput, StepState>({
  run,
  ended: (job) => {
    const detail = detailOf(job)
    if (!detail || job.chatId === null) return
    forgetMessages(job.chatId, detail.gone)
    noteRemoved(job.chatId, detail.goneTimes)
  },
})
