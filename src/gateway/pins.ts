import { allows } from '#contract/gateway/grant.ts'
import { maxPins, type pins } from '#contract/gateway/pins.ts'
import { equal } from '#db/equal.ts'
import { insertNew } from '#db/rows.ts'
import type { Query } from './database/database.ts'
import { type GatewayHandlers, type HandlerOptions, ownKeyOf } from './pipeline/handler.ts'

const newest = (query: Query, owner: ReturnType<typeof ownKeyOf>) =>
  query.selectFrom('pin').select('chat_id').where(equal(owner)).orderBy('at', 'desc').orderBy('chat_id', 'desc')

/** The chats that a person lists first. */
export function pinHandlers({ database, nowMs }: HandlerOptions): GatewayHandlers<typeof pins> {
  const { query } = database
  return {
    pinList: async (request) => {
      const rows = await newest(query, ownKeyOf(request)).limit(maxPins).execute()
      const { member } = request.session
      const visible = rows.map(({ chat_id }) => chat_id).filter((chatId) => allows(member, 'chats.read', chatId))
      return { status: true, data: visible.toReversed() }
    },

    pinAdd: async ({ params: { chatId }, ...request }) => {
      const owner = ownKeyOf(request)
      await database.serializable(async (trx) => {
        await insertNew(trx, 'pin', { ...owner, chat_id: chatId, at: nowMs() })
        // Among them are those of chats that are gone, which nobody can unpin.
        const old = await newest(trx, owner).offset(maxPins).limit(maxPins).execute()
        const ids = old.map(({ chat_id }) => chat_id)
        if (ids.length > 0) await trx.deleteFrom('pin').where(equal(owner)).where('chat_id', 'in', ids).execute()
      })
      return { status: true }
    },

    pinRemove: async ({ params: { chatId }, ...request }) => {
      await query
        .deleteFrom('pin')
        .where(equal({ ...ownKeyOf(request), chat_id: chatId }))
        .execute()
      return { status: true }
    },
  }
}
