import { Failure } from '#contract/client.ts'
import { maxHoldMs } from '#contract/gateway/job-frame.ts'
import type { JobDraft } from '#contract/gateway/jobs.ts'
import { storageScope } from '#dashboard/platform/session/session.ts'
import { changeGatewayJob, kindOf, startGatewayJob, type LeftJob } from './gateway-jobs.ts'
import { forgetJobsLeft } from './job.ts'

/**
 * An earlier release carried out jobs in the browser, and kept them in its database. What is left of them is handed to the gateway once, and then
 * forgotten with all that release kept there.
 */

type Key = [scope: string, accountId: number, part: string, ...rest: (number | string)[]]

const databaseName = 'roomkeeper'
const storeName = 'jobs'

/** Where some cannot be handed over now, they stay for the next time. Rejects where the browser's database cannot be read. */
export async function handOverJobs(accountId: number): Promise<void> {
  const database = await open()
  if (database) {
    const ofAccount = IDBKeyRange.bound([storageScope(), accountId], [storageScope(), accountId, []])
    const store = () => database.transaction(storeName, 'readwrite').objectStore(storeName)
    try {
      const [keys, values] = await Promise.all([resultOf(store().getAllKeys(ofAccount)), resultOf(store().getAll(ofAccount))])
      const entries = keys.map((key, index) => ({ key: (key as Key).slice(2), value: values[index] as unknown }))
      for (const job of leftIn(entries)) {
        const kind = await kindOf(job.kind)
        if (kind) await handOver(job, kind.draftsOf(job))
        await resultOf(store().delete([storageScope(), accountId, 'job', job.id]))
      }
      await resultOf(store().delete(ofAccount))
    } catch (error) {
      if (error instanceof Failure) return
      throw error
    } finally {
      database.close()
    }
  }
  forgetJobsLeft()
}

/** null: there is none. */
async function open(): Promise<IDBDatabase | null> {
  const known = await indexedDB.databases()
  if (known.every(({ name }) => name !== databaseName)) return null
  const database = await resultOf(indexedDB.open(databaseName))
  if (database.objectStoreNames.contains(storeName)) return database
  database.close()
  return null
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

function leftIn(entries: readonly { key: (number | string)[]; value: unknown }[]): LeftJob[] {
  const stored = (...prefix: (number | string)[]) =>
    entries.filter(({ key }) => prefix.every((part, index) => key[index] === part)).map(({ value }) => value)
  return (stored('job') as Omit<LeftJob, 'input' | 'stored'>[])
    .filter(({ phase }) => phase !== 'ended')
    .map((job) => ({ ...job, input: stored('input', job.id)[0], stored }))
}

async function handOver({ id, phase, wish, holdFor }: LeftJob, drafts: readonly JobDraft[]) {
  // Somebody stopped it: nothing more of it is to be sent.
  if (wish === 'stop') return
  const isToWait = phase === 'paused' || wish === 'pause'
  const isHeld = phase === 'waiting' && holdFor > 0
  for (const [index, draft] of drafts.entries()) {
    const jobId = index === 0 ? id : `${id}-${index}`
    // One that can still be undone can be undone for as long again, as nobody who sees this page has agreed.
    await startGatewayJob({ ...draft, holdMs: isToWait ? maxHoldMs : isHeld ? holdFor : 0 }, { id: jobId })
    // Otherwise it would begin once its time to undo is over; the next try pauses it.
    if (isToWait && !(await changeGatewayJob(jobId, 'pause'))) throw new Failure('unreachable')
  }
}
