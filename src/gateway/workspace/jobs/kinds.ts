import type { Call } from '#contract/client.ts'
import { unpack, type JobKind, type JobLeft } from '#contract/workspace/jobs.ts'
import type { JobControl } from '#engine/jobs/carry-out.ts'
import { deleteMessages, type DeletionReceipt } from '#engine/jobs/deletion/delete-messages.ts'
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
  counts: Record<keyof DeletionReceipt, number>
  left: JobLeft | null
}

interface StoredInput {
  ids: number[]
  times: number[]
}

/** The ids of the messages of an unfinished job, packed. */
export const messagesIn = (input: string): number[] | null => (input === '' ? null : (JSON.parse(input) as StoredInput).ids)

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
  const { ids, times } = JSON.parse(job.input) as StoredInput
  const input = { ids: Float64Array.from(unpack(ids)), times: Float64Array.from(unpack(times)) }
  const receipt = await deleteMessages({
    ...run,
    input,
    state: stateIn(job.state),
    save: (state) => save(storedState(state)),
    port: deletionPort(job.chat_id, call),
    isContinued: true,
  })
  const { deleted, notDeleted, unknown, notTried } = receipt
  const left = new Set([...notDeleted.map(({ id }) => id), ...unknown, ...notTried])
  const leftTimes = Array.from(input.times).filter((_, index) => left.has(input.ids[index]!))
  return {
    counts: { deleted: deleted.length, notDeleted: notDeleted.length, unknown: unknown.length, notTried: notTried.length },
    left:
      left.size === 0
        ? null
        : {
            ids: [...left],
            from: leftTimes.reduce((one, other) => Math.min(one, other)),
            to: leftTimes.reduce((one, other) => Math.max(one, other)),
          },
  }
}

export const jobKinds: Record<JobKind, { title: (job: JobRow) => string; run: (run: JobRun) => Promise<JobResult> }> = {
  'messages-delete': {
    title: ({ total }) => (total === 1 ? 'Deleting 1 message' : `Deleting ${total.toLocaleString('en')} messages`),
    run: deleteAll,
  },
}
