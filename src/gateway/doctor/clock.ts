import type { Answer } from './ask.ts'
import { checkOf, type Check, type InstallationFinding } from './check.ts'

/** The time of another machine, with the times of this one before and after it was read. All in milliseconds. */
export interface ClockReading {
  /** Whose clock it is, such as "the database". */
  source: string
  timeMs: number
  /** How coarse the reading is: the true time is up to this much later. */
  resolutionMs: number
  sentMs: number
  receivedMs: number
}

/** Actions are due by this machine's clock, and codes and confirmations expire by it. */
const toleranceMs = 5000

/** From the Date header of an answer; null where it has none. */
export function readingOf(source: string, { headers, sentMs, receivedMs }: Answer): ClockReading | null {
  const timeMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(timeMs) ? null : { source, timeMs, resolutionMs: 1000, sentMs, receivedMs }
}

/** By how many milliseconds this machine is certainly ahead; negative: behind; 0 where the reading allows that both agree. */
export function offsetOf({ timeMs, resolutionMs, sentMs, receivedMs }: ClockReading): number {
  const [least, most] = [sentMs - timeMs - resolutionMs, receivedMs - timeMs]
  if (least > 0) return least
  return most < 0 ? most : 0
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
        fix: 'Let both clocks be set over the network, for example with: timedatectl set-ntp true',
      })
  }
  if (readings.length === 0) facts.push('there is no other clock to compare it with')
  return checkOf('clock', facts, findings)
}
