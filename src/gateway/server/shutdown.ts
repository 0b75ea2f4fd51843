import type { Logger } from 'pino'

/** From the signal to the end of the process. Supervisors commonly kill after ten seconds. */
export const shutdownTimeoutMs = 9_500

/**
 * Runs the steps of a shutdown one after another, with one deadline for all: if the database or a service does not answer, the limits of the steps add
 * up to more. A step that fails is logged, and the next one runs. Resolves when all are done, or at the deadline. Never rejects.
 */
export async function shutDown(steps: readonly (() => Promise<unknown>)[], log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ event: 'stop' }, 'the shutdown took too long: what was in progress is cut off')
      resolve()
    }, shutdownTimeoutMs)
  })
  await Promise.race([runAll(steps, log), deadline])
  clearTimeout(timer)
}

async function runAll(steps: readonly (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const step of steps)
    await step().catch((error: unknown) => log.error({ err: error, event: 'stop' }, 'a step of the shutdown failed'))
}
