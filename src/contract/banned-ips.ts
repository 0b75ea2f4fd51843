import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ipv4, ipv4ToNumber, listResponse } from './values.ts'

export const BannedRange = z.object({ firstIp: z.string(), lastIp: z.string() })
export type BannedRange = z.output<typeof BannedRange>

const inOrder = (first: string, last: string) => ipv4ToNumber(first) <= ipv4ToNumber(last)

export const BanDraft = z
  .object({ ip: ipv4, lastIp: z.optional(ipv4) })
  .check(z.refine((ban) => inOrder(ban.ip, ban.lastIp ?? ban.ip), { path: ['lastIp'], message: 'must not be below ip' }))

export const banList = endpoint('GET /chats/{chatId}/banned-ips', 'bans.read', 'List the banned addresses of a chat', {
  response: listResponse(BannedRange),
})

export const banCreate = endpoint('POST /chats/{chatId}/banned-ips', 'bans.write', 'Ban an address or a range', {
  nonIdempotent: true,
  body: BanDraft,
})

export const banLift = endpoint('DELETE /chats/{chatId}/banned-ips/{ipAddress}', 'bans.write', 'Unban one address')

export const banLiftRange = endpoint('DELETE /chats/{chatId}/banned-ips/{firstIp}:{lastIp}', 'bans.write', 'Unban a range')
