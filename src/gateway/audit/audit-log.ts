import type { GatewayDatabase } from '../database/database.ts'
import { Refusal } from '#http/refusal.ts'
import type { Logger } from 'pino'
import { auditNotWritable } from '../refusals.ts'
import type { EntryData, OutcomeData } from './line.ts'
import { createWriter, type Appended } from './writer.ts'

export type AuditLog = ReturnType<typeof createAuditLog>

export interface NewEntry {
  workspace: string
  data: EntryData
  /** The messages that are gone once the change is done. */
  removes?: Omit<Removal, 'sent'> | undefined
}

/** Messages that a change removed. */
export interface Removal {
  chatId: number
  messageIds: readonly number[] | 'all'
  /** When it was sent, in milliseconds. */
  sent: number
}

export type Outcome = Pick<OutcomeData, 'outcome' | 'message' | 'status' | 'chatId' | 'isReplayed'>

interface Options {
  database: Pick<GatewayDatabase, 'transaction'>
  log: Pick<Logger, 'error'>
  /** Milliseconds. */
  nowMs: () => number
  /** Told of the messages that a change has removed, before its answer is passed on. */
  onRemoved?: (workspace: string, removal: Removal) => Promise<void>
  /** Waits before the attempts to write an outcome. The answer waits for the first two. */
  retryWaitsMs?: readonly number[]
}

const defaultWaitsMs = [0, 200, 1000, 5000, 15_000, 60_000]
const waitedFor = 2

export function createAuditLog({ database, log, nowMs, onRemoved, retryWaitsMs = defaultWaitsMs }: Options) {
  const append = createWriter(database)

  async function begin({ workspace, data }: NewEntry): Promise<Appended> {
    try {
      return await append({ kind: 'entry', workspace, at: nowMs(), data })
    } catch (error) {
      log.error({ err: error, event: 'audit' }, 'a change was refused because the audit log could not be written')
      throw auditNotWritable()
    }
  }

  /** Rejects never. Without its line the entry counts as unknown. @param write can be repeated */
  async function end({ workspace }: NewEntry, outcome: OutcomeData, write: () => Promise<unknown>): Promise<void> {
    const attempts = async (waits: readonly number[]) => {
      for (const [attempt, wait] of waits.entries()) {
        if (wait > 0) await new Promise<void>((resolve) => setTimeout(resolve, wait).unref())
        try {
          await write()
          return true
        } catch (error) {
          if (attempt === waits.length - 1)
            log.error({ err: error, event: 'audit', workspace, ...outcome }, 'an outcome could not be written to the audit log')
        }
      }
      return false
    }
    // The change was made, so its answer is passed on in any case; the rest happens in the background.
    if (!(await attempts(retryWaitsMs.slice(0, waitedFor)))) void attempts(retryWaitsMs.slice(waitedFor))
  }

  /** Rejects never: the change was made. */
  const removed = async (workspace: string, removal: Removal) =>
    onRemoved?.(workspace, removal).catch((error: unknown) =>
      log.error({ err: error, event: 'removed', workspace }, 'the hits of deleted messages could not be closed'),
    )

  /**
   * Every change goes through here: one line is written before it is sent and one with its outcome after, and only then is the answer passed on. So no
   * acknowledged change lacks a line. If the first line cannot be written, nothing is sent.
   * @param entries what the change is about: an entry for each chat, where it is about several
   * @param send sends the change, and is told the line of its first entry; its result is passed on, and its error too
   * @param outcomeOf what the result says
   * @param ofError what an error says
   */
  async function change<T>(
    entries: NewEntry | readonly NewEntry[],
    send: (line: number) => Promise<T>,
    outcomeOf: (result: T) => Outcome,
    ofError = outcomeOfError,
  ): Promise<T> {
    const begun = await Promise.all([entries].flat().map(async (added) => ({ added, ...(await begin(added)) })))
    const sent = nowMs()
    const told = (data: OutcomeData) => {
      const at = nowMs()
      return Promise.all(
        begun.map(({ added, line, isKnown }) => {
          const tell = (entry: number) => append({ kind: 'outcome', workspace: added.workspace, at, entry, data })
          return end(added, data, isKnown ? repeated(added, line, data, tell) : () => tell(line))
        }),
      )
    }
    try {
      const result = await send(begun[0]!.line)
      const outcome = outcomeOf(result)
      await told({ ...outcome, sent, answered: nowMs() })
      if (outcome.outcome === 'done')
        for (const { added } of begun) if (added.removes) await removed(added.workspace, { ...added.removes, sent })
      return result
    } catch (error) {
      await told({ ...ofError(error), sent })
      throw error
    }
  }

  /**
   * Writes the outcome of a repeated request. It belongs to the entry of the first where the service repeated its answer, or where nothing was done
   * before: then this was the request that it carried out. Any other answer is about a change or a refusal of its own, which gets an entry.
   */
  function repeated(added: NewEntry, line: number, data: OutcomeData, tell: (entry: number) => Promise<Appended>): () => Promise<unknown> {
    let own: number | undefined
    const tellAnew = async () => {
      own ??= (await append({ kind: 'entry', workspace: added.workspace, at: nowMs(), data: added.data, isAnew: true })).line
      return tell(own)
    }
    return async () => {
      if (own !== undefined || (data.outcome !== 'done' && data.outcome !== 'unknown' && !data.isReplayed)) return tellAnew()
      const { isKnown, wasReplayed } = await tell(line)
      if (isKnown && !wasReplayed && data.outcome === 'done' && !data.isReplayed) await tellAnew()
    }
  }

  return { change }
}

/** A refusal below 500 says that nothing was done; after any other error the change may have been made. */
export const outcomeOfError = (error: unknown): Outcome =>
  error instanceof Refusal && error.status < 500
    ? { outcome: 'refused', message: error.serviceMessage ?? error.message, status: error.status }
    : { outcome: 'unknown', message: error instanceof Refusal ? error.message : '' }
