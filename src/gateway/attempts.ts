const windowMs = 60_000

export interface Attempts {
  /** Counts an attempt, unless one limit is reached: then the seconds to wait, and nothing is counted. */
  begin: (address: string) => number
  /** Adds a failure to the attempt that was counted. */
  failed: (address: string) => void
}

/**
 * Limits sign-ins per address, within a minute that slides.
 * @param most attempts of any outcome
 * @param mostFailed attempts that failed
 * @param nowMs the time in milliseconds
 */
export function createAttempts(most: number, mostFailed: number, nowMs: () => number): Attempts {
  const begun = new Map<string, number[]>()
  const failures = new Map<string, number[]>()

  function recent(log: Map<string, number[]>, address: string): number[] {
    const times = (log.get(address) ?? []).filter((time) => time > nowMs() - windowMs)
    if (times.length) log.set(address, times)
    else log.delete(address)
    return times
  }

  function forgetOld(log: Map<string, number[]>) {
    if (log.size > 1000) for (const address of log.keys()) recent(log, address)
  }

  const wait = (times: number[], limit: number) =>
    times.length < limit ? 0 : Math.max(1, Math.ceil((times[times.length - limit]! + windowMs - nowMs()) / 1000))

  const add = (log: Map<string, number[]>, address: string) => {
    forgetOld(log)
    log.set(address, [...recent(log, address), nowMs()])
  }

  return {
    begin: (address) => {
      const seconds = Math.max(wait(recent(begun, address), most), wait(recent(failures, address), mostFailed))
      if (seconds === 0) add(begun, address)
      return seconds
    },
    failed: (address) => add(failures, address),
  }
}
