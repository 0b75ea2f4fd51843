import { ipv4ToNumber } from '#contract/values.ts'
import { isDuplicate } from '#db/errors.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Context, Handler } from '../handler.ts'
import { inParts } from '../lists/chunked-list.ts'
import { requireChat } from '../chats/live-chats.ts'
import { alreadyBanned, banLimit, notFound, partOfBan } from '../refusals.ts'
import type { BannedRangeTable } from '../tables.ts'

/** Most banned ranges of a chat. */
export const maxBans = 10_000

export const banList: Handler<'banList'> = async function* ({ params }, context) {
  await requireChat(context, params.chatId)
  const bans = context.database.query
    .selectFrom('banned_range')
    .select(['first_ip', 'last_ip'])
    .where('chat_id', '=', params.chatId)
    .orderBy('first_ip')
    .orderBy('last_ip')
  const after = ({ first_ip, last_ip }: Stored) =>
    bans.where((eb) => eb(eb.refTuple('first_ip', 'last_ip'), '>', eb.tuple(first_ip, last_ip)))
  return yield* inParts((count, last) => (last ? after(last) : bans).limit(count).execute(), shown)
}

type Stored = Pick<BannedRangeTable, 'first_ip' | 'last_ip'>

const shown = ({ first_ip, last_ip }: Stored) => ({ firstIp: toDotted(first_ip), lastIp: toDotted(last_ip) })

/** Ranges may overlap; only the very same one is refused (docs/assumptions.md row 12). */
export const banCreate: Handler<'banCreate'> = async ({ params, body }, context) => {
  await requireChat(context, params.chatId)
  await requireLessThanMost(context, params.chatId)
  const range = { chat_id: params.chatId, first_ip: ipv4ToNumber(body.ip), last_ip: ipv4ToNumber(body.lastIp ?? body.ip) }
  try {
    await context.database.query.insertInto('banned_range').values(range).execute()
  } catch (error) {
    throw isDuplicate(error) ? alreadyBanned() : error
  }
  return { status: true }
}

/** Some that come at the same time may all find the last place free: a limit against floods, which a few more or less do not matter to. */
async function requireLessThanMost({ database }: Context, chatId: number): Promise<void> {
  const { count } = await database.query
    .selectFrom('banned_range')
    .where('chat_id', '=', chatId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxBans) throw banLimit(maxBans)
}

export const banLift: Handler<'banLift'> = async ({ params }, context) => lift(context, params.chatId, params.ipAddress, params.ipAddress)

export const banLiftRange: Handler<'banLiftRange'> = async ({ params }, context) =>
  lift(context, params.chatId, params.firstIp, params.lastIp)

async function lift(context: Context, chatId: number, firstIp: string, lastIp: string) {
  await requireChat(context, chatId)
  const { numDeletedRows } = await context.database.autocommit((query) =>
    query
      .deleteFrom('banned_range')
      .where('chat_id', '=', chatId)
      .where('first_ip', '=', ipv4ToNumber(firstIp))
      .where('last_ip', '=', ipv4ToNumber(lastIp))
      .executeTakeFirstOrThrow(),
  )
  if (!numDeletedRows) throw await notBanned(context, chatId, firstIp, lastIp)
  return { status: true }
}

/** Lifting takes exactly what was banned (docs/assumptions.md row 12). Whoever asks for a part of it is told which ban holds it: the smallest of them. */
async function notBanned({ database }: Context, chatId: number, firstIp: string, lastIp: string): Promise<Refusal> {
  const holding = await database.query
    .selectFrom('banned_range')
    .select(['first_ip', 'last_ip'])
    .where('chat_id', '=', chatId)
    .where('first_ip', '<=', ipv4ToNumber(firstIp))
    .where('last_ip', '>=', ipv4ToNumber(lastIp))
    .orderBy((eb) => eb('last_ip', '-', eb.ref('first_ip')))
    .executeTakeFirst()
  if (!holding) return notFound('ban')
  const { firstIp: first, lastIp: last } = shown(holding)
  return partOfBan(firstIp === lastIp ? firstIp : `${firstIp}-${lastIp}`, `${first}-${last}`)
}

const toDotted = (address: number) => [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
