import { Failure } from '#contract/client.ts'
import { unreadableIn } from '#contract/readable-rows.ts'

/** For what counts a missing row as absent: rejects a list of which rows are missing. */
export function wholeList<T extends object>(answer: T): T {
  const unreadable = unreadableIn(answer)
  if (unreadable === 0) return answer
  const reason = unreadable === 1 ? 'One row of its answer cannot be read.' : `${unreadable} rows of its answer cannot be read.`
  throw new Failure('not-this-api', { reason })
}
