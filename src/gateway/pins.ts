import { allows } from '#contract/gateway/grant.ts'
import { maxPins, type pins } from '#contract/gateway/pins.ts'
import { insertNew, remove, rowsWith } from '#db/rows.ts'
import type { Query } from './database/database.ts'
import { type GatewayHandlers, type HandlerOptions, ownKeyOf } from './pipeline/handler.ts'

const newest = (query: Query, owner: ReturnType<typeof ownKeyOf>) =>
  rowsWith(query, 'pin', owner).select('chat_id').orderBy('at', 'desc').orderBy('chat_id', 'desc')

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
        if (ids.length > 0) await remove(trx, 'pin', { ...owner, chat_id: ids })
      })
      return { status: true }
    },

    pinRemove: async ({ params: { chatId }, ...request }) => {
      await remove(query, 'pin', { ...ownKeyOf(request), chat_id: chatId })
      return { status: true }
    },
  }
}
