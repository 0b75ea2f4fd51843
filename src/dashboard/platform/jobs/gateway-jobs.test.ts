// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { GatewayJob, JobDraft } from '#contract/gateway/jobs.ts'
import { followGatewayJobs, startGatewayJob } from './gateway-jobs.ts'
import { jobs } from './job.ts'

const gateway = vi.hoisted(() => ({
  jobs: [] as GatewayJob[],
  canList: true,
  losesAnswers: false,
  endsAtOnce: false,
  changes: [] as unknown[],
}))

vi.mock('#dashboard/platform/session/call-gateway.ts', () => ({
  callGateway: async () => {
    if (!gateway.canList) throw new Failure('unreachable')
    return { data: gateway.jobs }
  },
}))
vi.mock('#dashboard/platform/api/gateway-query.ts', () => ({
  gatewayQuery: () => ({ queryKey: [] }),
  writeToGateway: async (name: string, { params, body }: { params: { jobId: string }; body: unknown }) => {
    gateway.changes.push([name, params.jobId, body])
    if (name === 'jobChange') return {}
    gateway.jobs.push(stored(params.jobId))
    if (gateway.losesAnswers) throw new Failure('unreachable')
    return { data: stored(params.jobId) }
  },
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
const kind = async () => ({ ended, receiptOf: () => ({ title: '', figures: [] }) })
const follow = () =>
  followGatewayJobs({
    'messages-delete': kind,
    'ban-changes': kind,
    'settings-of-chats': kind,
    'preset-on': kind,
    'preset-end': kind,
    posts: kind,
    'polls-create': kind,
    'polls-publish': kind,
    'polls-delete': kind,
  })

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
