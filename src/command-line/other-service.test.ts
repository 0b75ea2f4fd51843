import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, startRemoteService } from '../gateway/testing/remote-service.ts'
import { runCommand } from './command.ts'
import type { GroupName } from './groups.ts'

/** Commands against a service that is not ours, with the token of an account. */

let remote: Awaited<ReturnType<typeof startRemoteService>>
beforeEach(async () => {
  remote = await startRemoteService((_, response) => json(response, { status: true, data: [] }))
})
afterEach(() => remote.close())

async function run(group: GroupName, ...args: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runCommand(group, args, {
    env: { ROOMKEEPER_URL: `${remote.address}/v1`, ROOMKEEPER_TOKEN: 'opaque' },
    out: (text) => out.push(text),
    error: (text) => errors.push(text),
    interrupted: () => new AbortController().signal,
  })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

const changes = () => remote.reached.filter((request) => !request.startsWith('GET '))
const message = (messageId: number) => ({ messageId, time: messageId, userId: 1, image: null, userName: 'Ann', text: 'Hello' })
const nextOf = ({ url = '' }: IncomingMessage) => new URL(url, 'http://service').searchParams.get('next')

test('where only a read failed, nothing was sent and no outcome is unknown', async () => {
  remote.state.answer = (_, response) => json(response, { status: false, message: 'The disk is full' }, 500)
  const update = await run('polls', 'update', '7', '1', '--question=Lunch?')
  expect(update).toMatchObject({ code: 1, errors: expect.stringContaining('The disk is full') })
  expect(update.errors).not.toContain('Outcome unknown')
  expect(changes()).toEqual([])

  remote.state.answer = (request, response) =>
    request.method === 'GET'
      ? json(response, { status: true, data: [{ id: 1, status: '', question: 'Tea?', answer1: 'Yes', answer2: 'No' }] })
      : response.destroy()
  expect(await run('polls', 'update', '7', '1', '--question=Lunch?')).toMatchObject({
    code: 4,
    errors: expect.stringContaining('Outcome unknown'),
  })
})

test('a read is tried again after the connection was cut, and after the wait that the service asks for; a change is not', async () => {
  let cuts = 2
  remote.state.answer = (_, response) => (cuts-- > 0 ? response.destroy() : json(response, { status: true, data: [] }))
  expect((await run('chats', 'list')).code).toBe(0)
  remote.reached.length = 0

  let busy = 1
  remote.state.answer = (_, response) =>
    busy-- > 0 ? json(response, { status: false }, 429, { 'retry-after': '0' }) : json(response, { status: true, data: [] })
  expect((await run('chats', 'list')).code).toBe(0)
  expect(remote.reached).toHaveLength(2)

  remote.reached.length = 0
  remote.state.answer = (_, response) => response.destroy()
  expect((await run('polls', 'publish', '7', '1')).code).toBe(4)
  expect(remote.reached).toEqual(['POST /v1/chats/7/polls/1/publish'])
})

test.each<[string, (next: string | null) => string]>([
  ['the same page again', () => 'again'],
  ['ever new pages', (next) => String(Number(next ?? 0) + 1)],
])('a service that names %s: messages that were not found are not called missing, and nothing is sent', async (_, following) => {
  remote.state.answer = (request, response) =>
    json(response, { status: true, data: [message(1), message(2)], next: following(nextOf(request)) })
  const { code, errors } = await run('messages', 'delete', '7', '2', '4711', '--yes')
  expect([code, errors]).toEqual([1, expect.stringContaining('keeps sending the same pages of messages, so they can’t be read to the end')])
  expect(changes()).toEqual([])
  expect(remote.reached.length).toBeLessThan(15)
  // What is found before the pages repeat needs none of the others.
  expect((await run('messages', 'delete', '7', '2', '--dry-run')).code).toBe(0)
})

test('a page that a service names as its own next page is not offered again', async () => {
  remote.state.answer = (_, response) => json(response, { status: true, data: [message(1)], next: 'again' })
  const first = await run('messages', 'list', '7')
  expect([first.code, first.errors]).toEqual([0, 'There is more: add --next=again'])
  const second = await run('messages', 'list', '7', '--next=again')
  expect([second.code, second.errors]).toEqual([1, expect.stringContaining('cannot be read')])
  expect(second.out).toContain('Hello')
  const asJson = await run('messages', 'list', '7', '--next=again', '--json')
  expect([asJson.code, asJson.errors]).toEqual([1, second.errors])
  expect(JSON.parse(asJson.out)).toEqual({ data: [expect.objectContaining({ messageId: 1 })] })
})

test('a tenth of all requests failing does not keep messages from being deleted', async () => {
  const left = new Set(Array.from({ length: 40 }, (_, index) => index + 1))
  let requests = 0
  remote.state.answer = (request, response) => {
    if (++requests % 10 === 3) return void response.destroy()
    if (request.method === 'DELETE') {
      left.delete(Number(request.url?.split('/').at(-1)))
      return json(response, { status: true })
    }
    const ids = [...left].filter((id) => id > Number(nextOf(request) ?? 0))
    json(response, { status: true, data: ids.slice(0, 5).map(message), ...(ids.length > 5 && { next: String(ids[4]) }) })
  }
  expect(await run('messages', 'delete', '7', '37', '--yes')).toMatchObject({ code: 0, out: 'Deleted: 1' })
  expect([left.has(37), left.size]).toEqual([false, 39])
})
