import { maxDeleteBatchSize } from '#contract/messages.ts'
import type { DeletionInput } from './deletion-input.ts'

/** Shorter pauses between chosen messages are read through: a page of a busy chat. */
const minPauseSeconds = 600
/** A pause is long when it is this share of the whole time. */
const longPauseShare = 1 / 50
/** Chosen messages in one segment: longer ones are split and read in parallel. */
const maxSegmentLength = 2500
const minSegments = 4

/**
 * The segments of time that contain chosen messages, each as its steps: reading them takes far less than reading everything from the first to the last
 * where 300 messages of an author are scattered over weeks. Pauses never make more segments than there are delete requests, or four.
 * @param steps ascending, so newest first
 */
export function timeSegments({ times }: DeletionInput, steps: number[]): number[][] {
  const pauses = steps.map((step, index) => times[steps[index - 1] ?? step]! - times[step]!)
  const max = Math.max(minSegments, Math.ceil(steps.length / maxDeleteBatchSize))
  const whole = pauses.reduce((sum, pause) => sum + pause, 0)
  const widest = pauses.toSorted((one, other) => other - one)
  const long = Math.max(minPauseSeconds, whole * longPauseShare, widest[max - 1] ?? 0)
  const found: number[][] = []
  for (const [index, step] of steps.entries()) {
    const last = found.at(-1)
    if (last && pauses[index]! <= long && last.length < maxSegmentLength) last.push(step)
    else found.push([step])
  }
  return found
}
