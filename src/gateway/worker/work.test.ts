import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { bundledUpstream } from '../forward/upstream.ts'
import { NotSent } from './not-sent.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { action, answerAccount, read, testWorkers } from './test-worker.ts'
import { createWork } from './work.ts'

onEveryEngine('the work of one action', (bench) => {
  let workers: Awaited<ReturnType<typeof testWorkers>>
  beforeAll(async () => {
    workers = await testWorkers(bench)
  })
  afterAll(() => workers.close())
  beforeEach(() => workers.reset())

  it('checks the lease immediately before sending', async () => {
    let check = () => {}
    const serviceClient: ServiceClient = (as) => {
      check = as.check!
      return createServiceClient({ upstream: bundledUpstream({ fetch: answerAccount }), auditing: null })(as)
    }
    const keys = { unseal: () => 'token' }
    const { lease } = workers.start('a')
    await lease.renew()
    const options = { ...workers.forWork, lease, keys, serviceClient, stopping: new AbortController().signal }
    const { work, interruptedBy } = createWork(options, action(), { accountId: 7, sealedToken: '' }, lease.number())
    await read(work)
    expect(check).not.toThrow()
    workers.clock.ms += 15_000
    expect(check).toThrow(NotSent)
    expect(interruptedBy()).toBe('lease')
  })
})
