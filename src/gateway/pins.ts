import { allows } from '#contract/gateway/grant.ts'
import { maxPins, type pins } from '#contract/gateway/pins.ts'
import { equal } from '#db/equal.ts'
import type { GatewayHandlers, HandlerOptions, SignedInRequest } from './pipeline/handler.ts'
import { tooManyPins } from './refusals.ts'

/** The chats that a person lists first. */
export function pinHandlers({ database, nowMs }: HandlerOptions): GatewayHandlers<typeof pins> {
  const { query } = database
  const ownerOf = ({ session, workspace }: Pick<SignedInRequest, 'session' | 'workspace'>) => ({
    workspace,
    person_id: session.member?.id ?? '',
  })

  return {
    pinList: async (request) => {
      const rows = await query
        .selectFrom('pin')
        .select('chat_id')
        .where(equal(ownerOf(request)))
        .orderBy('at')
        .orderBy('chat_id')
        .limit(maxPins)
        .execute()
      const { member } = request.session
      return { status: true, data: rows.map(({ chat_id }) => chat_id).filter((chatId) => allows(member, 'chats.read', chatId)) }
    },

    pinAdd: async ({ params: { chatId }, ...request }) => {
      const owner = ownerOf(request)
      await database.serializable(async (trx) => {
        const pinned = await trx.selectFrom('pin').select('chat_id').where(equal(owner)).execute()
        if (pinned.some(({ chat_id }) => chat_id === chatId)) return
        if (pinned.length >= maxPins) throw tooManyPins(maxPins)
        await trx
          .insertInto('pin')
          .values({ ...owner, chat_id: chatId, at: nowMs() })
          .execute()
      })
      return { status: true }
    },

    pinRemove: async ({ params: { chatId }, ...request }) => {
      await query
        .deleteFrom('pin')
        .where(equal({ ...ownerOf(request), chat_id: chatId }))
        .execute()
      return { status: true }
    },
  }
}
