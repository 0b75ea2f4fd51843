import { aheadAfter } from '#contract/clocks.ts'
import type { Answer } from './ask.ts'
import { checkOf, type Check, type InstallationFinding } from './check.ts'

/** The time of another machine, and the local times before and after reading it. All in milliseconds. */
export interface ClockReading {
  /** Whose clock it is, such as "the database". */
  source: string
  timeMs: number
  /** The resolution of the reading: the true time is up to this much later. */
  resolutionMs: number
  sentMs: number
  receivedMs: number
}

/** Larger offsets are a finding: due actions, codes and confirmations depend on the clock of this machine. */
const toleranceMs = 5000

/** From the Date header of an answer; null if it has none. */
export function readingOf(source: string, { headers, sentMs, receivedMs }: Answer): ClockReading | null {
  const timeMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(timeMs) ? null : { source, timeMs, resolutionMs: 1000, sentMs, receivedMs }
}

/** The minimum number of milliseconds by which this machine is ahead; negative: behind; 0 if both clocks may agree. */
export function offsetOf({ timeMs, resolutionMs, sentMs, receivedMs }: ClockReading): number {
  return aheadAfter(0, sentMs - timeMs - resolutionMs, receivedMs - timeMs)
}

export function checkClock(readings: readonly ClockReading[]): Check {
  const facts = [`it is ${new Date().toISOString()} on this machine`]
  const findings: InstallationFinding[] = []
  for (const reading of readings) {
    const offset = offsetOf(reading)
    const seconds = (Math.abs(offset) / 1000).toFixed(1)
    if (Math.abs(offset) <= toleranceMs) facts.push(`${reading.source} agrees${offset === 0 ? '' : ` within ${seconds} s`}`)
    else
      findings.push({
        text: `This machine is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} ${reading.source}.`,
        fix: 'Synchronize both clocks over the network, for example with: timedatectl set-ntp true',
      })
  }
  if (readings.length === 0) facts.push('no other clock to compare with')
  return checkOf('clock', facts, findings)
}
