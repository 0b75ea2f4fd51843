import { Failure, type Call, type ReadCall } from '#contract/client.ts'
import { maxDeleteBatchSize, Message, maxMessagePageSize } from '#contract/messages.ts'
import type { RequestScheduler } from '../request-scheduler.ts'
import type { Findings } from '../step-ledger.ts'
import { createPageTrail } from '../read-pages.ts'
import { z } from 'zod/mini'
import { unreadableIn } from '#contract/readable-rows.ts'
import { listResponse } from '#contract/values.ts'

type Found = Pick<Message, 'messageId' | 'time'>

interface ApiPort extends DeletionPort {
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<{ messages: Found[]; next: string | undefined }>
}

const foundList = listResponse(z.object({ messageId: Message.shape.messageId, time: Message.shape.time }))

/** The messages of an answer with rows that cannot be read: which messages are there is all that counts. Throws a Failure where not even that can be read. */
function foundIn(answer: unknown): Found[] {
  const parsed = foundList.safeParse(answer)
  if (!parsed.success) throw new Failure('not-this-api', { cause: parsed.error })
  return parsed.data.data
}

/** Deletes and reads messages of a chat over the API. @param send sends the deletions */
export const deletionPort = (chatId: number, send: Call, read: ReadCall = send): ApiPort => ({
  deleteSome: (ids, signal) => {
    const [only, ...others] = ids
    return only !== undefined && others.length === 0
      ? send('messageDelete', { params: { chatId, messageId: only } }, { signal })
      : send('messageDeleteSome', { params: { chatId }, body: ids }, { signal })
  },
  readPage: async ({ from, to, next }, signal) => {
    const query = { fast: true as const, limit: maxMessagePageSize, from, to, ...(next !== undefined && { next }) }
    let received: unknown
    const options = { signal, skipsUnreadable: true, onJson: (json: unknown) => void (received = json) }
    const answer = await read('messageList', { params: { chatId }, query }, options)
    return { messages: unreadableIn(answer) === 0 ? answer.data : foundIn(received), next: answer.next }
  },
})

/** The messages to delete. Plain data that a browser can store; each index is a step of the job. */
export interface DeletionInput {
  /** Message ids, each once, newest first: what users see in the chat is deleted first. */
  ids: Float64Array
  /** When each was posted, in seconds. */
  times: Float64Array
}

/** @param chosen in any order; `time` in seconds */
export function deletionInput(chosen: Iterable<{ id: number; time: number }>): DeletionInput {
  const unique = [...new Map(Array.from(chosen, (message) => [message.id, message])).values()]
  const messages = unique.toSorted((one, other) => other.time - one.time || other.id - one.id)
  return { ids: Float64Array.from(messages, ({ id }) => id), times: Float64Array.from(messages, ({ time }) => time) }
}

/** How messages of one chat are deleted and read. Both reject with a Failure, or with the signal's reason once it is aborted. */
export interface DeletionPort {
  /** @param ids at most `maxDeleteBatchSize` */
  deleteSome: (ids: number[], signal: AbortSignal) => Promise<unknown>
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<IdPage>
}

/** `from` and `to` in whole seconds, both inclusive. */
export interface PageRequest {
  from: number
  to: number
  next: string | undefined
}

/** In any order. */
export interface IdPage {
  messages: { messageId: number }[]
  next?: string | undefined
}

/** Pages per segment: a million messages at 500 a page. A service that sends more never ends. */
const maxPages = 2000

interface ReadBack {
  input: DeletionInput
  /** Ascending. */
  steps: number[]
  readPage: DeletionPort['readPage']
  scheduler: RequestScheduler
  /** Filled while reading, so that findings count even when reading ends early. */
  findings: Findings
}

/** Looks up which messages still exist. Rejects as the scheduler does. */
export async function readBack({ input, steps, readPage, scheduler, findings }: ReadBack): Promise<void> {
  const sought = new Map(steps.map((step) => [input.ids[step]!, step]))

  async function readSegment(segment: number[]) {
    const range = rangeOf(input, segment)
    const seen = (page: IdPage) => {
      for (const { messageId } of page.messages) {
        const step = sought.get(messageId)
        if (step !== undefined) findings.set(step, 'open')
      }
      return segment.every((step) => findings.has(step))
    }
    const trail = createPageTrail()
    let next: string | undefined
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await scheduler.retry((signal) => readPage({ ...range, next }, signal))
      if (page instanceof Failure || seen(page)) return
      const verdict = trail.add(page)
      if (verdict === 'stuck') return
      if (verdict === 'end') {
        for (const step of segment) if (!findings.has(step)) findings.set(step, 'done')
        return
      }
      next = page.next
    }
  }

  await scheduler.forEach(timeSegments(input, steps), readSegment)
}

/** Adds one second at both ends: whether they are inclusive is not documented (docs/assumptions.md row 10), and an omitted message would look deleted. */
export function rangeOf({ times }: DeletionInput, steps: number[]) {
  const [newest, oldest] = [times[steps[0]!]!, times[steps.at(-1)!]!]
  return { from: Math.max(0, Math.floor(oldest) - 1), to: Math.ceil(newest) + 1 }
}

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
