import type { ExpressionBuilder } from 'kysely'
import { type JobKind, maxOpenJobs } from '#contract/gateway/jobs.ts'
import { invalid } from '#http/refusal.ts'
import { equal, insertNew } from '#db/rows.ts'
import { type RequestContext, clientAddress } from '../server/request-context.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { JobRow } from './session-of-job.ts'
import { openJobs } from './shown-jobs.ts'

/** In whose name a job is carried out. */
export type StartedBy = Pick<JobRow, 'person_id' | 'by' | 'account_id' | 'account_name' | 'account_email' | 'method' | 'address' | 'agent'>

export const startedBy = (c: RequestContext, session: ActiveSession): StartedBy => ({
  ...inTheNameOf(session),
  account_id: session.account.id,
  account_name: session.account.name,
  account_email: session.account.email,
  ...from(c, session),
})

/** By the worker, with standing access (worker-job.ts). */
export const startedByWorker = (accountId: number): StartedBy => ({
  person_id: null,
  by: 'Roomkeeper',
  account_id: accountId,
  account_name: '',
  account_email: '',
  method: 'standing',
  address: '',
  agent: '',
})

export const inTheNameOf = ({ member, account }: ActiveSession) =>
  member ? { person_id: member.id, by: member.name } : { person_id: null, by: account.name }

/** Of the session in whose name it goes on, for the audit log. */
export const from = (c: RequestContext, { method }: ActiveSession) => ({
  method,
  address: clientAddress(c),
  agent: c.req.header('user-agent')?.slice(0, 500) ?? '',
})

interface NewJob extends Pick<JobRow, 'workspace' | 'id' | 'kind' | 'title' | 'done_title' | 'place' | 'total' | 'hold_ms' | 'at'> {
  chatIds: readonly number[]
  /** Those in which it also needs the right to change settings. */
  ownChatIds?: readonly number[]
  input: object
}

const notBegun = {
  phase: 'waiting',
  wish: 'go',
  paused_because: '',
  done: 0,
  is_checking: 0,
  trouble: '',
  ended_at: null,
  state: '',
  counts: '',
  is_rolled_back: 0,
  remaining: '',
  dismissed: 0,
  outcomes: 0,
  decisions: 0,
  runner: '',
  runner_until: 0,
} as const

/** Stores a job, once for each id. Resolves to whether it is new. */
export async function insertJob(trx: Query, { chatIds, ownChatIds = [], input, ...job }: NewJob, by: StartedBy): Promise<boolean> {
  const lists = { chats: JSON.stringify(chatIds), own_chats: JSON.stringify(ownChatIds), input: JSON.stringify(input) }
  return insertNew(trx, 'job', { ...notBegun, ...job, ...lists, ...by, not_before: job.at + job.hold_ms })
}

/** Refuses one more than an account may have of those that wait for one another. */
export async function requireRoom(trx: Query, { workspace, id, kind }: Pick<NewJob, 'workspace' | 'id' | 'kind'>) {
  const open = await openJobs(trx, { workspace })
    .select('id')
    .where(ofLane(kind))
    .limit(maxOpenJobs + 1)
    .execute()
  const isThere = open.some((one) => one.id === id)
  if (!isThere && open.length >= maxOpenJobs) throw invalid({ jobId: [`must wait: ${maxOpenJobs} jobs are unfinished`] })
}

/** It ends before its next request. Resolves once that is noted. */
export async function stopJob(query: Query, { workspace, id }: Pick<JobRow, 'workspace' | 'id'>): Promise<void> {
  const job = () => query.updateTable('job').where(equal({ workspace, id }))
  await job().set({ wish: 'stop' }).where('phase', '!=', 'ended').execute()
  await job().set({ phase: 'waiting', not_before: 0, hold_ms: 0, trouble: '' }).where('phase', 'in', ['waiting', 'paused']).execute()
}

/**
 * The jobs of an account run one after the other, but a preset waits for nothing, because it may be a lockdown: in each chat the lock of presets
 * (presets/chat-lock.ts) sees to it that one at a time changes it.
 */
const presetKinds = ['preset-on', 'preset-end'] as const satisfies JobKind[]

export const isPresetJob = (kind: JobKind): boolean => presetKinds.some((one) => one === kind)

/** Of one account in one gateway: others have jobs too. */
const maxPresetsAtOnce = 3

/** Whether a job may begin beside those of its account that run here. */
export const hasRoom = (kind: JobKind, running: readonly JobKind[]): boolean =>
  isPresetJob(kind) ? running.filter(isPresetJob).length < maxPresetsAtOnce : running.every(isPresetJob)

/** Of the same lane as this kind. */
export const ofLane = (kind: JobKind) => (is: ExpressionBuilder<GatewayTables, 'job'>) =>
  is('kind', isPresetJob(kind) ? 'in' : 'not in', presetKinds)

/** All but the presets of these accounts, which have no room for more here: they would leave none for others. @param accounts at least one */
export const butPresetsOf = (accounts: readonly string[]) => (is: ExpressionBuilder<GatewayTables, 'job'>) =>
  is.or([is('kind', 'not in', presetKinds), is('workspace', 'not in', accounts)])

/** Whether a job waits for the other one. */
export const waitsForOther = (is: ExpressionBuilder<GatewayTables & { other: GatewayTables['job'] }, 'job' | 'other'>) =>
  is.and([is('job.kind', 'not in', presetKinds), is('other.kind', 'not in', presetKinds)])
