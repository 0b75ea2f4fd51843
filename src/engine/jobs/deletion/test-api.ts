import { Failure, type Send } from '#contract/client.ts'
import type { Clock } from '../test-clock.ts'
import type { TestChat } from './test-chat.ts'

/** A chat of a service in memory behind its API, with faults in every format. */

const never = new AbortController().signal
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const lost = () => {
  throw new TypeError('connection reset')
}
const before = [
  lost,
  () => json({ status: false, code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '2' } }),
  () => json({ status: false, message: 'Something went wrong on our side.' }, { status: 500 }),
  () => json({ status: 0 }),
  () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  () => new Response(null, { status: 302, headers: { location: '/login' } }),
]
const after = [
  lost,
  () => new Response('{"status": tr'),
  () => new Response(''),
  () => json({ code: 'upstream_timeout', status: false }, { status: 504 }),
]

interface ApiOptions {
  chat: TestChat
  clock: Clock
  random: () => number
  /** The share of requests with a fault. */
  rate: number
}

/** Some requests arrive only after their answer was lost. */
export function createTestApi({ chat: { service, message }, clock, random, rate }: ApiOptions): Send {
  const remove = (ids: number[]) => {
    service.remove(ids)
    return json({ status: 1 })
  }
  const page = (query: URLSearchParams) => {
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
    const { messages, next } = service.page({ from, to, next: query.get('next') ?? undefined })
    const rest = { userId: 1, image: null, userName: 'Ann', text: 'Hello' }
    const data = messages.map(({ messageId }) => ({ messageId, time: message(messageId).time, ...rest }))
    return json({ status: true, count: data.length, data, ...(next !== undefined && { next }) })
  }
  const serve = (method: string, path: string, body: string) => {
    const [where = '', query] = path.split('?')
    try {
      if (method === 'GET') return page(new URLSearchParams(query))
      return remove(method === 'DELETE' ? [Number(where.split('/').at(-1))] : (JSON.parse(body) as number[]))
    } catch (error) {
      if (error instanceof Failure) return json({ status: false, message: error.serviceMessage })
      throw error
    }
  }

  return async (path, { method, body = '' }) => {
    await clock.wait(20 + random() * 60, never)
    const fault = (kinds: (() => Response)[]) => kinds[Math.floor(random() * kinds.length)]!()
    const goesWrong = random() < rate
    if (goesWrong && random() < 0.6) return fault(before)
    if (goesWrong && random() < 0.1) {
      clock.after(400 + random() * 1200, () => void serve(method, path, body))
      return lost()
    }
    const answer = serve(method, path, body)
    return goesWrong ? fault(after) : answer
  }
}
