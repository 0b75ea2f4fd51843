import { maxDeleteBatchSize } from '#contract/messages.ts'
import type { DeletionJob } from './job.ts'

/** Longest pause between chosen messages, in seconds, that is read through: a page of a busy room. */
const shortPause = 600
/** A pause is long when it is so much of the whole time. */
const longShare = 1 / 50
/** Most chosen messages in one stretch: long ones are read side by side. */
const longestStretch = 2500
const fewStretches = 4

/**
 * The stretches of time in which chosen messages lie, each as its places: reading them takes far less than reading all from the first to the last
 * where somebody's 300 lines lie scattered over weeks. Pauses never make more stretches than there are deletes, or four.
 * @param places ascending, so from the newest on
 */
export function stretches({ times }: DeletionJob, places: number[]): number[][] {
  const pauses = places.map((place, index) => times[places[index - 1] ?? place]! - times[place]!)
  const most = Math.max(fewStretches, Math.ceil(places.length / maxDeleteBatchSize))
  const whole = pauses.reduce((sum, pause) => sum + pause, 0)
  const widest = pauses.toSorted((one, other) => other - one)
  const long = Math.max(shortPause, whole * longShare, widest[most - 1] ?? 0)
  const found: number[][] = []
  for (const [index, place] of places.entries()) {
    const last = found.at(-1)
    if (last && pauses[index]! <= long && last.length < longestStretch) last.push(place)
    else found.push([place])
  }
  return found
}
