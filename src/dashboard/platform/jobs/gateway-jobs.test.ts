// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { GatewayJob, JobDraft } from '#contract/workspace/jobs.ts'
import { followGatewayJobs, handOverJobs, startGatewayJob } from './gateway-jobs.ts'
import { jobs, type Job } from './job.ts'

const gateway = vi.hoisted(() => ({
  jobs: [] as GatewayJob[],
  canList: true,
  losesAnswers: false,
  endsAtOnce: false,
  changes: [] as unknown[],
}))

vi.mock('#dashboard/platform/session/workspace.ts', () => ({
  callWorkspace: async () => {
    if (!gateway.canList) throw new Failure('unreachable')
    return { data: gateway.jobs }
  },
}))
vi.mock('#dashboard/platform/api/workspace-query.ts', () => ({
  workspaceQuery: () => ({ queryKey: [] }),
  changeWorkspace: async (name: string, { params, body }: { params: { jobId: string }; body: unknown }) => {
    gateway.changes.push([name, params.jobId, body])
    if (name === 'jobChange') return {}
    gateway.jobs.push(stored(params.jobId))
    if (gateway.losesAnswers) throw new Failure('unreachable')
    return { data: stored(params.jobId) }
  },
}))

vi.mock('./journal.ts', () => ({
  removeJob: async (id: string) => jobs.set(jobs.get().filter((one) => one.id !== id)),
}))

const stored = (id: string): GatewayJob => ({
  id,
  kind: 'messages-delete',
  title: 'Deleting 1 message',
  doneTitle: '1 message deleted',
  chatId: 1,
  chats: 1,
  place: 'Hall',
  by: 'Dana',
  isOwn: true,
  phase: gateway.endsAtOnce ? 'ended' : 'waiting',
  wish: 'go',
  pausedBecause: null,
  notBefore: Date.now() + 7500,
  holdMs: 7500,
  total: 1,
  done: 0,
  isChecking: false,
  trouble: null,
  at: Date.now(),
  endedAt: gateway.endsAtOnce ? Date.now() + 1 : null,
  counts: gateway.endsAtOnce ? { done: 1, failed: 0, unknown: 0, notTried: 0 } : null,
  isRolledBack: false,
})

const deletion: JobDraft = {
  kind: 'messages-delete',
  title: 'Deleting 1 message',
  doneTitle: '1 message deleted',
  place: 'Hall',
  holdMs: 6000,
  chatId: 1,
  ids: [1],
  times: [1],
}
const shown = () => jobs.get().map(({ id }) => id)
const ended = vi.fn<() => Promise<void>>(async () => {})
const kind = async () => ({ ended, receiptOf: () => ({ title: '', figures: [] }), draftsOf: async () => [deletion] })
const follow = () => followGatewayJobs({ 'messages-delete': kind, 'ban-changes': kind })

test('a job that is started before the code of its kind is here is shown with it, and its selection is cleared in the same moment', async () => {
  const onShow = vi.fn<() => void>(() => expect(shown()).toEqual([]))
  const starting = startGatewayJob(deletion, { id: 'early', onShow })
  await vi.waitUntil(() => gateway.jobs.length === 1)
  expect(onShow).not.toHaveBeenCalled()
  await follow()
  await starting
  expect(onShow).toHaveBeenCalledOnce()
  expect(shown()).toEqual(['early'])
})

test('a job that the gateway has stored is shown although the list cannot be read', async () => {
  gateway.canList = false
  await startGatewayJob(deletion, { id: 'unlisted' })
  expect(shown()).toContain('unlisted')
  gateway.canList = true
})

test('pages learn of a job that ended before it was ever shown, once', async () => {
  gateway.endsAtOnce = true
  await startGatewayJob(deletion, { id: 'short' })
  await vi.waitUntil(() => jobs.get().find(({ id }) => id === 'short')?.phase === 'ended')
  await follow()
  expect(ended).toHaveBeenCalledOnce()
  gateway.endsAtOnce = false
})

test('a job whose answer was lost is shown once the list has it', async () => {
  gateway.losesAnswers = true
  await expect(startGatewayJob(deletion, { id: 'lost' })).rejects.toThrow(Failure)
  await vi.waitUntil(() => shown().includes('lost'))
  gateway.losesAnswers = false
})

test('what an earlier release left is handed over once: what was to wait or stop sends nothing, and all of it is shown again', async () => {
  const ofBrowser = (id: string, part: Partial<Job>): Job => ({
    id,
    kind: 'messages-delete',
    title: '',
    place: 'Hall',
    chatId: 1,
    phase: 'waiting',
    notBefore: 0,
    holdFor: 0,
    wish: 'go',
    done: 0,
    total: 1,
    trouble: '',
    at: 0,
    durable: true,
    ...part,
  })
  const left = [
    ofBrowser('running', { phase: 'running' }),
    ofBrowser('held', { holdFor: 6000 }),
    ofBrowser('paused', { phase: 'paused' }),
    ofBrowser('stopped', { wish: 'stop' }),
    ofBrowser('over', { phase: 'ended' }),
    ofBrowser('saving', { kind: 'settings-of-chats' }),
  ]
  jobs.set(left)
  gateway.jobs = []
  gateway.changes = []
  await handOverJobs()
  const starts = (id: string, holdMs: number) => ['jobStart', id, { ...deletion, holdMs }]
  expect(gateway.changes).toEqual([
    starts('running', 0),
    starts('held', 7500),
    starts('paused', 60_000),
    ['jobChange', 'paused', { to: 'pause' }],
    starts('stopped', 60_000),
    ['jobChange', 'stopped', { to: 'stop' }],
  ])
  expect(jobs.get().map(({ id, isOfGateway }) => [id, isOfGateway === true])).toEqual([
    ['saving', false],
    ...['running', 'held', 'paused', 'stopped'].map((id) => [id, true]),
  ])
})
