import type { Answers, MatchingRequest } from './matching.ts'

/** The requests to the thread: one at a time, of each account in turn, so that an account with much to do does not keep others waiting. */

export interface Waiting {
  request: MatchingRequest
  resolve: (answer: Answers[keyof Answers]) => void
  reject: (error: Error) => void
}

/** Of requests that belong to no account. */
const noAccount = 0

const accountOf = ({ request }: Waiting) => ('account' in request ? request.account : noAccount)

export function createMatchingQueue() {
  /** The account whose turn it is comes first. */
  const queues = new Map<number, Waiting[]>()

  return {
    add: (waiting: Waiting) => {
      const account = accountOf(waiting)
      const queue = queues.get(account)
      if (queue) queue.push(waiting)
      else queues.set(account, [waiting])
    },
    next: (): Waiting | undefined => {
      for (const [account, queue] of queues) {
        queues.delete(account)
        const waiting = queue.shift()
        if (queue.length > 0) queues.set(account, queue)
        return waiting
      }
      return undefined
    },
    /** Removes all requests that belong to an account. */
    takeOfAccounts: (): Waiting[] => {
      const taken = [...queues].flatMap(([account, queue]) => (account === noAccount ? [] : queue))
      for (const account of queues.keys()) if (account !== noAccount) queues.delete(account)
      return taken
    },
  }
}
