import { baseMissing, changesSettings, hasBases, type JobLeft, type jobs } from '#contract/gateway/jobs.ts'
import { decidedOf, ordersIn } from '#engine/changes/chat-result.ts'
import { invalid } from '#http/refusal.ts'
import { insert, rowsWith } from '#db/rows.ts'
import { noRight, notForTokens, notFound } from '../refusals.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { keepResult, outcomesAfter, readResults } from './chat-outcomes.ts'
import { allHadTurn, changesIn, countsOf, extentOf, messagesIn } from './kinds.ts'
import { endedJobs, openJobs, parsed, unfinished, viewed, viewOf } from './shown-jobs.ts'
import { mayCarryOut, type JobRow } from './session-of-job.ts'
import { from, insertJob, inTheNameOf, requireRoom, startedBy, stopJob } from './start-job.ts'

type Asking = Pick<SignedInRequest, 'session' | 'workspace'>

/** Starting jobs, and what becomes of them (runner.ts). */
export function jobHandlers({ database, jobRunner, presetPort, nowMs }: HandlerOptions): GatewayHandlers<typeof jobs> {
  const { query, transaction } = database

  const isOwn = ({ session }: Asking, { person_id }: Pick<JobRow, 'person_id'>) => (session.member?.id ?? null) === person_id
  const maySee = (asking: Asking, job: Pick<JobRow, 'kind' | 'chats' | 'own_chats' | 'person_id'>) =>
    isOwn(asking, job) || mayCarryOut(asking.session.member, job)

  async function find(asking: Asking, jobId: string) {
    const row = await rowsWith(query, 'job', { workspace: asking.workspace, id: jobId }).select(viewed).executeTakeFirst()
    if (!row || !maySee(asking, row)) throw notFound('This job')
    return row
  }

  const contentOf = ({ workspace }: Asking, jobId: string) =>
    rowsWith(query, 'job', { workspace, id: jobId }).select(['input', 'remaining']).executeTakeFirstOrThrow()

  return {
    jobList: async (asking) => {
      const of = { workspace: asking.workspace, member: asking.session.member }
      const read = (found: ReturnType<typeof openJobs>) => found.select(viewed).orderBy('at', 'desc').limit(maxListed).execute()
      const [open, ended] = await Promise.all([read(openJobs(query, of)), read(endedJobs(query, of))])
      const rows = [...open, ...ended].filter((row) => maySee(asking, row)).toSorted((one, other) => one.at - other.at)
      return { status: true, data: rows.map((row) => viewOf(row, isOwn(asking, row))) }
    },

    jobRead: async ({ params: { jobId }, ...asking }) => {
      const row = await find(asking, jobId)
      const { input, remaining } = await contentOf(asking, jobId)
      const of = { kind: row.kind, input }
      const left = parsed(remaining) as JobLeft | null
      return { status: true, data: { ...viewOf(row, isOwn(asking, row)), messages: messagesIn(of), changes: changesIn(of), left } }
    },

    jobResultList: async ({ params: { jobId }, query: { after = 0 }, ...asking }) => {
      const { kind, phase } = await find(asking, jobId)
      if (!changesSettings(kind)) return { status: true, data: [], next: after, hasMore: false, isEnded: phase === 'ended' }
      const outcomes = await outcomesAfter(query, { workspace: asking.workspace, job_id: jobId }, after)
      return { status: true, ...outcomes, isEnded: phase === 'ended' }
    },

    jobStart: async ({ params: { jobId }, body, c, ...asking }) => {
      const { session, workspace } = asking
      const { kind, title, doneTitle, place, holdMs } = body
      const { chats: chatIds, total } = extentOf(body)
      const words = { title, done_title: doneTitle, place }
      const job = { workspace, id: jobId, kind, ...words, chatIds, total, hold_ms: holdMs, input: body, at: nowMs() }
      if (session.method === 'api') throw notForTokens()
      if (!mayCarryOut(session.member, { kind, chats: JSON.stringify(chatIds), own_chats: '[]' })) throw noRight()
      await transaction(async (trx) => {
        await requireRoom(trx, job)
        await insertJob(trx, job, startedBy(c, session))
      })
      if (holdMs === 0) jobRunner.wake()
      const row = await find(asking, jobId)
      return { status: true, data: viewOf(row, isOwn(asking, row)) }
    },

    jobDecide: async ({ params: { jobId }, body: { leave, send }, c, ...asking }) => {
      const { session, workspace } = asking
      const row = await find(asking, jobId)
      if (session.method === 'api') throw notForTokens()
      if (!mayCarryOut(session.member, row)) throw noRight()
      const { input } = await contentOf(asking, jobId)
      const changes = changesIn({ kind: row.kind, input })
      if (!changes) throw invalid({ jobId: ['must change settings'] })
      const orders = new Map(ordersIn(changes).map((order) => [order.chatId, order]))
      const concerned = [...leave, ...(send?.changes.chats ?? [])]
      if (concerned.some(({ chatId }) => !orders.has(chatId))) throw invalid({ chatId: ['must be a chat of the job'] })
      if (send && row.kind === 'settings-of-chats' && !hasBases(send.changes)) throw invalid({ changes: [baseMissing] })
      const of = { workspace, job_id: jobId }
      const sent = new Map(ordersIn(send?.changes ?? nothingSent).map((order) => [order.chatId, Object.keys(order.changes)]))
      const left = new Map(leave.map(({ chatId, settings }) => [chatId, settings]))
      const about = [...new Set([...sent.keys(), ...left.keys()])].map((chatId) => orders.get(chatId)!)
      await transaction(async (trx) => {
        const ofJob = () => trx.updateTable('job').where('workspace', '=', workspace).where('id', '=', jobId)
        const { decisions, ...counted } = await ofJob()
          .set((is) => ({ outcomes: is('outcomes', '+', about.length), decisions: is('decisions', '+', send ? 1 : 0) }))
          .returning(['decisions', 'outcomes', 'phase', 'person_id'])
          .executeTakeFirstOrThrow()
        // It goes on in the name of who started it, and this would be sent in that name.
        if (send && counted.phase !== 'ended' && !isOwn(asking, counted))
          throw invalid({ jobId: ['must have ended: someone else’s goes on'] })
        if (send) {
          await insert(trx, 'job_decision', { ...of, n: decisions, changes: JSON.stringify(send.changes) })
          await requireRoom(trx, { ...row, workspace })
          // One that goes on takes it up by itself.
          await ofJob()
            .set({ ...inTheNameOf(session), ...from(c, session) })
            .set({ title: send.title, done_title: send.doneTitle, total: send.changes.chats.length })
            .set({ phase: 'waiting', wish: 'go', not_before: 0, done: 0, ended_at: null, counts: '', dismissed: 0, state: allHadTurn })
            .where('phase', '=', 'ended')
            .execute()
        }
        let seq = counted.outcomes - about.length
        for (const [chatId, result] of await readResults(trx, of, about)) {
          const decided = decidedOf(result, left.get(chatId) ?? [], sent.get(chatId) ?? [])
          await keepResult(trx, of, orders.get(chatId)!, decided, ++seq)
        }
        await presetPort.leave(trx, { workspace, kind: row.kind, input }, leave)
        if (send) return
        const all = [...orders.values()]
        const counts = JSON.stringify(countsOf(row, all, await readResults(trx, of, all)))
        await ofJob().set({ counts }).where('phase', '=', 'ended').execute()
      })
      if (send) jobRunner.wake()
      const now = await find(asking, jobId)
      return { status: true, data: viewOf(now, isOwn(asking, now)) }
    },

    jobChange: async ({ params: { jobId }, body: { to }, c, ...asking }) => {
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
          // First, so that no gateway takes it while it is still to pause.
          await changed.set({ wish: 'go' }).where('phase', 'in', unfinished).where('wish', '=', 'pause').execute()
          await changed
            .set({ ...inTheNameOf(session), ...from(c, session), phase: 'waiting', paused_because: '', not_before: 0, trouble: '' })
            .where('phase', '=', 'paused')
            .execute()
          jobRunner.wishFor(workspace, jobId, 'go')
          break
        }
        case 'stop': {
          // What came of it is looked up by whoever stopped it: the action of the worker may be over.
          await changed
            .set({ ...inTheNameOf(session), ...from(c, session) })
            .where('method', '=', 'standing')
            .where('phase', 'in', ['waiting', 'paused'])
            .execute()
          await stopJob(query, { workspace, id: jobId })
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
          // What nobody started is everybody's: it stays listed until somebody has decided about it (leased-jobs.ts).
          await changed.set({ dismissed: 1 }).where('phase', '=', 'ended').where('method', '!=', 'standing').execute()
          break
      }
      jobRunner.wake()
      return { status: true }
    },
  }
}

const nothingSent = { chats: [], edits: [] }

const maxListed = 50

const tooLate = () => invalid({ to: ['is too late: it has begun'] })
