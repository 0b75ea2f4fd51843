import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { refuseOverload } from './overload.ts'
import { codeOf } from './testing.ts'

/** An app whose every answer takes so many milliseconds of its clock. */
function appThatTakes(milliseconds: number) {
  const logged: string[] = []
  let time = 0
  const app = new Hono()
  app.use(refuseOverload(pino({}, { write: (line: string) => logged.push(line) }), () => time))
  app.get('/', (c) => {
    time += milliseconds
    return c.text('done')
  })
  const ask = (count: number) => Promise.all(Array.from({ length: count }, async () => app.request('/')))
  return { ask, logged }
}

const statuses = (answers: Response[]) => answers.map(({ status }) => status)

test('of more than can be answered in time, the rest is told at once to come again', async () => {
  const { ask, logged } = appThatTakes(1.25)
  const answers = await ask(500)
  expect(statuses(answers)).toEqual([...Array<number>(161).fill(200), ...Array<number>(339).fill(503)])
  expect(answers.at(-1)!.headers.get('retry-after')).toBe('1')
  expect(await codeOf(answers.at(-1)!)).toBe('busy')
  await setImmediate()
  expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'overload', answered: 161, refused: 339 }),
  ])
  // The next turn begins anew.
  expect(statuses(await ask(2))).toEqual([200, 200])
})

test('a few slow answers are no overload', async () => {
  const { ask, logged } = appThatTakes(1000)
  expect(statuses(await ask(100))).toEqual(Array(100).fill(200))
  await setImmediate()
  expect(logged).toEqual([])
})
