import type { Call } from '#contract/client.ts'
import {
  stepsIn,
  unpack,
  type BanChangesDraft,
  type BanOutcome,
  type DeletionDraft,
  type JobCounts,
  type JobDraft,
  type JobKind,
  type JobLeft,
} from '#contract/workspace/jobs.ts'
import { banPort } from '#engine/bans/ban-port.ts'
import { changeBans } from '#engine/bans/change-bans.ts'
import { leftOf, planIn } from '#engine/bans/plan.ts'
import type { JobControl } from '#engine/jobs/carry-out.ts'
import { deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionPort } from '#engine/jobs/deletion/deletion-port.ts'
import type { StepProgress } from '#engine/jobs/carry-out.ts'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import type { StepState } from '#engine/jobs/step-ledger.ts'
import type { JobRow } from './session-of-job.ts'

/** What each kind of job does, and how that is stored. */

export interface JobRun {
  job: JobRow
  call: Call
  /** JSON, as `state` of the job. */
  save: (state: string) => Promise<void>
  control: JobControl
  onProgress: (progress: StepProgress) => void
  wait: Wait
  random: () => number
}

/** What came of a job. */
export interface JobResult {
  counts: JobCounts
  left: JobLeft | null
  isRolledBack?: boolean
}

/** The ids of the messages that an unfinished job deletes, packed. */
export const messagesIn = ({ kind, input }: Pick<JobRow, 'kind' | 'input'>): number[] | null =>
  kind !== 'messages-delete' || input === '' ? null : (JSON.parse(input) as DeletionDraft).ids

/** Reasons are those of a service, which may be long. */
const maxReasonLength = 200

const storedState = ({ steps, tries, reasons }: StepState): string =>
  JSON.stringify({
    steps: Buffer.from(steps).toString('base64'),
    tries: Buffer.from(tries).toString('base64'),
    reasons: [...reasons].map(([step, reason]) => [step, reason.slice(0, maxReasonLength)]),
  })

function stateIn(text: string): StepState | undefined {
  if (text === '') return undefined
  const { steps, tries, reasons } = JSON.parse(text) as { steps: string; tries: string; reasons: [number, string][] }
  return {
    steps: new Uint8Array(Buffer.from(steps, 'base64')),
    tries: new Uint8Array(Buffer.from(tries, 'base64')),
    reasons: new Map(reasons),
  }
}

async function deleteAll({ job, call, save, ...run }: JobRun): Promise<JobResult> {
  const { chatId, ids, times } = JSON.parse(job.input) as DeletionDraft
  const input = { ids: Float64Array.from(unpack(ids)), times: Float64Array.from(unpack(times)) }
  const receipt = await deleteMessages({
    ...run,
    input,
    state: stateIn(job.state),
    save: (state) => save(storedState(state)),
    port: deletionPort(chatId, call),
    isContinued: true,
  })
  const { deleted, notDeleted, unknown, notTried } = receipt
  const left = new Set([...notDeleted.map(({ id }) => id), ...unknown, ...notTried])
  const leftTimes = Array.from(input.times).filter((_, index) => left.has(input.ids[index]!))
  return {
    counts: { done: deleted.length, failed: notDeleted.length, unknown: unknown.length, notTried: notTried.length },
    left:
      left.size === 0
        ? null
        : {
            kind: 'messages-delete',
            ids: [...left],
            from: leftTimes.reduce((one, other) => Math.min(one, other)),
            to: leftTimes.reduce((one, other) => Math.max(one, other)),
          },
  }
}

/** Nothing gets through for so long: it is tried again later. */
const patienceMs = 60_000

/** Nothing is saved in between: the lists themselves show what is done, and whoever goes on reads them. */
async function changeLists({ job, call, control, onProgress, wait, random }: JobRun): Promise<JobResult> {
  const plans = (JSON.parse(job.input) as BanChangesDraft).plans.map(planIn)
  const port = banPort(call)
  const receipts = await changeBans({ plans, port, control, patienceMs, onProgress, wait, random })
  const open = receipts.flatMap((receipt, index) => (receipt.unfinished.length > 0 ? [{ receipt, plan: plans[index]! }] : []))
  const outcomes = open.flatMap(({ receipt }) => receipt.unfinished.map(({ outcome }) => outcome))
  const count = (...wanted: BanOutcome[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length
  const isRolledBack = open.length > 0 && open.every(({ receipt }) => receipt.rolledBack)
  return {
    counts: {
      done: isRolledBack ? 0 : receipts.reduce((sum, { done }) => sum + done, 0),
      failed: count('refused', 'unsafe'),
      unknown: count('unknown', 'unconfirmed'),
      notTried: count('notTried', 'rolledBack'),
    },
    left: open.length === 0 ? null : { kind: 'ban-changes', chats: open.map(({ receipt, plan }) => leftOf(receipt, plan)) },
    isRolledBack,
  }
}

export const jobRuns: Record<JobKind, (run: JobRun) => Promise<JobResult>> = {
  'messages-delete': deleteAll,
  'ban-changes': changeLists,
}

/** The ids of the chats of a job, and how many steps it has. */
export function extentOf(draft: JobDraft): { chats: number[]; total: number } {
  switch (draft.kind) {
    case 'messages-delete':
      return { chats: [draft.chatId], total: draft.ids.length }
    case 'ban-changes':
      return { chats: [...new Set(draft.plans.map(({ chatId }) => chatId))], total: stepsIn(draft.plans) }
  }
}
