import type { GatewayJob, JobPhase } from '#contract/gateway/jobs.ts'
import { equal } from '#db/equal.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { Query } from '../database/database.ts'
import { chatsOf, type JobRow } from './session-of-job.ts'

type Asking = Pick<ActiveSession, 'workspace' | 'member'>

export const unfinished: readonly JobPhase[] = ['waiting', 'running', 'paused']

export const openJobs = (query: Query, { workspace }: Pick<Asking, 'workspace'>) =>
  query.selectFrom('job').where('workspace', '=', workspace).where('phase', 'in', unfinished)

/** Those of the person that have ended and were not dismissed; what nobody started is everybody's. */
export const endedJobs = (query: Query, { workspace, member }: Asking) =>
  query
    .selectFrom('job')
    .where('workspace', '=', workspace)
    .where((is) =>
      is.or([
        member ? is('person_id', '=', member.id) : is('person_id', 'is', null),
        is.and([is('person_id', 'is', null), is('method', '=', 'standing')]),
      ]),
    )
    .where(equal({ phase: 'ended', dismissed: 0 }))

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
  'done_title',
  'chats',
  'own_chats',
  'place',
  'person_id',
  'by',
  'phase',
  'wish',
  'paused_because',
  'not_before',
  'hold_ms',
  'total',
  'done',
  'is_checking',
  'trouble',
  'at',
  'ended_at',
  'counts',
  'is_rolled_back',
] as const
type ViewedRow = Pick<JobRow, (typeof viewed)[number]>

export function viewOf(row: ViewedRow, isOwn: boolean): GatewayJob {
  const chats = chatsOf(row)
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    doneTitle: row.done_title,
    chatId: chats[0]!,
    chats: chats.length,
    place: row.place,
    by: row.by,
    isOwn,
    phase: row.phase,
    wish: row.wish,
    pausedBecause: row.paused_because === '' ? null : row.paused_because,
    notBefore: row.not_before,
    holdMs: row.hold_ms,
    total: row.total,
    done: row.done,
    isChecking: row.is_checking === 1,
    trouble: parsed(row.trouble) as GatewayJob['trouble'],
    at: row.at,
    endedAt: row.ended_at,
    counts: parsed(row.counts) as GatewayJob['counts'],
    isRolledBack: row.is_rolled_back === 1,
  }
}
