import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { doneResponse, chatParams, ipv4, ipv4ToNumber, listResponse, pathId } from './values.ts'

export const BannedRange = z.object({ firstIp: z.string(), lastIp: z.string() })
export type BannedRange = z.output<typeof BannedRange>

const inOrder = (first: string, last: string) => ipv4ToNumber(first) <= ipv4ToNumber(last)

export const BanDraft = z
  .object({ ip: ipv4, lastIp: z.optional(ipv4) })
  .check(z.refine((ban) => inOrder(ban.ip, ban.lastIp ?? ban.ip), { path: ['lastIp'], message: 'must not be below ip' }))

export const banList = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/banned-ips',
  summary: 'List the banned addresses of a chat',
  right: 'bans.read',
  params: chatParams,
  response: listResponse(BannedRange),
})

export const banCreate = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/banned-ips',
  summary: 'Ban an address or a range',
  right: 'bans.write',
  nonIdempotent: true,
  params: chatParams,
  body: BanDraft,
  response: doneResponse,
})

export const banLift = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}/banned-ips/{ipAddress}',
  summary: 'Unban one address',
  right: 'bans.write',
  params: z.object({ chatId: pathId, ipAddress: ipv4 }),
  response: doneResponse,
})

export const banLiftRange = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}/banned-ips/{firstIp}:{lastIp}',
  summary: 'Unban a range',
  right: 'bans.write',
  params: z.object({ chatId: pathId, firstIp: ipv4, lastIp: ipv4 }),
  response: doneResponse,
})
