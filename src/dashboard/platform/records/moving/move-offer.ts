import { Failure } from '#contract/client.ts'
import { allowsRecord, isStorable, recordKindNames, type RecordKind } from '#contract/workspace/record-kinds.ts'
import { changeWorkspace } from '#dashboard/platform/api/workspace-query.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import { storeText, storedText } from '#dashboard/platform/session/session.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { refreshRecords } from '../records.ts'
import { browserHolding } from './browser-holding.ts'
import { moveRecords, type HeldRecord, type MoveConflict } from './move-records.ts'

/** What this browser still holds from before its account had shared records, and the offer to move it. */

interface MoveOffer {
  movable: HeldRecord[]
  /** It is offered on every page, until somebody says "Not now". */
  isShown: boolean
  isMoving: boolean
  failure: unknown
  /** What is shared with another value: the person decides. */
  conflicts: MoveConflict[]
}

const notNow = 'records-not-now'
const nothing: MoveOffer = { movable: [], isShown: false, isMoving: false, failure: null, conflicts: [] }
export const moveOffer = createStore<MoveOffer>(nothing)
const change = (next: Partial<MoveOffer>) => moveOffer.set({ ...moveOffer.get(), ...next })

const isMovable = (record: HeldRecord) => isStorable(record) && allowsRecord(personNow(), 'write', record)

/** Looks what this browser holds. Where it cannot store anything, it holds nothing. */
export async function lookForHeld(): Promise<void> {
  const movable = (await browserHolding.held().catch(() => [])).filter(isMovable)
  change({ movable, isShown: movable.length > 0 && storedText(notNow) === null })
}

/** Remembered until the person signs out. The palette can still move it. */
export function declineMove() {
  storeText(notNow, 'yes')
  change({ isShown: false })
}

/** Moves everything, and reports it. */
export async function moveHeld(): Promise<void> {
  if (moveOffer.get().isMoving) return
  change({ isMoving: true, isShown: true, failure: null })
  try {
    const { moved, conflicts } = await moveRecords({
      holding: browserHolding,
      send: async ({ id: batchId, records }) => (await changeWorkspace('recordsMove', { params: { batchId }, body: { records } })).data,
      isMovable,
      isRefusal: (error) => error instanceof Failure && error.kind === 'refused',
    })
    change({ conflicts })
    if (moved.length > 0) toast(`Moved to the account: ${inWords(moved)}`)
  } catch (failure) {
    change({ failure })
  } finally {
    change({ isMoving: false })
    await Promise.all([lookForHeld(), ...recordKindNames.map(refreshRecords)])
    if (moveOffer.get().failure !== null) change({ isShown: true })
  }
}

/** Deletes what this browser holds in place of a shared record, after the person has decided. */
export async function dropHeld(held: HeldRecord[]): Promise<void> {
  await browserHolding.end({ id: '', records: held }, held)
  const dropped = new Set(held)
  change({ conflicts: moveOffer.get().conflicts.filter((conflict) => !dropped.has(conflict.held)) })
  await lookForHeld()
}

const names: Record<RecordKind, [one: string, many: string]> = {
  'poll-rounds': ['round of a poll', 'rounds of polls'],
  'poll-templates': ['poll template', 'poll templates'],
  'poll-groups': ['group of polls', 'groups of polls'],
  'ban-notes': ['note', 'notes'],
  'post-texts': ['saved announcement', 'saved announcements'],
  'chat-labels': ['label list', 'label lists'],
  'chat-hours': ['timetable', 'timetables'],
  'saved-views': ['saved view', 'saved views'],
  'word-lists': ['word list', 'word lists'],
  presets: ['preset', 'presets'],
}

/** "14 rounds of polls and 22 notes" */
export const inWords = (records: HeldRecord[]): string =>
  listed(
    recordKindNames.flatMap((kind) => {
      const number = records.filter((record) => record.kind === kind).length
      return number > 0 ? [counted(number, ...names[kind])] : []
    }),
  )
