import { setTimeout } from 'node:timers/promises'

/**
 * Waits for the work, but not forever: resolves once it is done or the time is over. Rejects as the work does until then; what fails later is logged, and
 * shown with its chat.
 * @param maxMs milliseconds
 */
export async function inTime(work: Promise<void>, maxMs: number, log: { error: (of: object, message: string) => void }): Promise<void> {
  const done = work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const failed = await Promise.race([done, setTimeout(maxMs, undefined, { ref: false })])
  if (failed) throw failed.error
  void done.then((late) => late && log.error({ err: late.error, event: 'preset' }, 'a preset could not be carried out'))
}
