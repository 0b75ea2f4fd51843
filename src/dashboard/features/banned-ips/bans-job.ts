import { refresh } from '#dashboard/platform/api/query.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { jobKind, type Job, type Receipt, type Running } from '#dashboard/platform/jobs/job.ts'
import { wait } from '#dashboard/platform/jobs/request-scheduler.ts'
import { startJob } from '#dashboard/platform/jobs/runner.ts'
import { changeBans } from './changes/change-bans.ts'
import type { Port, RoomPlan, RoomReceipt } from './changes/plan.ts'
import { dotted, formatRange, fromWire } from './ranges/range.ts'

/** Changes of lists as a job, and, where they are few, at once. What is sent and found out is the engine's business (changes/). */

interface BansInput {
  plans: RoomPlan[]
  /** "38 entries banned": said when all of it is done. */
  done: string
}

/** More steps than these are a job. */
const mostAtOnce = 12
const atOncePatience = 8000
const jobPatience = 60_000

/** @param unrecorded a job is recorded by its receipt, not step by step */
const portTo = (send: SendRequest, unrecorded: boolean): Port => ({
  list: async (chatId, signal) => {
    const { data } = await call('banList', { params: { chatId } }, { signal })
    return data.flatMap((wire) => fromWire(wire) ?? [])
  },
  ban: (chatId, { first, last }, signal) => {
    const body = { ip: dotted(first), ...(last !== first && { lastIp: dotted(last) }) }
    // The list tells whether it is there, and the pace of the work when it is sent again.
    return send('banCreate', { params: { chatId }, body }, { signal, unrecorded, noRetry: true })
  },
  lift: (chatId, { first, last }, signal) =>
    first === last
      ? send('banLift', { params: { chatId, ipAddress: dotted(first) } }, { signal, unrecorded })
      : send('banLiftRange', { params: { chatId, firstIp: dotted(first), lastIp: dotted(last) } }, { signal, unrecorded }),
})

interface Work extends BansInput {
  /** "Banning 38 entries" */
  title: string
}

const stepsOf = (plans: RoomPlan[]) => plans.reduce((sum, { steps }) => sum + steps.length, 0)

/**
 * Does a few steps at once, and many as a job.
 * @returns what was not done, [] if all was; null for a job, which says so itself later
 */
export async function changeNow(send: SendRequest, { plans, title, done }: Work): Promise<RoomReceipt[] | null> {
  if (plans.length > 1 || stepsOf(plans) > mostAtOnce) {
    await startChanges({ plans, title, done })
    return null
  }
  try {
    const receipts = await changeBans({
      plans,
      port: portTo(send, false),
      control: { signal: new AbortController().signal, pausePoint: () => Promise.resolve() },
      patienceMs: atOncePatience,
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
export const startChanges = ({ plans, title, done }: Work) =>
  startJob<BansInput>({
    kind: 'bans-change',
    title,
    place: plans.map(({ place }) => place).join(', '),
    chatId: plans.length === 1 ? plans[0]!.chatId : null,
    total: stepsOf(plans),
    input: { plans, done },
  })

/** What a job left, kept with its receipt so that the page can show it and try it again. */
export interface Detail {
  rooms: RoomReceipt[]
  /** As in the plans. */
  frees: Record<number, RoomPlan['frees']>
}

async function run({ jobId, send, input: { plans, done }, progress, signal, pausePoint }: Running<BansInput, undefined>): Promise<Receipt> {
  // Nothing is saved on the way: what is done is in the lists themselves, and a start anew reads them.
  const rooms = await changeBans({
    plans,
    port: portTo(send, true),
    control: { signal, pausePoint },
    patienceMs: jobPatience,
    onProgress: ({ done: settled, total, place, heldBy }) =>
      progress(settled, total, { note: plans.length > 1 ? place : '', trouble: heldBy ? errorMessage(heldBy).cause : '' }),
    wait,
    random: Math.random,
  })
  return receiptOf(jobId, plans, rooms, done)
}

function receiptOf(jobId: string, plans: RoomPlan[], rooms: RoomReceipt[], done: string): Receipt {
  const unfinished = rooms.flatMap((room) => room.unfinished)
  const has = (...outcomes: string[]) => unfinished.filter(({ outcome }) => outcomes.includes(outcome)).length
  const settled = rooms.reduce((sum, room) => sum + room.done, 0)
  const left = rooms.filter((room) => room.unfinished.length > 0)
  const detail: Detail = { rooms: left, frees: Object.fromEntries(plans.map(({ chatId, frees }) => [chatId, frees])) }
  const isUndone = left.length > 0 && left.every(({ rolledBack }) => rolledBack)
  return {
    title: unfinished.length === 0 ? done : isUndone ? `Taken back, nothing is changed. Not done: ${done}` : `Not all done: ${done}`,
    figures: [
      { label: 'Done', value: isUndone ? 0 : settled },
      { label: 'Refused', value: has('refused', 'unsafe'), odd: true },
      { label: 'Not tried', value: has('notTried'), odd: true },
      ...(has('unknown') > 0 ? [{ label: 'Unknown', value: has('unknown'), odd: true }] : []),
    ],
    ...(left.length > 0 && {
      left: {
        label: `Show the ${unfinished.length} that ${unfinished.length === 1 ? 'is' : 'are'} left`,
        path: to.bansLeft(left[0]!.chatId, jobId),
      },
    }),
    detail,
  }
}

/** A receipt's detail, read back from the journal as plain data. */
export const detailOf = (job: Job | undefined): Detail | undefined =>
  job?.kind === 'bans-change' ? (job.receipt?.detail as Detail | undefined) : undefined

/** What became of one that was not done, in a sentence. */
export function leftWords({ rooms }: Pick<Detail, 'rooms'>): string {
  const [first] = rooms.flatMap(({ unfinished }) => unfinished)
  if (!first) return ''
  const { step, outcome, reason } = first
  const what = `${formatRange(step.range)} was not ${step.act === 'ban' ? 'banned' : 'lifted'}`
  const why = {
    refused: reason
      ? `the service answered “${reason.replace(/\.$/, '')}”`
      : 'the service did not keep it, or somebody else changed it meanwhile',
    unsafe: 'other addresses would have been freed with it',
    unknown: reason || 'the list could not be read afterwards',
    notTried: reason || 'it was not tried any more',
  }[outcome]
  const taken = rooms.every(({ rolledBack }) => rolledBack) ? ' What had been changed is taken back.' : ''
  return `${what}: ${why}.${taken}`
}

export const bansJob = jobKind<BansInput, undefined>({ run, ended: () => void refresh('banList') })
