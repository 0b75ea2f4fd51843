import type { Listing } from './chunked-list.ts'
import { ownTurn } from '../event-loop.ts'

/** The body of an answer with a list: whole where the list has one part, else a stream that is made as fast as it is taken. */

interface ListParts {
  listing: Listing<unknown>
  /** Brings the body, or that of a part, into the form of the endpoint's schema. Throws where it does not fit. */
  tidy: (body: object) => object
  /** Waits until another long list may be read; resolves to what ends that. */
  admit: () => Promise<() => void>
  /** Told why a stream was broken off. Its status has gone out already, so the caller sees a body that ends too early. */
  onFailure: (error: unknown) => void
}

/** Longest time in which nobody takes the next part, in milliseconds. After it the place is another's. */
const takeTimeLimit = 30_000

/** Rejects with whatever the first part rejects with, and with the refusal of `admit`. */
export async function listBody({ listing, tidy, admit, onFailure }: ListParts): Promise<object | ReadableStream<Uint8Array>> {
  const first = await listing.next()
  if (first.done) return tidy({ status: true, count: first.value.data.length, ...first.value })
  // Before the place is taken, and while the status can still say what is wrong.
  const start = `{"data":[${textOf(tidy({ status: true, data: first.value }))}`
  const leave = await admit()
  const texts = textsOf(start, first.value.length, listing, tidy)
  return streamOf(texts, { onEnd: leave, onFailure })
}

/** The rows of a body as JSON, without the brackets around them. */
const textOf = (body: object) => JSON.stringify('data' in body ? body.data : []).slice(1, -1)

async function* textsOf(start: string, startCount: number, listing: ListParts['listing'], tidy: ListParts['tidy']): AsyncGenerator<string> {
  yield start
  for (let count = startCount; ;) {
    await ownTurn()
    const { value, done } = await listing.next()
    if (!done) {
      count += value.length
      yield `,${textOf(tidy({ status: true, data: value }))}`
      continue
    }
    const last = tidy({ status: true, count: count + value.data.length, ...value })
    const rows = textOf(last)
    yield `${rows && `,${rows}`}],${JSON.stringify({ ...last, data: undefined }).slice(1)}`
    return
  }
}

function streamOf(texts: AsyncGenerator<string>, { onEnd, onFailure }: { onEnd: () => void; onFailure: (error: unknown) => void }) {
  const encoder = new TextEncoder()
  let waiting: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(waiting)
    onEnd()
  }
  /** Also before anybody takes the first part: the caller may have gone. */
  const waitFor = (controller: ReadableStreamDefaultController) => {
    const giveUp = () => {
      end()
      controller.error(new Error('Nobody takes the list'))
    }
    waiting = setTimeout(giveUp, takeTimeLimit).unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: waitFor,
      pull: async (controller) => {
        clearTimeout(waiting)
        try {
          const { value, done } = await texts.next()
          if (value !== undefined) controller.enqueue(encoder.encode(value))
          if (done) {
            end()
            controller.close()
          } else waitFor(controller)
        } catch (error) {
          end()
          onFailure(error)
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
