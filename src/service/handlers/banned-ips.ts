import { ipv4ToNumber } from '#contract/values.ts'
import { insert, remove, rowsWith } from '#db/rows.ts'
import { isDuplicate } from '#db/errors.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Context, Handler } from '../handler.ts'
import { readInChunks } from '../lists/list-response.ts'
import { requireChat } from '../chats/live-chats.ts'
import { alreadyBanned, banLimit, notFound, partOfBan } from '../refusals.ts'
import type { Tables } from '../tables.ts'

/** Banned ranges of a chat. */
export const maxBans = 10_000

export const banList: Handler<'banList'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const bans = rowsWith(context.database.query, 'banned_range', { chat_id: params.chatId })
    .select(['first_ip', 'last_ip'])
    .orderBy('first_ip')
    .orderBy('last_ip')
  const after = ({ first_ip, last_ip }: Stored) =>
    bans.where((eb) => eb(eb.refTuple('first_ip', 'last_ip'), '>', eb.tuple(first_ip, last_ip)))
  return yield* readInChunks((count, last) => (last ? after(last) : bans).limit(count).execute(), shown)
}

type Stored = Pick<Tables['banned_range'], 'first_ip' | 'last_ip'>

const shown = ({ first_ip, last_ip }: Stored) => ({ firstIp: toDotted(first_ip), lastIp: toDotted(last_ip) })

/** Ranges may overlap; only an exact duplicate is refused (docs/assumptions.md row 12). */
export const banCreate: Handler<'banCreate'> = async ({ params, body }, context) => {
  await requireChat(context, params.chatId)
  await requireFreeRange(context, params.chatId)
  const range = { chat_id: params.chatId, first_ip: ipv4ToNumber(body.ip), last_ip: ipv4ToNumber(body.lastIp ?? body.ip) }
  try {
    await insert(context.database.query, 'banned_range', range)
  } catch (error) {
    throw isDuplicate(error) ? alreadyBanned() : error
  }
  return { status: true }
}

/** Concurrent requests may exceed the limit by a few. It only prevents floods, so that does not matter. */
async function requireFreeRange({ database }: Context, chatId: number): Promise<void> {
  const { count } = await rowsWith(database.query, 'banned_range', { chat_id: chatId })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxBans) throw banLimit(maxBans)
}

export const banLift: Handler<'banLift'> = async ({ params }, context) => unban(context, params.chatId, params.ipAddress, params.ipAddress)

export const banLiftRange: Handler<'banLiftRange'> = async ({ params }, context) =>
  unban(context, params.chatId, params.firstIp, params.lastIp)

async function unban(context: Context, chatId: number, firstIp: string, lastIp: string) {
  await requireChat(context, chatId)
  const range = { chat_id: chatId, first_ip: ipv4ToNumber(firstIp), last_ip: ipv4ToNumber(lastIp) }
  if (!(await context.database.autocommit((query) => remove(query, 'banned_range', range))))
    throw await notBanned(context, chatId, firstIp, lastIp)
  return { status: true }
}

/** Only an exact range can be unbanned (docs/assumptions.md row 12). For a part of one, the refusal names the smallest ban that includes it. */
async function notBanned({ database }: Context, chatId: number, firstIp: string, lastIp: string): Promise<Refusal> {
  const containing = await rowsWith(database.query, 'banned_range', { chat_id: chatId })
    .select(['first_ip', 'last_ip'])
    .where('first_ip', '<=', ipv4ToNumber(firstIp))
    .where('last_ip', '>=', ipv4ToNumber(lastIp))
    .orderBy((eb) => eb('last_ip', '-', eb.ref('first_ip')))
    .executeTakeFirst()
  if (!containing) return notFound('ban')
  const { firstIp: first, lastIp: last } = shown(containing)
  return partOfBan(firstIp === lastIp ? firstIp : `${firstIp}-${lastIp}`, `${first}-${last}`)
}

const toDotted = (address: number) => [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
