import type { Database } from './open.ts'

const probeTimeoutMs = 2000
/** Anybody can ask, and each probe costs a write. */
const minProbeIntervalMs = 1000

/** Whether the database answers, and can store a write, within two seconds. Never rejects. */
export async function isHealthy<Tables>(database: Database<Tables>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, probeTimeoutMs, false)
  })
  const responds = database.probe().then(
    () => true,
    () => false,
  )
  return Promise.race([responds, timedOut]).finally(() => clearTimeout(timer))
}

/** Like isHealthy, but probes at most once a second and returns the latest result in between. @param now milliseconds */
export function createHealthCheck<Tables>(database: Database<Tables>, now = Date.now): () => Promise<boolean> {
  let last: { at: number; outcome: Promise<boolean> } | undefined
  return () => {
    if (!last || now() - last.at >= minProbeIntervalMs || now() < last.at) last = { at: now(), outcome: isHealthy(database) }
    return last.outcome
  }
}
