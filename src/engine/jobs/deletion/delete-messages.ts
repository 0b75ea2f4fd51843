import { maxDeleteBatchSize } from '#contract/messages.ts'
import { limitReachedCode } from '#contract/session.ts'
import { carryOut, type StepRun } from '../carry-out.ts'
import type { Steps } from '../step-ledger.ts'
import { type DeletionInput, type DeletionPort, rangeOf, readBack } from './read-back.ts'

export interface Deletion extends Omit<StepRun, 'steps' | 'backoff' | 'patienceMs'> {
  input: DeletionInput
  port: DeletionPort
  /** By default a minute. */
  patienceMs?: number
}

/** The outcome as read from the chat, with every chosen id in one of the lists. Answers of the service do not count, only the content of the chat. */
export interface DeletionReceipt {
  deleted: number[]
  /** With the message of the service if it refused; null: it gave none. */
  notDeleted: { id: number; reason: string | null }[]
  /** Sent, and the chat could not be read around the message. */
  unknown: number[]
  /** Not sent, because the job was stopped, or ended because the service refused every request. */
  notTried: number[]
}

/** The deletion of messages as steps, one per message. Deleting a message again does no harm. */
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
  // More than four batches of messages that cannot be deleted.
  maxRefusalsInARow: 400,
  endsAll: ({ isFromGateway, code }) => isFromGateway && code === limitReachedCode,
  isRepeatable: true,
})

/** Deletes messages and determines the outcome of each. Rejects as carryOut() does. */
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
