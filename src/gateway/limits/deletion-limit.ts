import { randomUUID } from 'node:crypto'
import { limitSeconds, type DeletionsLeft } from '#contract/gateway/limits.ts'
import { insert, remove, rowsWith } from '#db/rows.ts'
import { deletionLimitReached } from '../refusals.ts'
import type { Query, GatewayDatabase } from '../database/database.ts'

export type DeletionLimit = ReturnType<typeof createDeletionLimit>

/** @param now the time in Unix seconds */
export function createDeletionLimit({ query, transaction }: GatewayDatabase, now: () => number) {
  return {
    /**
     * Counts messages before they are deleted, all or none of them, so that requests at the same time cannot exceed the limit together, at any number of
     * gateways. Throws `limit_reached`. Resolves to a function that gives them back, for when nothing was deleted.
     */
    take: async (personId: string, limit: number, messages: number) => {
      const id = randomUUID()
      await transaction(async (trx) => {
        await trx
          .insertInto('deletion_total')
          .values({ person_id: personId, requests: 1 })
          .onConflict((conflict) => conflict.column('person_id').doUpdateSet((eb) => ({ requests: eb('deletion_total.requests', '+', 1) })))
          .execute()
        const left = await leftIn(trx, personId, limit)
        if (left.left < messages) throw deletionLimitReached(left, now())
        await trx.deleteFrom('deletion').where('person_id', '=', personId).where('at', '<=', start()).execute()
        await insert(trx, 'deletion', { id, person_id: personId, messages, at: now() })
      })
      return async () => {
        // What cannot be given back counts until its hour is over.
        await remove(query, 'deletion', { id }).catch(() => false)
      }
    },
    left: (personId: string, limit: number) => leftIn(query, personId, limit),
  }

  /** What was deleted until then does not count any more. */
  function start() {
    return now() - limitSeconds
  }

  async function leftIn(from: Query, personId: string, limit: number): Promise<DeletionsLeft> {
    const { messages, last } = await rowsWith(from, 'deletion', { person_id: personId })
      .select((eb) => [eb.fn.sum<number | string | null>('messages').as('messages'), eb.fn.max('at').as('last')])
      .where('at', '>', start())
      .executeTakeFirstOrThrow()
    // PostgreSQL returns sums as text.
    const used = Number(messages ?? 0)
    return { limit, left: Math.max(0, limit - used), fullAt: used > 0 ? last + limitSeconds : null }
  }
}
