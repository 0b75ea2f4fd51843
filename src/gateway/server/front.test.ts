import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { codeOf } from '../testing/gateway.ts'
import { createFront } from './serve.ts'
import type { Bindings } from './request-context.ts'

test('until the start is complete everything is refused, and the health check says what is going on', async () => {
  const front = createFront()
  const ask = async (path: string) => front.fetch(new Request(new URL(path, 'http://127.0.0.1:4173')))
  const said = async () => {
    const answers = await Promise.all(['/healthz', '/readyz', '/chats'].map(ask))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    return Promise.all(answers.map(codeOf))
  }
  // Nothing that was refused was sent anywhere: the page knows that by this code.
  expect(await said()).toEqual(['starting', 'starting', 'busy'])
  front.setPhase('migrating')
  expect(await said()).toEqual(['migrating', 'migrating', 'busy'])
  front.open(new Hono<Bindings>().get('/healthz', (c) => c.text('fine')))
  expect(await (await ask('/healthz')).text()).toBe('fine')
})
