import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { NotSent } from './not-sent.ts'
import type { Work } from './task.ts'
import { type PlannedAction, cancelAction, planAction } from './planner.ts'
import { action, answerAccount, read, testWorkers } from './test-worker.ts'

const hour = 60 * 60_000
/** The code of the refusal; undefined if there was none. Assertions inside an action would only make it fail. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof NotSent ? error.code : error),
  )
const done = { outcome: 'done', note: '' } as const

onEveryEngine('the worker', (bench) => {
  let workers: Awaited<ReturnType<typeof testWorkers>>
  let worker: ReturnType<typeof workers.start>['worker']
  let lease: ReturnType<typeof workers.start>['lease']
  beforeAll(async () => {
    workers = await testWorkers(bench)
  })
  afterAll(() => workers.close())
  beforeEach(async () => {
    await workers.reset()
    ;({ worker, lease } = workers.start('a'))
  })
  /** How many times actions were started. */
  let runs = 0
  /** Sets what an action does. */
  function does(run: (work: Work, planned: PlannedAction) => Promise<unknown>, lateAfterMs = hour) {
    runs = 0
    const task = {
      lateAfterMs,
      run: async (planned: PlannedAction, work: Work) => {
        runs++
        await run(work, planned)
        return done
      },
    }
    workers.state.tasks = { preset: task }
  }
  const plan = (part: Partial<PlannedAction> = {}) => planAction(workers.query, action({ due: workers.clock.ms, ...part }))
  async function round() {
    await worker.tick()
    await worker.settled()
  }
  const times = async (count: number, work: Work) => {
    for (let index = 0; index < count; index++) await read(work)
  }

  it('stops although its lease cannot be released', async () => {
    lease.release = () => Promise.reject(new Error('the database does not answer'))
    await expect(worker.stop()).resolves.toBeUndefined()
  })

  it('runs a due action once, and lists it', async () => {
    does(read)
    await plan({ due: workers.clock.ms + 1000 })
    await round()
    expect(runs).toBe(0)
    workers.clock.ms += 1000
    await round()
    await round()
    expect([runs, workers.state.sent.length]).toEqual([1, 1])
    expect(await workers.rows()).toEqual([])
    expect(await workers.past()).toEqual([{ title: 'End the mode “Lockdown”', outcome: 'done' }])
  })

  it('plans a repeating action again, at a whole millisecond', async () => {
    const due = workers.clock.ms + 600_000.3757
    workers.state.tasks = { drift: { lateAfterMs: Infinity, run: async (planned) => ({ ...done, next: { ...planned, due } }) } }
    await plan({ kind: 'drift', key: 'watch', due: workers.clock.ms - 0.5 })
    await round()
    expect(await workers.rows()).toMatchObject([{ key: 'watch', due: Math.ceil(due) }])
  })

  it('sends nothing while standing access is off, and continues when it is on again', async () => {
    does(read)
    await workers.turnOff()
    await plan()
    await round()
    expect(runs).toBe(0)
    await workers.turnOn()
    await round()
    expect(runs).toBe(1)
  })

  it('stops with the next request when standing access is turned off', async () => {
    does(async (work) => {
      await read(work)
      await workers.turnOff()
      // The result of a task that swallows the failure does not count.
      await read(work).catch(() => {})
    })
    await plan()
    await round()
    expect(workers.state.sent).toHaveLength(1)
    expect(await workers.rows()).toMatchObject([{ key: 'lockdown', started: 0 }])
    expect(await workers.past()).toEqual([])
  })

  it('sends and stores nothing more once the lease has expired, and another gateway starts the action again', async () => {
    let refused: unknown[] = []
    const other = workers.start('b')
    does(async (work) => {
      await read(work)
      if (runs > 1) return
      // The process was suspended for longer than the lease.
      await other.worker.tick()
      workers.clock.ms += 20_000
      await other.worker.tick()
      refused = [await codeOf(work.transaction(async () => {})), await codeOf(read(work))]
    })
    await plan()
    await round()
    await other.worker.settled()
    expect(refused).toEqual(['not_sent', 'not_sent'])
    expect(workers.state.sent.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(await workers.past()).toHaveLength(1)
    expect([lease.isHeld(), other.lease.isHeld()]).toEqual([false, true])
  })

  it.each(['a request', 'a change of its own'])(
    'refuses %s once another gateway has taken the lease, whatever its own clock says',
    async (request) => {
      let refused: unknown
      const other = workers.start('b')
      does(async (work) => {
        // The clock of the other process runs ahead, or this process was suspended.
        await other.lease.renew()
        other.skew.monotonic += 20_000
        expect(await other.lease.renew()).toBe(true)
        expect(lease.isHeld()).toBe(true)
        const asked = request === 'a change of its own' ? work.transaction((trx) => trx.deleteFrom('worker_request').execute()) : read(work)
        refused = await codeOf(asked)
      })
      await plan()
      await round()
      expect(refused).toBe('not_sent')
      expect(workers.state.sent).toEqual([])
      expect([await workers.past(), (await workers.rows()).length]).toEqual([[], 1])
    },
  )

  it('does not run an action that is too late, unless someone asks for it', async () => {
    does(read)
    await plan()
    workers.clock.ms += 2 * 24 * hour
    await round()
    expect([runs, (await workers.rows()).length]).toEqual([0, 1])
    await workers.query.updateTable('planned_action').set({ approved: 1 }).execute()
    await round()
    expect(runs).toBe(1)
  })

  it('does not continue an action after a pause that made it too late', async () => {
    does(async (work) => {
      workers.clock.ms += 2 * 24 * hour
      await worker.tick()
      await read(work)
    })
    await plan()
    await round()
    await round()
    expect([runs, workers.state.sent.length]).toEqual([1, 0])
    expect(await workers.rows()).toHaveLength(1)
  })

  it('retries a failed action after growing waits, and lists the failure once', async () => {
    does(async () => {
      if (runs < 4) throw new Error('the service is down')
    })
    await plan()
    const waits: number[] = []
    let last = workers.clock.ms
    while (waits.length < 4) {
      const before = runs
      await round()
      if (runs > before) {
        waits.push(workers.clock.ms - last)
        last = workers.clock.ms
      }
      workers.clock.ms += 1000
    }
    expect(waits).toEqual([0, 5000, 10_000, 20_000])
    expect((await workers.past()).map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
  })

  it('sends no more requests a minute than the budget', async () => {
    await workers.turnOn({ budget: 10 })
    does((work) => times(25, work))
    await plan()
    await round()
    const minutes = workers.state.sent.map(({ at }) => Math.floor(at / 60_000))
    const counts = [...new Set(minutes)].map((minute) => minutes.filter((one) => one === minute).length)
    expect(counts).toEqual([10, 10, 5])
    const counted = await workers.query.selectFrom('worker_request').select('count').orderBy('minute').execute()
    expect(counted.map(({ count }) => count)).toEqual(counts)
  })

  it('shares the budget between actions that run at once', async () => {
    await workers.turnOn({ budget: 10 })
    does((work) => times(8, work))
    for (const key of ['one', 'two', 'three']) await plan({ key })
    await round()
    const minutes = workers.state.sent.map(({ at }) => Math.floor(at / 60_000))
    expect(Math.max(...minutes.map((minute) => minutes.filter((one) => one === minute).length))).toBe(10)
    expect(minutes).toHaveLength(24)
  })

  it('waits as long as the service asks, and retries the request', async () => {
    does(read)
    workers.state.answer = () =>
      workers.state.sent.length === 1
        ? Response.json({ status: false }, { status: 429, headers: { 'retry-after': '24' } })
        : answerAccount()
    await plan()
    await round()
    expect(workers.state.sent.map(({ at }) => at - workers.state.sent[0]!.at)).toEqual([0, 24_000])
    expect(await workers.past()).toEqual([
      { title: 'Waited 24 s', outcome: 'waited' },
      { title: 'End the mode “Lockdown”', outcome: 'done' },
    ])
  })

  it('starts an action again later if the service asks for a longer wait', async () => {
    does(read)
    workers.state.answer = () => Response.json({ status: false }, { status: 429, headers: { 'retry-after': '600' } })
    await plan()
    await round()
    workers.clock.ms += 599_000
    await round()
    expect(runs).toBe(1)
    workers.clock.ms += 1000
    workers.state.answer = answerAccount
    await round()
    expect([runs, workers.state.sent.length, (await workers.rows()).length]).toEqual([2, 2, 0])
  })

  it('stops everything when the service rejects the token, until it is replaced', async () => {
    does(read)
    workers.state.answer = () => Response.json({ status: false }, { status: 401 })
    await plan()
    await round()
    await round()
    expect([runs, workers.state.sent.length, (await workers.standing()).token_rejected]).toEqual([1, 1, 1])
    expect(await workers.rows()).toHaveLength(1)
  })

  it('uses no token that was sealed for another account', async () => {
    does(read)
    const sealed = (await workers.standing()).sealed_token
    await workers.query.updateTable('standing_access').set({ workspace: '8@test' }).execute()
    await plan({ workspace: '8@test' })
    await round()
    await workers.query.deleteFrom('standing_access').execute()
    expect([sealed !== '', runs, workers.state.sent]).toEqual([true, 1, []])
  })

  it('runs an action that was planned again while it ran', async () => {
    does(async () => {
      if (runs === 1) await plan({ data: 'anew', due: workers.clock.ms + 1000 })
    })
    await plan()
    await round()
    expect(await workers.rows()).toMatchObject([{ data: 'anew', started: 0 }])
    workers.clock.ms += 1000
    await round()
    expect([runs, (await workers.rows()).length]).toEqual([2, 0])
  })

  it('does not repeat an action that was cancelled while it ran', async () => {
    const run = async (planned: PlannedAction) => {
      await cancelAction(workers.query, planned)
      return { ...done, next: planned }
    }
    workers.state.tasks = { preset: { lateAfterMs: hour, run } }
    await plan()
    await round()
    expect(await workers.rows()).toEqual([])
  })

  it('lets another gateway take over at once when it stops, including the action that it had started', async () => {
    const other = workers.start('b')
    let stopping: Promise<void> | undefined
    does(async (work) => {
      if (runs === 1) stopping = worker.stop()
      await read(work)
    })
    await plan()
    await worker.tick()
    await worker.settled()
    await stopping
    await other.worker.tick()
    await other.worker.settled()
    expect([runs, workers.state.sent.map(({ name }) => name)]).toEqual([2, ['b']])
  })
})
