import { switchOffAndNotify } from './stop.ts'
import type { WatchRound } from './watch.ts'

/**
 * A note in the database that something runs for an account which might end the whole process: compiling its rules, or a comparison that takes long. The
 * next process finds it, and leaves the rules of the account stopped instead of ending in the same way.
 */

/** Most comparisons end sooner, so that notes are rarely written. */
const noteAfterMs = 1000

const note = ({ database: { query }, workspace, leaseNow }: Noting, isOn: boolean) =>
  query
    .insertInto('rule_cost')
    .values({ workspace, characters: 0, steps: 0, noted_at: isOn ? leaseNow() : null })
    .onConflict((conflict) => conflict.column('workspace').doUpdateSet({ noted_at: isOn ? leaseNow() : null }))
    .execute()

type Noting = Pick<WatchRound, 'database' | 'workspace' | 'leaseNow'>

/** Rejects as the work does; the note is gone then as well, because the process did not end. */
export async function whileNoted<T>(round: Noting, work: () => Promise<T>): Promise<T> {
  await note(round, true)
  try {
    return await work()
  } finally {
    await note(round, false)
  }
}

/** As whileNoted, for work that usually takes no time. */
export async function noteIfLong<T>(round: Noting, work: () => Promise<T>): Promise<T> {
  const notes: Promise<unknown>[] = []
  // It is only a precaution, so that it may fail.
  const timer = setTimeout(() => notes.push(note(round, true).catch(() => {})), noteAfterMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    await Promise.all(notes)
    if (notes.length > 0) await note(round, false)
  }
}

/** Switches the rules of an account off if the last process ended while they were at work, and notifies people. */
export async function stopAfterCrash(round: Pick<WatchRound, 'database' | 'workspace' | 'work' | 'notify' | 'leaseNow'>): Promise<void> {
  const { database, workspace, work, notify, leaseNow } = round
  const found = await database.query.selectFrom('rule_cost').select('noted_at').where('workspace', '=', workspace).executeTakeFirst()
  if (found?.noted_at == null) return
  await work.transaction(async (trx) => {
    const { now } = await trx.selectNoFrom(leaseNow().as('now')).executeTakeFirstOrThrow()
    await trx.updateTable('rule_cost').set({ noted_at: null }).where('workspace', '=', workspace).execute()
    await switchOffAndNotify({ notify, workspace }, trx, 'crash', now)
  })
}
