import { maxDeleteBatchSize } from '#contract/messages.ts'
import { limitReachedCode } from '#contract/session.ts'
import { carryOut, type JobControl, type StepProgress, type Steps } from '../carry-out.ts'
import type { Wait } from '../request-scheduler.ts'
import type { StepState } from '../step-ledger.ts'
import type { DeletionInput, DeletionPort } from './deletion-input.ts'
import { rangeOf, readBack } from './read-back.ts'

export interface Deletion {
  input: DeletionInput
  /** What save() kept last; undefined at the first start. */
  state: StepState | undefined
  save: (state: StepState) => Promise<void>
  port: DeletionPort
  control: JobControl
  onProgress: (progress: StepProgress) => void
  wait: Wait
  random: () => number
  /** It ends after nothing got through for this long. By default a minute. */
  patienceMs?: number
}

/** What the chat shows, every chosen id in one list. Never that something failed: the answer of the service is one thing, the content of the chat another. */
export interface DeletionReceipt {
  deleted: number[]
  /** With the service's own words where it refused; null where it gave none. */
  notDeleted: { id: number; reason: string | null }[]
  /** Sent, and the chat could not be read to the end where it lies. */
  unknown: number[]
  /** Stopped before, or ended before because the service refused everything it was sent. */
  notTried: number[]
}

/** The deletion of messages as steps: each message is one, deleting it again does no harm. */
const deletionSteps = (input: DeletionInput, port: DeletionPort): Steps => ({
  count: input.ids.length,
  maxBatchSize: maxDeleteBatchSize,
  send: (steps, signal) =>
    port.deleteSome(
      steps.map((step) => input.ids[step]!),
      signal,
    ),
  probe: (signal) => port.readPage({ ...rangeOf(input, [0]), next: undefined }, signal),
  readBack: (steps, scheduler, findings) => readBack({ input, steps, readPage: port.readPage, scheduler, findings }),
  // More than four batches that hold nothing but messages that cannot be deleted.
  maxRefusalsInARow: 400,
  endsAll: ({ isFromGateway, code }) => isFromGateway && code === limitReachedCode,
  isRepeatable: true,
})

/** Deletes messages and finds out what became of each. Rejects as carryOut() does. */
export async function deleteMessages({ input, port, patienceMs = 60_000, ...run }: Deletion): Promise<DeletionReceipt> {
  const { outcomeOf, reasonOf } = await carryOut({ ...run, steps: deletionSteps(input, port), patienceMs })
  const receipt: DeletionReceipt = { deleted: [], notDeleted: [], unknown: [], notTried: [] }
  for (const [step, id] of input.ids.entries()) {
    const outcome = outcomeOf(step)
    if (outcome === 'done') receipt.deleted.push(id)
    else if (outcome === 'refused') receipt.notDeleted.push({ id, reason: reasonOf(step) })
    else receipt[outcome].push(id)
  }
  return receipt
}
