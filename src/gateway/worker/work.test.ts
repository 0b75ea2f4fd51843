import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Call, CallName } from '#contract/client.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import { maxBudget, plannedKinds, standingActs, type PlannedKind } from '#contract/gateway/standing-access.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { bundledUpstream } from '../forward/upstream.ts'
import { NotSent } from './not-sent.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { action, answerAccount, cause, read, testWorkers } from './test-worker.ts'
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

  it('sends no change that people were not told of when they turned standing access on', async () => {
    const { lease } = workers.start('a')
    await lease.renew()
    await workers.turnOn({ budget: maxBudget })
    const sent: string[] = []
    const serviceClient: ServiceClient = ({ before }) => {
      const send: Call = async (name) => {
        await before!(name)
        sent.push(name)
        return {} as never
      }
      return send
    }
    const options = { ...workers.forWork, lease, keys: { unseal: () => 'token' }, serviceClient, stopping: new AbortController().signal }
    for (const kind of Object.keys(plannedKinds) as PlannedKind[])
      for (const name of Object.keys(api) as CallName[]) {
        const { work } = createWork(options, action({ kind }), { accountId: 7, sealedToken: '' }, lease.number())
        await work
          .callFor(cause)(name, {})
          .catch(() => {})
      }
    const told = Object.values(standingActs).flatMap((acts) => acts.flatMap(({ sends }) => sends))
    expect(new Set(sent.filter((name) => isRecorded(name)))).toEqual(new Set(told))
  })
})
