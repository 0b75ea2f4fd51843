import type { Kysely } from 'kysely'
import type { WorkspaceName } from '#contract/workspace/api.ts'
import { isWorkspaceAction, workspaceActions, type WorkspaceAction } from '#contract/workspace/audit-actions.ts'
import { causeFrom, causeHeader } from '#contract/workspace/cause.ts'
import { Credential } from '#contract/workspace/own-access.ts'
import type { RequestContext } from '../../server/request-context.ts'
import type { ActiveSession } from '../../session/sessions.ts'
import type { SessionTables, SignInMethod } from '../../session/tables.ts'
import { readChallenge } from '../challenges.ts'
import type { SignedInRequest, WorkspaceHandlers } from '../handler.ts'
import { joinPurpose } from '../join.ts'
import { hashOf } from '../secrets.ts'
import { challengeIn } from '../webauthn.ts'
import { actorOf, fromOf, type Actor } from './actor.ts'
import type { AuditLog, NewEntry } from './audit-log.ts'
import { describeChange, type ChangeInput } from './workspace-change.ts'

/** Changes through the gateway's own endpoints, and sign-ins. */

type Request = ChangeInput & { c: RequestContext } & Partial<Omit<SignedInRequest, 'c'>>
type Handle = (request: Request) => Promise<unknown>

const done = () => ({ outcome: 'done', message: '' }) as const

/** The handlers, of which those in `workspaceActions` record what they change. */
export function auditedHandlers(handlers: WorkspaceHandlers, audit: AuditLog | null, query: Kysely<SessionTables>): WorkspaceHandlers {
  if (!audit) return handlers
  const audited = (name: WorkspaceName): Handle => {
    // The compiler cannot relate the name to its handler here; each gets what it was written for.
    const handle = handlers[name] as Handle
    if (!isWorkspaceAction(name) || signIns.has(name)) return handle
    return async (request) => {
      const entry = await (name === 'join' ? joining(query, request) : changing(query, name, request))
      return entry ? audit.change(entry, () => handle(request), done) : handle(request)
    }
  }
  const names = Object.keys(handlers) as WorkspaceName[]
  return Object.fromEntries(names.map((name) => [name, audited(name)])) as unknown as WorkspaceHandlers
}

/** Recorded where the session begins, whichever way it does. */
const signIns: ReadonlySet<WorkspaceName> = new Set(['passkeySignIn', 'recoverySignIn'])

async function changing(query: Kysely<SessionTables>, name: WorkspaceAction, request: Request): Promise<NewEntry | null> {
  const { c, session, workspace } = request
  if (!session || workspace === undefined) return null
  const described = await describeChange(query, workspace, name, request, session.member?.id ?? null)
  const cause = causeFrom(c.req.header(causeHeader))
  return entryOf(c, workspace, name, actorOf(c, session), { cause, ...described })
}

/** Nobody is signed in yet; the invitation says who joins. null: it cannot be used, and there is no account to record it for. */
async function joining(query: Kysely<SessionTables>, { c, body }: Request): Promise<NewEntry | null> {
  const secret = body?.['secret']
  const found = query
    .selectFrom('invitation')
    .selectAll()
    .where('hash', '=', hashOf(typeof secret === 'string' ? secret : ''))
  const invitation = await found.executeTakeFirst()
  if (!invitation) return null
  const { workspace, name, role, id } = invitation
  const credential = Credential.safeParse(body?.['credential']).data
  // The person does not exist before they have joined, but has an id already, under which their other entries are found.
  const personId = credential && (await readChallenge(query, challengeIn(credential), joinPurpose(id)))
  const who: Actor['who'] = { kind: 'person', ...(personId !== undefined && { id: personId }), name, role }
  const actor: Actor = { who, from: { ...fromOf(c), method: 'passkey' } }
  return entryOf(c, workspace, 'join', actor, { subject: name, target: { invitationId: id }, changes: [] })
}

const signInActions = {
  token: 'signIn',
  demo: 'demoSignIn',
  company: 'companySignIn',
  passkey: 'passkeySignIn',
  recovery: 'recoverySignIn',
} as const

/** Records that a session has begun. Rejects where that cannot be written: then nobody may be signed in. */
export const auditSignIn = (audit: AuditLog, c: RequestContext, session: ActiveSession, method: SignInMethod): Promise<void> =>
  audit.change(
    entryOf(c, session.workspace, signInActions[method], actorOf(c, session), { subject: '', target: {}, changes: [] }),
    async () => {},
    done,
  )

type Rest = Pick<NewEntry['data'], 'subject' | 'target' | 'changes'> &
  Partial<Pick<NewEntry['data'], 'cause' | 'count' | 'chatId' | 'chatName'>>

function entryOf(c: RequestContext, workspace: string, action: WorkspaceAction, actor: Actor, rest: Rest): NewEntry {
  const { kind } = workspaceActions[action]
  const noChat = { chatId: null, chatName: '', count: 1 }
  // The addresses of these endpoints hold no secrets: those are in bodies.
  return {
    workspace,
    data: { ...actor, action, kind, ...noChat, cause: { kind: 'hand' }, ...rest, request: `${c.req.method} ${c.req.path}` },
  }
}
