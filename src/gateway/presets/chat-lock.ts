import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { Failure, type Call } from '#contract/client.ts'
import { equal, insertNew, update } from '#db/rows.ts'
import type { Trx, GatewayDatabase } from '../database/database.ts'

/**
 * One preset, job or timetable at a time changes the settings of a chat, over all gateways. The lock is a lease in the database, renewed before each
 * write, once nothing holds that back any more: a gateway that was killed holds it no longer than that. Whoever lost it sends nothing more and writes nothing more.
 */

/** Longer than any request takes (forward/upstream.ts). */
const leaseMs = 30_000
const maxUntilMs = 3 * leaseMs
const pollMs = 50
export interface ChatLock {
  /** Sends nothing where the lock was lost. */
  guard: (call: Call) => Call
  /** Rejects where the lock was lost: nothing may be sent then. */
  renew: () => Promise<void>
  /** Writes nothing where the lock was lost. */
  transaction: GatewayDatabase['transaction']
}

/** What the lock needs: for the worker, `transaction` writes only while it holds its own lease. */
export interface LockOptions {
  workspace: string
  query: GatewayDatabase['query']
  transaction: GatewayDatabase['transaction']
  /** The time of the database: the clocks of several gateways may differ. */
  leaseNow: () => RawBuilder<number>
  /** The work in one chat is a few requests, so whoever waits for longer gives up. Milliseconds, a minute unless set. */
  maxWaitMs?: number
}

/** Rejects with a Failure without effect where another one holds the lock for too long. */
export async function withChatLock<T>(options: LockOptions, chatId: number, work: (lock: ChatLock) => Promise<T>): Promise<T> {
  const { workspace, query, transaction, leaseNow, maxWaitMs = 60_000 } = options
  const holder = randomUUID()
  const row = { workspace, chat_id: chatId }

  const take = () =>
    transaction(async (trx) => {
      await addLock(trx, row)
      const now = leaseNow()
      const { numUpdatedRows } = await trx
        .updateTable('preset_lock')
        .set({ holder, until: sql<number>`${now} + ${leaseMs}` })
        .where(equal(row))
        // A clock that was set back must not keep it locked.
        .where((is) => is.or([is('holder', '=', ''), is('until', '<=', now), is('until', '>', sql<number>`${now} + ${maxUntilMs}`)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })

  /** As the first statement of a transaction it also keeps others from taking the lock until that has ended. */
  async function renew(trx: Trx): Promise<void> {
    const isOurs = await update(trx, 'preset_lock', { ...row, holder }, { until: sql<number>`${leaseNow()} + ${leaseMs}` })
    if (!isOurs) throw lost()
  }

  const started = performance.now()
  while (!(await take())) {
    if (performance.now() - started > maxWaitMs) throw held()
    await setTimeout(pollMs)
  }
  const lock: ChatLock = {
    renew: () => transaction(renew),
    guard: (call) => async (name, input, callOptions) => {
      await transaction(renew)
      return call(name, input, callOptions)
    },
    transaction: (write) =>
      transaction(async (trx) => {
        await renew(trx)
        return write(trx)
      }),
  }
  try {
    return await work(lock)
  } finally {
    // Not in `transaction`: a worker that was interrupted may not write any more, but nobody should wait for it. Where this fails the lease runs out.
    await update(query, 'preset_lock', { ...row, holder }, { holder: '' }).catch(() => null)
  }
}

/** Until the transaction ends, nothing else is added to what is on in an account. */
export async function lockPresets(trx: Trx, workspace: string): Promise<void> {
  const row = { workspace, chat_id: 0 }
  await addLock(trx, row)
  await update(trx, 'preset_lock', row, { holder: '' })
}

/** Nobody holds it yet. */
const addLock = (trx: Trx, row: { workspace: string; chat_id: number }) => insertNew(trx, 'preset_lock', { ...row, holder: '', until: 0 })

const refused = (reason: string) => new Failure('refused', { reason, isFromGateway: true, hadNoEffect: true })
const held = () => refused('The settings of this chat are being changed by something else. Try again.')
const lost = () => refused('This was interrupted. Try again.')
