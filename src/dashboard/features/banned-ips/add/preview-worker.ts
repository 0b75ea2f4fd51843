import { judge, type Judged } from '../ranges/judge.ts'
import { readPaste } from '../paste/paste.ts'
import { indexRanges } from '../ranges/range-index.ts'
import type { Range } from '../ranges/range.ts'

/** Reads and judges long texts beside the page. One question at a time is asked; an answer says which one it is for. */

export interface Asked {
  id: number
  text: string
  /** First and last addresses, in turn. */
  list: Float64Array
  own: number | null
}

export interface Answered {
  id: number
  judged: Judged[]
}

self.onmessage = ({ data: { id, text, list, own } }: MessageEvent<Asked>) => {
  const ranges = Array.from({ length: list.length / 2 }, (_, at): Range => ({ first: list[2 * at]!, last: list[2 * at + 1]! }))
  const answer: Answered = { id, judged: judge(indexRanges(ranges), readPaste(text), own) }
  self.postMessage(answer)
}
