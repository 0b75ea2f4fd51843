import { judge, type Judged } from '../ranges/judge.ts'
import { readPaste } from '../paste/paste.ts'
import type { Pairs } from '../paste/pasted.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import type { IpRange } from '#engine/bans/range.ts'

/** Reads and judges a long text outside the main thread. */

export interface PreviewRequest {
  text: string
  pairs: Pairs
  /** First and last addresses, alternating. */
  list: Float64Array
  own: number | null
  /** As for judge(). */
  maxSize: number
}

self.onmessage = ({ data: { text, pairs, list, own, maxSize } }: MessageEvent<PreviewRequest>) => {
  const ranges = Array.from({ length: list.length / 2 }, (_, at): IpRange => ({ first: list[2 * at]!, last: list[2 * at + 1]! }))
  const judged: Judged[] = judge(indexRanges(ranges), readPaste(text, pairs), own, maxSize)
  self.postMessage(judged)
}
