import { EventEmitter } from 'node:events'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawer, type Drawer } from './drawer.ts'

class Process extends EventEmitter {
  sent: { id: number; path: string }[] = []
  send = (page: { id: number; path: string }) => this.sent.push(page)
  kill = vi.fn<() => boolean>(() => this.emit('exit'))
  answer = (html: string, { id } = this.sent.at(-1)!) => this.emit('message', { id, drawn: { html, css: '' } })
}

let started: Process[]
let drawer: Drawer
const draw = (path = '/chats') => drawer.draw({ path, data: '{}', view: { width: 1280, height: 800, zone: 'UTC' } })

beforeEach(() => {
  vi.useFakeTimers()
  started = []
  const start = () => {
    const next = new Process()
    started.push(next)
    return next as never
  }
  drawer = createDrawer(start, pino({ enabled: false }))
})
afterEach(() => void vi.useRealTimers())

test('pages are drawn by one process, and each gets its own', async () => {
  const both = [draw('/chats'), draw('/people')]
  const [{ sent } = new Process()] = started
  expect(sent.map(({ path }) => path)).toEqual(['/chats', '/people'])
  started[0]!.answer('people', sent[1])
  started[0]!.answer('chats', sent[0])
  expect((await Promise.all(both)).map((drawn) => drawn?.html)).toEqual(['chats', 'people'])
  expect(started).toHaveLength(1)
})

test('a page that takes too long comes without, and the next ones do not wait behind it', async () => {
  const late = draw()
  await vi.advanceTimersByTimeAsync(100)
  expect(await late).toBeNull()
  started[0]!.answer('too late')
  const next = draw()
  started[0]!.answer('in time')
  expect((await next)?.html).toBe('in time')
})

test('of many at once the last ones come without', async () => {
  const all = Array.from({ length: 6 }, () => draw())
  expect(await Promise.all(all.slice(4))).toEqual([null, null])
  expect(started[0]!.sent).toHaveLength(4)
})

test('a process that ends, or says nothing any more, is started again after a while', async () => {
  const waiting = draw()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await waiting).toBeNull()
  expect(started[0]!.kill).toHaveBeenCalledOnce()
  expect(await draw()).toBeNull()
  await vi.advanceTimersByTimeAsync(30_000)
  const next = draw()
  expect(started).toHaveLength(2)
  started[1]!.answer('again')
  expect((await next)?.html).toBe('again')
  const lost = draw()
  started[1]!.emit('exit')
  expect(await lost).toBeNull()
  await vi.advanceTimersByTimeAsync(30_000)
  const unheard = draw()
  started[2]!.emit('error', new Error('spawn'))
  expect(await unheard).toBeNull()
  expect(started[2]!.kill).toHaveBeenCalledOnce()
})
