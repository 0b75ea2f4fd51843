/** How long a read waits for an equal one that is in flight. Our own service has usually answered by then; a slow one should not slow others down. */
const maxWaitMs = 100

interface InFlight<T> {
  /** Resolves when the read has ended, however it did. */
  ended: Promise<void>
  /** The next equal read: it is sent when this one has ended or has taken `maxWaitMs`. Everybody who asks before that shares it. */
  next: Promise<T> | null
}

/**
 * Equal reads share a request (request coalescing). A read joins only one that has not been sent yet, never one in flight: that one may already have
 * been answered by the state before a write which has been confirmed since, here, by another gateway or by a program (docs/decisions.md).
 */
export function createSharedReads<T>(): (key: string, send: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, InFlight<T>>()

  function start(key: string, send: () => Promise<T>): Promise<T> {
    const answer = send()
    const read: InFlight<T> = { ended: settled(answer), next: null }
    inFlight.set(key, read)
    void read.ended.then(() => {
      if (inFlight.get(key) === read) inFlight.delete(key)
    })
    return answer
  }

  return (key, send) => {
    const read = inFlight.get(key)
    if (!read) return start(key, send)
    return (read.next ??= atMost(read.ended, maxWaitMs).then(() => start(key, send)))
  }
}

const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => {},
    () => {},
  )

function atMost(promise: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
