import type { Database } from './open.ts'

const longestWait = 2000
/** Whoever asks needs no right to, and asking costs a write. */
const shortestPause = 1000

/** Whether the database answers, and could store a change, within two seconds. Never rejects. */
export async function isHealthy<Tables>(database: Database<Tables>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, longestWait, false)
  })
  const answers = database.probe().then(
    () => true,
    () => false,
  )
  return Promise.race([answers, tooLate]).finally(() => clearTimeout(timer))
}

/** The same for many who ask: it looks once a second at most, and tells everybody what it saw last. @param now milliseconds */
export function healthCheck<Tables>(database: Database<Tables>, now = Date.now): () => Promise<boolean> {
  let last: { at: number; outcome: Promise<boolean> } | undefined
  return () => {
    if (!last || now() - last.at >= shortestPause || now() < last.at) last = { at: now(), outcome: isHealthy(database) }
    return last.outcome
  }
}
