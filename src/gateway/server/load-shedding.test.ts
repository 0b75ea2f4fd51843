import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { shedLoad } from './load-shedding.ts'

afterEach(() => void vi.restoreAllMocks())

/** An app whose every response takes the given time on its clock. */
function appThatTakes(milliseconds: number) {
  const logged: string[] = []
  let time = 0
  const app = new Hono()
  app.use(shedLoad(pino({}, { write: (line: string) => logged.push(line) }), () => time))
  app.get('/', (c) => {
    time += milliseconds
    return c.text('done')
  })
  const ask = (count: number) => Promise.all(Array.from({ length: count }, async () => app.request('/')))
  return { ask, logged }
}

const statuses = (answers: Response[]) => answers.map(({ status }) => status)

test('of more requests than can be answered in time, the rest are refused at once with Retry-After', async () => {
  const { ask, logged } = appThatTakes(1.25)
  const answers = await ask(500)
  expect(statuses(answers)).toEqual([...Array<number>(161).fill(200), ...Array<number>(339).fill(503)])
  expect(answers.at(-1)!.headers.get('retry-after')).toBe('1')
  expect(await codeOf(answers.at(-1)!)).toBe('busy')
  await setImmediate()
  expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'overload', answered: 161, refused: 339 }),
  ])
  // The next turn starts from zero.
  expect(statuses(await ask(2))).toEqual([200, 200])
})

test('a few slow responses are not an overload', async () => {
  const { ask, logged } = appThatTakes(1000)
  expect(statuses(await ask(10))).toEqual(Array(10).fill(200))
  await setImmediate()
  expect(logged).toEqual([])
})

test('of fewer requests that each take long, those are refused that would wait for more than a second', async () => {
  const { ask } = appThatTakes(56)
  expect(statuses(await ask(50))).toEqual([...Array<number>(18).fill(200), ...Array<number>(32).fill(503)])
})

test('every route is refused under overload except the health check', async () => {
  const gateway = await startGateway()
  let time = 0
  // Each reading of the clock adds 3 ms: after the hundred requests that are always admitted, the turn has lasted too long.
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 3))
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    gateway.app.fetch(new Request(new URL(path, 'http://127.0.0.1:4173'), { headers }))
  const paths = [
    '/',
    '/assets/app.js',
    '/openapi.json',
    '/bff/session',
    '/bff/image?url=x',
    '/bff/api/chats',
    '/api/chats',
    '/no/such/page',
  ]
  const [, refused, alive, page] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, () => ask('/chats'))),
    Promise.all(paths.map((path) => ask(path))),
    ask('/healthz'),
    ask('/', { accept: 'text/html,*/*' }),
  ])
  for (const [index, answer] of refused.entries())
    expect([paths[index], answer.status, await codeOf(answer)]).toEqual([paths[index], 503, 'busy'])
  expect(alive.status).toBe(200)
  // A request for a page is refused with text for people.
  expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
    503,
    '1',
    expect.stringMatching(/^The server is overloaded/),
  ])
  await gateway.close()
})
