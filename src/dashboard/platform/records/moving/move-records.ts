import type { RecordKind } from '#contract/workspace/record-kinds.ts'
import type { MovedRecord, StaleRecords, StoredRecord } from '#contract/workspace/records.ts'
import { chunked } from '../chunks.ts'

/**
 * Moves what a browser holds to the gateway, exactly once. The browser stores which batch it is about to send before it sends it, so that every tab and
 * every later attempt sends the same batch under the same id, which the gateway carries out once. What was sent is deleted only after the gateway
 * confirmed it.
 */

/** A record that this browser holds. */
export type HeldRecord = MovedRecord

export interface Batch {
  id: string
  records: HeldRecord[]
}

/** What this browser holds. Each method is one transaction, also against other tabs. */
export interface Holding {
  held: () => Promise<HeldRecord[]>
  /** The batch that was begun and is not confirmed yet; otherwise begins one with the chosen records. null: none were chosen. */
  begin: (choose: (held: HeldRecord[]) => HeldRecord[]) => Promise<Batch | null>
  /** Ends a batch, and deletes those of its records that are given, where they have not changed since. */
  end: (batch: Batch, moved: HeldRecord[]) => Promise<void>
}

/** A record that is stored with another value than this browser holds, which it still does. */
export interface MoveConflict {
  held: HeldRecord
  stored: StoredRecord
}

export interface MoveResult {
  moved: HeldRecord[]
  conflicts: MoveConflict[]
}

interface Move {
  holding: Holding
  send: (batch: Batch) => Promise<StaleRecords>
  /** Whether the person may move it, and the gateway would accept it. */
  isMovable: (record: HeldRecord) => boolean
  /** Whether an error means that nothing of the batch was stored. */
  isRefusal: (error: unknown) => boolean
}

/** Rejects as `send` does. May be started again at any time, and in several tabs at once. */
export async function moveRecords({ holding, send, isMovable, isRefusal }: Move): Promise<MoveResult> {
  const moved: HeldRecord[] = []
  const conflicts = new Map<string, MoveConflict>()
  const choose = (held: HeldRecord[]) => chunked(held.filter((record) => isMovable(record) && !conflicts.has(placeOf(record))))[0] ?? []
  for (;;) {
    const batch = await holding.begin(choose)
    if (!batch) return { moved, conflicts: [...conflicts.values()] }
    let stale: StaleRecords
    try {
      stale = await send(batch)
    } catch (error) {
      // Otherwise a batch that can never be stored would be sent forever.
      if (isRefusal(error)) await holding.end(batch, [])
      throw error
    }
    const left = new Set(stale.map(({ index }) => index))
    const done = batch.records.filter((_, index) => !left.has(index))
    for (const { index, stored } of stale) {
      const held = batch.records[index]
      // Where the other value was deleted since, the next batch stores the one of this browser.
      if (held && stored) conflicts.set(placeOf(held), { held, stored })
    }
    await holding.end(batch, done)
    moved.push(...done)
  }
}

const placeOf = ({ kind, chatId, key }: { kind: RecordKind; chatId: number | null; key: string }) => `${kind} ${chatId} ${key}`
