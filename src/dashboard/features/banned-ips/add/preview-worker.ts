import { judge, type Judged } from '../ranges/judge.ts'
import { readPaste } from '../paste/paste.ts'
import type { Pairs } from '../paste/pasted.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import type { IpRange } from '#engine/bans/range.ts'

/** Reads and judges long texts outside the main thread. An answer carries the id of its request. */

export interface PreviewRequest {
  id: number
  text: string
  pairs: Pairs
  /** First and last addresses, alternating. */
  list: Float64Array
  own: number | null
  /** As for judge(). */
  maxSize: number
}

export interface PreviewAnswer {
  id: number
  judged: Judged[]
}

self.onmessage = ({ data: { id, text, pairs, list, own, maxSize } }: MessageEvent<PreviewRequest>) => {
  const ranges = Array.from({ length: list.length / 2 }, (_, at): IpRange => ({ first: list[2 * at]!, last: list[2 * at + 1]! }))
  const answer: PreviewAnswer = { id, judged: judge(indexRanges(ranges), readPaste(text, pairs), own, maxSize) }
  self.postMessage(answer)
}
