import type { GatewayEndpointName } from '#contract/gateway/api.ts'
import { type RecordEndpoint, type GatewayAction, isRecordEndpoint, isGatewayAction } from '#contract/gateway/audit-actions.ts'
import { causeFrom, causeHeader } from '#contract/gateway/cause.ts'
import { Credential } from '#contract/gateway/own-access.ts'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import type { RecordChange } from '#contract/gateway/records.ts'
import { rowsWith } from '#db/rows.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { Query } from '../database/database.ts'
import { hashOf, readChallenge } from '../access/secrets.ts'
import type { SignedInRequest, GatewayHandlers } from '../pipeline/handler.ts'
import { joinPurpose } from '../access/join.ts'
import { describeRecords } from '../records/describe-records.ts'
import { challengeIn } from '../access/webauthn.ts'
import { type Actor, actorOf, fromOf } from './actor.ts'
import type { AuditLog, NewEntry } from './audit-log.ts'
import { type ChangeInput, describeChange } from './gateway-change.ts'
import { done, requestEntry } from './record-done.ts'

/** Changes through the gateway's own endpoints. */

type Request = ChangeInput & { c: RequestContext } & Partial<Omit<SignedInRequest, 'c'>>
type Handle = (request: Request) => Promise<unknown>

const byHand = { kind: 'hand' } as const

/** The handlers, of which those in `gatewayActions` record what they change. */
export function auditedHandlers(handlers: GatewayHandlers, audit: AuditLog | null, query: Query): GatewayHandlers {
  if (!audit) return handlers
  const audited = (name: GatewayEndpointName): Handle => {
    // The compiler cannot relate the name to its handler here; each gets what it was written for.
    const handle = handlers[name] as Handle
    if (!isChange(name) || signIns.has(name)) return handle
    return async (request) => {
      const entries = await (name === 'join' ? joining(query, request) : changing(query, name, request))
      return entries.length > 0 ? audit.change(entries, () => handle(request), done) : handle(request)
    }
  }
  const names = Object.keys(handlers) as GatewayEndpointName[]
  return Object.fromEntries(names.map((name) => [name, audited(name)])) as unknown as GatewayHandlers
}

/** Recorded where the session begins, whichever way it does. */
const signIns: ReadonlySet<GatewayEndpointName> = new Set(['passkeySignIn', 'recoverySignIn', 'companySignIn'])

type ChangeName = Extract<GatewayEndpointName, GatewayAction | RecordEndpoint>
const isChange = (name: GatewayEndpointName): name is ChangeName => isGatewayAction(name) || isRecordEndpoint(name)

async function changing(query: Query, name: ChangeName, request: Request): Promise<NewEntry[]> {
  const { c, session, workspace, params, body } = request
  if (!session || workspace === undefined) return []
  const described = isRecordEndpoint(name)
    ? // The router has parsed both with the schemas of the endpoint.
      await describeRecords(query, workspace, session.member, params?.['kind'] as RecordKind, body?.['changes'] as RecordChange[])
    : [{ action: name, ...(await describeChange(query, workspace, name, request, session.member)) }]
  const claimed = causeFrom(c.req.header(causeHeader))
  // Nothing here undoes an entry.
  const cause = claimed.kind === 'undo' ? byHand : claimed
  return described.map(({ action, ...rest }) => requestEntry(c, workspace, action, actorOf(c, session), { cause, ...rest }))
}

/** Nobody is signed in yet; the invitation says who joins. Empty: it cannot be used, and there is no account to record it for. */
async function joining(query: Query, { c, body }: Request): Promise<NewEntry[]> {
  const secret = body?.['secret']
  const found = rowsWith(query, 'invitation', { hash: hashOf(typeof secret === 'string' ? secret : '') }).selectAll()
  const invitation = await found.executeTakeFirst()
  if (!invitation) return []
  const { workspace, name, role, id } = invitation
  const credential = Credential.safeParse(body?.['credential']).data
  // The person does not exist before they have joined, but has an id already, under which their other entries are found.
  const personId = credential && (await readChallenge(query, challengeIn(credential), joinPurpose(id)))
  const who: Actor['who'] = { kind: 'person', ...(personId !== undefined && { id: personId }), name, role }
  const actor: Actor = { who, from: { ...fromOf(c), method: 'passkey' } }
  return [requestEntry(c, workspace, 'join', actor, { subject: name, target: { invitationId: id } })]
}
