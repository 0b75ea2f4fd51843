import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readInput } from './input.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'

const kib = 1024

function requestWith(bodyBytes: number, isLengthStated: boolean): Request {
  const frame = JSON.stringify({ question: '', answer1: 'Yes', answer2: 'No' })
  const body = frame.replace('""', `"${'q'.repeat(bodyBytes - frame.length)}"`)
  return new Request('http://localhost/chats/7/polls', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(isLengthStated && { 'content-length': String(bodyBytes) }) },
  })
}

/** What was done first: reading a request, or what waited in the queue before it. */
async function firstOf(request: Request): Promise<string[]> {
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  // More turns of the event loop than it takes to receive a body from memory.
  const queue = Array.from({ length: 2000 }, () => yieldToEventLoop())
  // Too long a question is refused, which is as good an end here as any.
  const read = readInput(api.pollCreate, { chatId: '7' }, request).catch(() => {})
  await Promise.all([read.then(note('request')), queue.at(-1)!.then(note('queue'))])
  return order
}

test.each([
  ['a small body is read at once', 2 * kib, true, ['request', 'queue']],
  ['so is one of 64 KiB', 64 * kib, false, ['request', 'queue']],
  ['a larger body waits for its turn, so that other requests run in between', 65 * kib, true, ['queue', 'request']],
  ['also where its length is known only once it has arrived', 65 * kib, false, ['queue', 'request']],
] as const)('%s', async (_, bytes, isLengthStated, order) => {
  expect(await firstOf(requestWith(bytes, isLengthStated))).toEqual(order)
})
