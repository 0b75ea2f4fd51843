import { tooManyReads, tooManyReadsInAll } from '../refusals.ts'

/** How many may do something at once, and how many more may wait for it. */
interface Places {
  perAccount: number
  inAll: number
  waitingPerAccount: number
  waitingInAll: number
  /** Longest wait, in milliseconds. */
  waitTimeLimit: number
}

/** Takes a place, waiting for one if need be, and resolves to what gives it back, which may be called again. Rejects with a refusal where too many wait, or it takes too long. */
type Admission = (account: number) => Promise<() => void>

/** Counted in memory: each process that shares the database admits as many again. */
export function createAdmission(places: Places): Admission {
  /** The account of each place that is taken. */
  const taken: number[] = []
  const waiting: { account: number; enter: () => void }[] = []
  const takenBy = (account: number) => taken.filter((one) => one === account).length
  const hasPlace = (account: number) => taken.length < places.inAll && takenBy(account) < places.perAccount

  function take(account: number): () => void {
    taken.push(account)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      taken.splice(taken.indexOf(account), 1)
      const next = waiting.findIndex((one) => hasPlace(one.account))
      if (next >= 0) waiting.splice(next, 1)[0]?.enter()
    }
  }

  return async (account) => {
    if (hasPlace(account)) return take(account)
    if (waiting.filter((one) => one.account === account).length >= places.waitingPerAccount) throw tooManyReads(places.perAccount)
    if (waiting.length >= places.waitingInAll) throw tooManyReadsInAll()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(takenBy(account) < places.perAccount ? tooManyReadsInAll() : tooManyReads(places.perAccount))
      }
      const late = setTimeout(giveUp, places.waitTimeLimit)
      const enter = () => {
        clearTimeout(late)
        resolve(take(account))
      }
      const one = { account, enter }
      waiting.push(one)
    })
  }
}
