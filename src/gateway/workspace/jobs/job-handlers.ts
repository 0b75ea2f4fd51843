import { maxOpenJobs, type GatewayJob, type JobLeft, type jobs } from '#contract/workspace/jobs.ts'
import { invalid } from '#http/refusal.ts'
import { noRight, notForTokens, notFound } from '../../refusals.ts'
import { clientAddress } from '../../server/request-context.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '../handler.ts'
import { extentOf, messagesIn } from './kinds.ts'
import { endedJobs, openJobs, unfinished } from './shown-jobs.ts'
import { chatsOf, mayCarryOut, type JobRow } from './session-of-job.ts'

type Asking = Pick<SignedInRequest, 'session' | 'workspace'>

/** Starting jobs, and what becomes of them (runner.ts). */
export function jobHandlers({ database, jobRunner, nowMs }: WorkspaceOptions): WorkspaceHandlers<typeof jobs> {
  const { query, transaction } = database

  const isOwn = ({ session }: Asking, { person_id }: Pick<JobRow, 'person_id'>) => (session.member?.id ?? null) === person_id
  const maySee = (asking: Asking, job: Pick<JobRow, 'kind' | 'chats' | 'person_id'>) =>
    isOwn(asking, job) || mayCarryOut(asking.session.member, job)

  async function find(asking: Asking, jobId: string) {
    const row = await query
      .selectFrom('job')
      .select(viewed)
      .where('workspace', '=', asking.workspace)
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (!row || !maySee(asking, row)) throw notFound('This job')
    return row
  }

  return {
    jobList: async (asking) => {
      const of = { workspace: asking.workspace, member: asking.session.member }
      const read = (found: ReturnType<typeof openJobs>) => found.select(viewed).orderBy('at', 'desc').limit(maxListed).execute()
      const [open, ended] = await Promise.all([read(openJobs(query, of)), read(endedJobs(query, of))])
      const rows = [...open.filter((row) => maySee(asking, row)), ...ended].toSorted((one, other) => one.at - other.at)
      return { status: true, data: rows.map((row) => viewOf(row, isOwn(asking, row))) }
    },

    jobRead: async ({ params: { jobId }, ...asking }) => {
      const row = await find(asking, jobId)
      const { input, remaining } = await query
        .selectFrom('job')
        .select(['input', 'remaining'])
        .where('workspace', '=', asking.workspace)
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow()
      const messages = messagesIn({ kind: row.kind, input })
      return { status: true, data: { ...viewOf(row, isOwn(asking, row)), messages, left: parsed(remaining) as JobLeft | null } }
    },

    jobStart: async ({ params: { jobId }, body, c, ...asking }) => {
      const { session, workspace } = asking
      const { kind, title, doneTitle, place, holdMs } = body
      const extent = extentOf(body)
      const chats = JSON.stringify(extent.chats)
      const { method } = session
      if (method === 'api') throw notForTokens()
      if (!mayCarryOut(session.member, { kind, chats })) throw noRight()
      const at = nowMs()
      await transaction(async (trx) => {
        const open = await openJobs(trx, { workspace })
          .select('id')
          .limit(maxOpenJobs + 1)
          .execute()
        const isThere = open.some(({ id }) => id === jobId)
        if (!isThere && open.length >= maxOpenJobs) throw invalid({ jobId: [`must wait: ${maxOpenJobs} jobs are unfinished`] })
        await trx
          .insertInto('job')
          .values({
            workspace,
            id: jobId,
            kind,
            title,
            done_title: doneTitle,
            chats,
            place,
            person_id: session.member?.id ?? null,
            by: session.member?.name ?? session.account.name,
            account_id: session.account.id,
            account_name: session.account.name,
            account_email: session.account.email,
            method,
            address: clientAddress(c),
            agent: c.req.header('user-agent')?.slice(0, 500) ?? '',
            phase: 'waiting',
            wish: 'go',
            paused_because: '',
            not_before: at + holdMs,
            hold_ms: holdMs,
            total: extent.total,
            done: 0,
            is_checking: 0,
            trouble: '',
            at,
            ended_at: null,
            input: JSON.stringify(body),
            state: '',
            counts: '',
            is_rolled_back: 0,
            remaining: '',
            dismissed: 0,
            runner: '',
            runner_until: 0,
          })
          .onConflict((conflict) => conflict.columns(['workspace', 'id']).doNothing())
          .execute()
      })
      if (holdMs === 0) jobRunner.wake()
      const row = await find(asking, jobId)
      return { status: true, data: viewOf(row, isOwn(asking, row)) }
    },

    jobChange: async ({ params: { jobId }, body: { to }, ...asking }) => {
      const { session, workspace } = asking
      const row = await find(asking, jobId)
      const mayAct = mayCarryOut(session.member, row)
      // Whoever lost the right may still stop what they started.
      if (!mayAct && (to === 'resume' || to === 'now')) throw noRight()
      const changed = query.updateTable('job').where('workspace', '=', workspace).where('id', '=', jobId)
      switch (to) {
        case 'pause': {
          await changed.set({ wish: 'pause' }).where('phase', 'in', unfinished).execute()
          await changed.set({ phase: 'paused', hold_ms: 0 }).where('phase', '=', 'waiting').execute()
          jobRunner.wishFor(workspace, jobId, 'pause')
          break
        }
        case 'resume': {
          // It goes on in the name of whoever resumed it: that of the one who started it may be why it paused.
          const name = session.member
            ? { person_id: session.member.id, by: session.member.name }
            : { person_id: null, by: session.account.name }
          // First, so that no gateway takes it while it is still to pause.
          await changed.set({ wish: 'go' }).where('phase', 'in', unfinished).where('wish', '=', 'pause').execute()
          await changed
            .set({ ...name, phase: 'waiting', paused_because: '', not_before: 0, trouble: '' })
            .where('phase', '=', 'paused')
            .execute()
          jobRunner.wishFor(workspace, jobId, 'go')
          break
        }
        case 'stop': {
          await changed.set({ wish: 'stop' }).where('phase', 'in', unfinished).execute()
          await changed
            .set({ phase: 'waiting', not_before: 0, hold_ms: 0, trouble: '' })
            .where('phase', 'in', ['waiting', 'paused'])
            .execute()
          jobRunner.wishFor(workspace, jobId, 'stop')
          break
        }
        case 'now':
          await changed.set({ not_before: 0, hold_ms: 0 }).where('phase', '=', 'waiting').execute()
          break
        case 'undo': {
          const held = query.deleteFrom('job').where('workspace', '=', workspace).where('id', '=', jobId)
          const { numDeletedRows } = await held.where('phase', '=', 'waiting').where('hold_ms', '>', 0).executeTakeFirst()
          if (numDeletedRows === 0n) throw tooLate()
          break
        }
        case 'dismiss':
          await changed.set({ dismissed: 1 }).where('phase', '=', 'ended').execute()
          break
      }
      jobRunner.wake()
      return { status: true }
    },
  }
}

const maxListed = 50

const tooLate = () => invalid({ to: ['is too late: it has begun'] })

/** What the runner stored as JSON; null for ''. */
const parsed = (json: string): unknown => (json === '' ? null : JSON.parse(json))

/** Without what a job is to do, how far it is and what it left, which may be long: pages read the list every second. */
const viewed = [
  'id',
  'kind',
  'title',
  'done_title',
  'chats',
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

function viewOf(row: ViewedRow, isOwn: boolean): GatewayJob {
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
