import { tooManyReads, tooManyReadsInAll } from '../refusals.ts'

interface ConcurrencyLimits {
  maxPerAccount: number
  maxTotal: number
  maxQueuedPerAccount: number
  maxQueuedTotal: number
  queueTimeoutMs: number
}

/**
 * Acquires a slot, in the order of arrival, and resolves to the function that releases it; calling that again has no effect. Rejects with a refusal
 * when the queue is full or the wait takes too long.
 */
type Acquire = (account: number) => Promise<() => void>

/** A semaphore with limits per account and in total. Counted in memory: each process that shares the database has its own. */
export function createConcurrencyLimit(limits: ConcurrencyLimits): Acquire {
  /** The account of each slot in use. */
  const inUse: number[] = []
  const queue: { account: number; start: () => void }[] = []
  const usedBy = (account: number) => inUse.filter((one) => one === account).length
  const isFree = (account: number) => inUse.length < limits.maxTotal && usedBy(account) < limits.maxPerAccount

  function acquire(account: number): () => void {
    inUse.push(account)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      inUse.splice(inUse.indexOf(account), 1)
      const next = queue.findIndex((queued) => isFree(queued.account))
      if (next >= 0) queue.splice(next, 1)[0]?.start()
    }
  }

  return async (account) => {
    if (isFree(account)) return acquire(account)
    if (queue.filter((queued) => queued.account === account).length >= limits.maxQueuedPerAccount) throw tooManyReads(limits.maxPerAccount)
    if (queue.length >= limits.maxQueuedTotal) throw tooManyReadsInAll()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(queued), 1)
        reject(usedBy(account) < limits.maxPerAccount ? tooManyReadsInAll() : tooManyReads(limits.maxPerAccount))
      }
      const timeout = setTimeout(giveUp, limits.queueTimeoutMs)
      const start = () => {
        clearTimeout(timeout)
        resolve(acquire(account))
      }
      const queued = { account, start }
      queue.push(queued)
    })
  }
}
