import type { Selection } from 'kysely'
import type { GatewayJob, JobPhase } from '#contract/gateway/jobs.ts'
import { rowsWith } from '#db/rows.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import { chatsOf } from './session-of-job.ts'

type Asking = Pick<ActiveSession, 'workspace' | 'member'>

export const unfinished: readonly JobPhase[] = ['waiting', 'running', 'paused']

export const openJobs = (query: Query, { workspace }: Pick<Asking, 'workspace'>) => rowsWith(query, 'job', { workspace, phase: unfinished })

/** Those of the person that have ended and were not dismissed; what nobody started is everybody's. */
export const endedJobs = (query: Query, { workspace, member }: Asking) =>
  rowsWith(query, 'job', { workspace, phase: 'ended', dismissed: 0 }).where((is) =>
    is.or([
      member ? is('person_id', '=', member.id) : is('person_id', 'is', null),
      is.and([is('person_id', 'is', null), is('method', '=', 'standing')]),
    ]),
  )

/** Whether a page of this session has jobs to show. */
export async function hasJobsFor(query: Query, session: Asking): Promise<boolean> {
  const found = await Promise.all([openJobs(query, session), endedJobs(query, session)].map((jobs) => jobs.select('id').limit(1).execute()))
  return found.flat().length > 0
}

/** What the runner stored as JSON; null for ''. */
export const parsed = (json: string): unknown => (json === '' ? null : JSON.parse(json))

/** Without what a job is to do, how far it is and what it left, which may be long: pages read the list every second. */
export const viewed = [
  'id',
  'kind',
  'title',
  'done_title as doneTitle',
  'chats',
  'own_chats',
  'place',
  'person_id',
  'by',
  'phase',
  'wish',
  'paused_because as pausedBecause',
  'not_before as notBefore',
  'hold_ms as holdMs',
  'total',
  'done',
  'is_checking as isChecking',
  'trouble',
  'at',
  'ended_at as endedAt',
  'counts',
  'is_rolled_back as isRolledBack',
] as const
type ViewedRow = Selection<GatewayTables, 'job', (typeof viewed)[number]>

export function viewOf(found: ViewedRow, isOwn: boolean): GatewayJob {
  const { own_chats: _, person_id: __, ...row } = found
  const chats = chatsOf(row)
  return {
    ...row,
    chatId: chats[0]!,
    chats: chats.length,
    isOwn,
    pausedBecause: row.pausedBecause === '' ? null : row.pausedBecause,
    isChecking: row.isChecking === 1,
    trouble: parsed(row.trouble) as GatewayJob['trouble'],
    counts: parsed(row.counts) as GatewayJob['counts'],
    isRolledBack: row.isRolledBack === 1,
  }
}
