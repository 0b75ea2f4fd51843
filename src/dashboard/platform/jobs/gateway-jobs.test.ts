// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { GatewayJob } from '#contract/workspace/jobs.ts'
import { followGatewayJobs, startDeletion } from './gateway-jobs.ts'
import { jobs } from './job.ts'

const gateway = vi.hoisted(() => ({ jobs: [] as GatewayJob[], canList: true, losesAnswers: false }))

vi.mock('#dashboard/platform/session/workspace.ts', () => ({
  callWorkspace: async () => {
    if (!gateway.canList) throw new Failure('unreachable')
    return { data: gateway.jobs }
  },
}))
vi.mock('#dashboard/platform/api/workspace-query.ts', () => ({
  workspaceQuery: () => ({ queryKey: [] }),
  changeWorkspace: async (_: string, { params }: { params: { jobId: string } }) => {
    gateway.jobs.push(stored(params.jobId))
    if (gateway.losesAnswers) throw new Failure('unreachable')
    return { data: stored(params.jobId) }
  },
}))

const stored = (id: string): GatewayJob => ({
  id,
  kind: 'messages-delete',
  chatId: 1,
  chatName: 'Hall',
  by: 'Dana',
  isOwn: true,
  phase: 'waiting',
  wish: 'go',
  pausedBecause: null,
  notBefore: Date.now() + 7500,
  holdMs: 7500,
  total: 1,
  done: 0,
  isChecking: false,
  trouble: null,
  at: Date.now(),
  endedAt: null,
  counts: null,
})

const deletion = { chatId: 1, chatName: 'Hall', ids: [1], times: [1], holdFor: 6000 }
const shown = () => jobs.get().map(({ id }) => id)
const follow = () => followGatewayJobs({ 'messages-delete': async () => ({ wordsOf: () => ({ title: 'Deleting 1 message' }) }) })

test('a job that is started before the code of its kind is here is shown with it, and its selection is cleared in the same moment', async () => {
  const onShow = vi.fn<() => void>(() => expect(shown()).toEqual([]))
  const starting = startDeletion({ ...deletion, onShow }, 'early')
  await vi.waitUntil(() => gateway.jobs.length === 1)
  expect(onShow).not.toHaveBeenCalled()
  await follow()
  await starting
  expect(onShow).toHaveBeenCalledOnce()
  expect(shown()).toEqual(['early'])
})

test('a job that the gateway has stored is shown although the list cannot be read', async () => {
  gateway.canList = false
  await startDeletion(deletion, 'unlisted')
  expect(shown()).toContain('unlisted')
  gateway.canList = true
})

test('a job whose answer was lost is shown once the list has it', async () => {
  gateway.losesAnswers = true
  await expect(startDeletion(deletion, 'lost')).rejects.toThrow(Failure)
  await vi.waitUntil(() => shown().includes('lost'))
})
