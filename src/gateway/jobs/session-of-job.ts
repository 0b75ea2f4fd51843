import type { Selectable } from 'kysely'
import { jobRights, type PauseReason } from '#contract/gateway/jobs.ts'
import { allows } from '#contract/gateway/grant.ts'
import { equal, rowsWith } from '#db/rows.ts'
import type { Keys } from '../session/seal.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { GatewayTables, GatewayDatabase } from '../database/database.ts'
import { grantNow } from '../lent/require-lender.ts'
import { grantOf, type Member } from '../access/member.ts'

export type JobRow = Selectable<GatewayTables['job']>

export const chatsOf = ({ chats }: Pick<JobRow, 'chats'>) => JSON.parse(chats) as number[]

/** Whether the person may do it in each of its chats. @param member null: signed in with the account's token */
export const mayCarryOut = (member: Member | null, job: Pick<JobRow, 'kind' | 'chats' | 'own_chats'>) =>
  chatsOf(job).every((chatId) => allows(member, jobRights[job.kind], chatId)) &&
  (JSON.parse(job.own_chats) as number[]).every((chatId) => allows(member, 'settings.write', chatId))

interface Options {
  query: GatewayDatabase['query']
  keys: Pick<Keys, 'unseal'>
  /** Unix seconds. */
  now: () => number
}

/**
 * In whose name a job sends its requests, by a fresh read before each of them; otherwise why it cannot go on. A person needs no session: the account's
 * token is sealed with the team. Whoever signed in with the token itself needs one, because it is kept nowhere else.
 */
export const sessionOfJob =
  ({ query, keys, now }: Options) =>
  async (job: JobRow): Promise<ActiveSession | PauseReason> => {
    const session =
      job.person_id === null
        ? await ofAccountToken(job)
        : job.method === 'api'
          ? await ofScopedToken(job, job.person_id)
          : await ofPerson(job, job.person_id)
    if (typeof session === 'string') return session
    return mayCarryOut(session.member, job) ? session : 'no-right'

    async function ofPerson({ workspace }: JobRow, personId: string) {
      const row = await query
        .selectFrom('person')
        .innerJoin('team', 'team.workspace', 'person.workspace')
        .select(['person.id', 'person.name', 'person.role', 'person.chats', 'person.limits'])
        .select(['team.roles', 'team.sealed_token', 'team.token_checked', 'team.token_rejected'])
        .where(equal({ 'person.workspace': workspace, 'person.id': personId, 'person.removed': null }))
        .executeTakeFirst()
      if (!row) return 'removed'
      return ofTeam(workspace, row, { id: row.id, name: row.name, ...grantOf(row) }, null)
    }

    /** It may do no more than whoever created it may do now. */
    async function ofScopedToken({ workspace }: JobRow, tokenId: string) {
      const row = await query
        .selectFrom('scoped_token')
        .innerJoin('team', 'team.workspace', 'scoped_token.workspace')
        .select(['scoped_token.id', 'scoped_token.label', 'scoped_token.role', 'scoped_token.expires'])
        .select(['team.sealed_token', 'team.token_checked', 'team.token_rejected'])
        .where(equal({ 'scoped_token.workspace': workspace, 'scoped_token.id': tokenId }))
        .where('scoped_token.expires', '>', now())
        .where('team.since', 'is not', null)
        .executeTakeFirst()
      const grant = row && (await grantNow(query, workspace, row))
      if (!row || !grant) return 'removed'
      const { id, label, role, expires } = row
      return ofTeam(workspace, row, { id, name: label, role, ...grant }, { id, label, role, expires })
    }

    /** @param row of the team, whose token is sealed */
    function ofTeam(
      workspace: string,
      row: { sealed_token: string; token_checked: number | null; token_rejected: number },
      who: Omit<Member, 'waitingUntil' | 'mustRegisterPasskey'>,
      scopedToken: ActiveSession['scopedToken'],
    ) {
      const token = keys.unseal('workspace-token', workspace, row.sealed_token)
      if (token === null || row.token_rejected === 1) return 'token-refused'
      const member: Member = { ...who, waitingUntil: 0, mustRegisterPasskey: false }
      const team = { sealedToken: row.sealed_token, tokenChecked: row.token_checked, isTokenRejected: false }
      return active({ token, member, team, hash: '', scopedToken })
    }

    async function ofAccountToken({ workspace, account_id }: JobRow) {
      const rows = await rowsWith(query, 'session', { workspace, account_id, person_id: null, ended: '' })
        .select(['hash', 'sealed_token'])
        .where('ends', '>', now())
        .where((is) => is(is('last_seen', '+', is.ref('idle_seconds')), '>', now()))
        .orderBy('last_seen', 'desc')
        .limit(20)
        .execute()
      for (const { hash, sealed_token } of rows) {
        const token = keys.unseal('session', hash, sealed_token)
        if (token !== null) return active({ token, member: null, team: null, hash, scopedToken: null })
      }
      return 'signed-out'
    }

    function active(of: Pick<ActiveSession, 'token' | 'member' | 'team' | 'hash' | 'scopedToken'>): ActiveSession | PauseReason {
      // What the worker began goes on there.
      if (job.method === 'standing') return 'signed-out'
      return {
        ...of,
        account: { id: job.account_id, name: job.account_name, email: job.account_email },
        workspace: job.workspace,
        keep: false,
        idleEnd: 0,
        end: 0,
        tokenEnd: null,
        freshUntil: 0,
        confirmed: { scopes: [], until: 0 },
        method: job.method,
        address: job.address,
        agent: job.agent,
      }
    }
  }
