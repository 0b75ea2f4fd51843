import { serviceNameFirst } from '#contract/provider-names.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { jobKind, type Job, type Receipt, type JobContext } from '#dashboard/platform/jobs/job.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import { startJob } from '#dashboard/platform/jobs/runner.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { formatAddress, formatRange, fromWire } from '../ranges/range.ts'
import { changeBans } from './change-bans.ts'
import type { BanPort, ChatPlan, ChatReceipt, Unfinished } from './plan.ts'

/** Changes of lists as a job, and, where they are few, at once. */

interface BanJobInput {
  plans: ChatPlan[]
  /** "38 entries banned": the receipt's title when all steps are done. */
  doneMessage: string
}

/** More steps than these are a job. */
const maxInlineSteps = 12
const inlinePatienceMs = 8000
const jobPatienceMs = 60_000

const portTo = (send: SendRequest): BanPort => ({
  list: async (chatId, signal) => {
    // A row that can't be read doesn't keep the others from being changed.
    const { data } = await call('banList', { params: { chatId } }, { signal, skipsUnreadable: true })
    return data.flatMap((wire) => fromWire(wire) ?? [])
  },
  ban: (chatId, { first, last }, signal) => {
    const body = { ip: formatAddress(first), ...(last !== first && { lastIp: formatAddress(last) }) }
    // The request is not repeated by the client: the list shows whether the ban is there, and the scheduler decides when it is sent again.
    return send('banCreate', { params: { chatId }, body }, { signal, noRetry: true })
  },
  unban: (chatId, { first, last }, signal) =>
    first === last
      ? send('banLift', { params: { chatId, ipAddress: formatAddress(first) } }, { signal })
      : send('banLiftRange', { params: { chatId, firstIp: formatAddress(first), lastIp: formatAddress(last) } }, { signal }),
})

interface BanWork extends BanJobInput {
  /** "Banning 38 entries" */
  title: string
}

const countSteps = (plans: ChatPlan[]) => plans.reduce((sum, { steps }) => sum + steps.length, 0)

/**
 * Carries out a few steps at once, and many as a job.
 * @returns what was not done, [] if all was; null for a job, which reports it later
 */
export async function changeOrStart(send: SendRequest, { plans, title, doneMessage }: BanWork): Promise<ChatReceipt[] | null> {
  if (plans.length > 1 || countSteps(plans) > maxInlineSteps) {
    await startBanJob({ plans, title, doneMessage })
    return null
  }
  try {
    const receipts = await changeBans({
      plans,
      port: portTo(send),
      control: { signal: new AbortController().signal, pausePoint: () => Promise.resolve() },
      patienceMs: inlinePatienceMs,
      onProgress: () => {},
      wait,
      random: Math.random,
    })
    return receipts.filter(({ unfinished }) => unfinished.length > 0)
  } finally {
    await refresh('banList')
  }
}

/** Rejects where the browser keeps no journal: then nothing is done. */
export const startBanJob = ({ plans, title, doneMessage }: BanWork) =>
  startJob<BanJobInput>({
    kind: 'ban-changes',
    title,
    place: plans.map(({ chatName }) => chatName).join(', '),
    chatId: plans.length === 1 ? plans[0]!.chatId : null,
    total: countSteps(plans),
    input: { plans, doneMessage },
  })

/** What a job left undone, kept with its receipt so that the page can show it and retry it. */
export interface BanJobDetail {
  chats: ChatReceipt[]
  /** As in the plans, by chat. */
  mayUnban: Record<number, ChatPlan['mayUnban']>
}

async function run({ jobId, send, input, progress, signal, pausePoint }: JobContext<BanJobInput, undefined>): Promise<Receipt> {
  // Nothing is saved in between: the lists themselves show what is done, and a restart reads them.
  const chats = await changeBans({
    plans: input.plans,
    port: portTo(send),
    control: { signal, pausePoint },
    patienceMs: jobPatienceMs,
    onProgress: ({ done, total, chatName, heldBy }) =>
      progress(done, total, { note: input.plans.length > 1 ? chatName : '', trouble: heldBy ? errorMessage(heldBy).cause : '' }),
    wait,
    random: Math.random,
  })
  return receiptOf(jobId, input, chats)
}

export function receiptOf(jobId: string, { plans, doneMessage }: BanJobInput, chats: ChatReceipt[]): Receipt {
  const unfinished = chats.flatMap((chat) => chat.unfinished)
  const countOutcomes = (...outcomes: string[]) => unfinished.filter(({ outcome }) => outcomes.includes(outcome)).length
  const done = chats.reduce((sum, chat) => sum + chat.done, 0)
  const left = chats.filter((chat) => chat.unfinished.length > 0)
  const detail: BanJobDetail = { chats: left, mayUnban: Object.fromEntries(plans.map(({ chatId, mayUnban }) => [chatId, mayUnban])) }
  const isRolledBack = left.length > 0 && left.every(({ rolledBack }) => rolledBack)
  return {
    title:
      unfinished.length === 0
        ? doneMessage
        : isRolledBack
          ? `Rolled back; no changes were made. Failed: ${doneMessage}`
          : `Not completed: ${doneMessage}`,
    figures: [
      { label: 'Done', value: isRolledBack ? 0 : done },
      { label: 'Refused', value: countOutcomes('refused', 'unsafe'), odd: true },
      { label: 'Not tried', value: countOutcomes('notTried'), odd: true },
      ...(countOutcomes('unknown') > 0 ? [{ label: 'Unknown', value: countOutcomes('unknown'), odd: true }] : []),
    ],
    ...(left.length > 0 && {
      left: {
        label: unfinished.length === 1 ? 'Show the remaining step' : `Show the ${count(unfinished.length)} remaining steps`,
        path: to.bansLeft(left[0]!.chatId, jobId),
      },
    }),
    detail,
  }
}

/** A receipt's detail, read back from the journal as plain data. */
export const detailOf = (job: Job | undefined): BanJobDetail | undefined =>
  job?.kind === 'ban-changes' ? (job.receipt?.detail as BanJobDetail | undefined) : undefined

/** Why the first of the unfinished steps was not done, for people; '' where all are done. */
export function unfinishedMessage(chats: ChatReceipt[]): string {
  const [first] = chats.flatMap(({ unfinished }) => unfinished)
  if (!first) return ''
  const range = formatRange(first.step.range)
  return [
    first.step.action === 'ban' ? `${range} was not banned.` : `${range} was not unbanned.`,
    reasonOf(first),
    ...(chats.every(({ rolledBack }) => rolledBack) ? ['All other changes were rolled back.'] : []),
  ].join(' ')
}

/** One sentence. */
export function reasonOf({ outcome, reason }: Unfinished): string {
  switch (outcome) {
    case 'refused':
      return reason
        ? `${serviceNameFirst()} answered “${reason.replace(/\.$/, '')}”.`
        : `${serviceNameFirst()} did not keep it, or someone else changed the list.`
    case 'unsafe':
      return 'Other addresses would have been unbanned with it.'
    case 'unknown':
      return reason || 'The list could not be read afterwards.'
    case 'notTried':
      return reason || 'It was not tried.'
  }
}

export const banJob = jobKind<BanJobInput, undefined>({ run, ended: () => void refresh('banList') })
