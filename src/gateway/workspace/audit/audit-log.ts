import { Refusal } from '#http/refusal.ts'
import type { Logger } from 'pino'
import { auditNotWritable } from '../../refusals.ts'
import type { EntryData, OutcomeData } from './line.ts'
import type { GatewayDatabase } from '../handler.ts'
import { createWriter } from './writer.ts'

/**
 * Every change goes through `change`: one line is written before it is sent and one with its outcome after, and only then is the answer passed on. So no
 * acknowledged change lacks a line. If the first line cannot be written, nothing is sent.
 */
export interface AuditLog {
  /**
   * @param send sends the change; its result is passed on, and its error too
   * @param outcomeOf what the result says
   * @param outcomeOfError what an error says
   */
  change: <T>(
    entry: NewEntry,
    send: () => Promise<T>,
    outcomeOf: (result: T) => Outcome,
    outcomeOfError?: (error: unknown) => Outcome,
  ) => Promise<T>
}

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

export type Outcome = Pick<OutcomeData, 'outcome' | 'message' | 'status' | 'chatId'>

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

export function createAuditLog({ database, log, nowMs, onRemoved, retryWaitsMs = defaultWaitsMs }: Options): AuditLog {
  const append = createWriter(database)

  async function begin({ workspace, data }: NewEntry): Promise<number> {
    try {
      return (await append({ kind: 'entry', workspace, at: nowMs(), data })).line
    } catch (error) {
      log.error({ err: error, event: 'audit' }, 'a change was refused because the audit log could not be written')
      throw auditNotWritable()
    }
  }

  /** Rejects never. Without this line the entry counts as unknown. */
  async function end(workspace: string, entry: number, data: OutcomeData): Promise<void> {
    const at = nowMs()
    const write = async (waits: readonly number[]) => {
      for (const [attempt, wait] of waits.entries()) {
        if (wait > 0) await new Promise<void>((resolve) => setTimeout(resolve, wait).unref())
        try {
          await append({ kind: 'outcome', workspace, at, entry, data })
          return true
        } catch (error) {
          if (attempt === waits.length - 1)
            log.error(
              { err: error, event: 'audit', workspace, entry, outcome: data.outcome },
              'an outcome could not be written to the audit log',
            )
        }
      }
      return false
    }
    // The change was made, so its answer is passed on in any case; the rest happens in the background.
    if (!(await write(retryWaitsMs.slice(0, waitedFor)))) void write(retryWaitsMs.slice(waitedFor))
  }

  /** Rejects never: the change was made. */
  const removed = async (workspace: string, removal: Removal) =>
    onRemoved?.(workspace, removal).catch((error: unknown) =>
      log.error({ err: error, event: 'removed', workspace }, 'the hits of deleted messages could not be closed'),
    )

  const change: AuditLog['change'] = async (added, send, outcomeOf, ofError = outcomeOfError) => {
    const entry = await begin(added)
    const sent = nowMs()
    try {
      const result = await send()
      const outcome = outcomeOf(result)
      await end(added.workspace, entry, { ...outcome, sent, answered: nowMs() })
      if (outcome.outcome === 'done' && added.removes) await removed(added.workspace, { ...added.removes, sent })
      return result
    } catch (error) {
      await end(added.workspace, entry, { ...ofError(error), sent })
      throw error
    }
  }

  return { change }
}

/** A refusal below 500 says that nothing was done; after any other error the change may have been made. */
export const outcomeOfError = (error: unknown): Outcome =>
  error instanceof Refusal && error.status < 500
    ? { outcome: 'refused', message: error.serviceMessage ?? error.message, status: error.status }
    : { outcome: 'unknown', message: error instanceof Refusal ? error.message : '' }
