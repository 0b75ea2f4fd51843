import type { Kysely } from 'kysely'
import type { JobPhase } from '#contract/workspace/jobs.ts'
import type { ActiveSession } from '../../session/sessions.ts'
import type { SessionTables } from '../../session/tables.ts'

type Asking = Pick<ActiveSession, 'workspace' | 'member'>

export const unfinished: readonly JobPhase[] = ['waiting', 'running', 'paused']

export const openJobs = (query: Kysely<SessionTables>, { workspace }: Pick<Asking, 'workspace'>) =>
  query.selectFrom('job').where('workspace', '=', workspace).where('phase', 'in', unfinished)

/** Those of the person that have ended and were not dismissed. */
export const endedJobs = (query: Kysely<SessionTables>, { workspace, member }: Asking) =>
  query
    .selectFrom('job')
    .where('workspace', '=', workspace)
    .where((is) => (member ? is('person_id', '=', member.id) : is('person_id', 'is', null)))
    .where('phase', '=', 'ended')
    .where('dismissed', '=', 0)

/** Whether a page of this session has jobs to show. */
export async function hasJobsFor(query: Kysely<SessionTables>, session: Asking): Promise<boolean> {
  const found = await Promise.all([openJobs(query, session), endedJobs(query, session)].map((jobs) => jobs.select('id').limit(1).execute()))
  return found.flat().length > 0
}
