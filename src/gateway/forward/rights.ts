import { type ApiName, api } from '#contract/api.ts'
import { BanDraft } from '#contract/banned-ips.ts'
import { MessageIds } from '#contract/messages.ts'
import { idempotencyReplayedHeader } from '#contract/own-service.ts'
import { teamTokenRefusedCode } from '#contract/session.ts'
import { refusal } from '#contract/values.ts'
import { isWiderThan } from '#contract/gateway/limits.ts'
import { Refusal } from '#http/refusal.ts'
import { banTooWide } from '../refusals.ts'
import type { Member } from '../access/member.ts'
import { mayUse } from '../pipeline/admit.ts'
import { parseBody } from '../server/request-body.ts'
import type { DeletionLimit } from '../limits/deletion-limit.ts'
import type { ServiceResponse } from './visible.ts'

/** Whether the person of a session may make a call of the API. @param member null: whoever signed in with the account's token */
export const mayCall = (member: Member | null, name: ApiName, params: Record<string, unknown> = {}): boolean =>
  !member?.mustRegisterPasskey && mayUse(member, api[name], params)

interface Call {
  name: ApiName
  body: string | undefined
}

/**
 * Sends a call within the limits of a person (contract/gateway/limits.ts). Where a limit applies, the body is rebuilt from what was judged, so that
 * no service can read more in it.
 * @param send sends the call with this body
 */
export async function withinLimits(
  member: Member | null,
  { name, body }: Call,
  deletionLimit: DeletionLimit,
  send: (body: string | undefined) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const { deletionsPerHour = null, widestBan = null } = member?.limits ?? {}
  if (name === 'banCreate' && widestBan !== null) {
    const ban = parseBody(body ?? '', BanDraft)
    if (isWiderThan(widestBan, ban.ip, ban.lastIp ?? ban.ip)) throw banTooWide(widestBan)
    return send(JSON.stringify(ban))
  }
  if (member === null || deletionsPerHour === null) return send(body)
  const take = (messages: number) => deletionLimit.take(member.id, deletionsPerHour, messages)
  if (name === 'messageDelete') return counted(await take(1), () => send(body))
  if (name !== 'messageDeleteSome') return send(body)
  const ids = [...new Set(parseBody(body ?? '', MessageIds))]
  return counted(await take(ids.length), () => send(JSON.stringify(ids)))
}

async function counted(giveBack: () => Promise<void>, send: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  try {
    const response = await send()
    if (didNothing(response)) await giveBack()
    return response
  } catch (error) {
    if (error instanceof Refusal && refusedByService.has(error.code)) await giveBack()
    throw error
  }
}

/** The service refused, or has answered from memory. After an error of the service some messages may be deleted. */
function didNothing({ status, json, headers }: ServiceResponse): boolean {
  if (status >= 500) return false
  return status >= 400 || refusal.safeParse(json).data?.status === false || headers.get(idempotencyReplayedHeader) === 'true'
}

/** What is thrown where the service refused without saying so in JSON. After any other failure nobody knows. */
const refusedByService: ReadonlySet<string> = new Set(['token_refused', teamTokenRefusedCode, 'too_many_requests'])
