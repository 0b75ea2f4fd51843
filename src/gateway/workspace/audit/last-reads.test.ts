import { expect, test } from 'vitest'
import { defaults } from '#contract/settings-derive.ts'
import { startGateway } from '../../testing/gateway.ts'
import { createLastReads } from './last-reads.ts'
import type { EntryData } from './line.ts'

const clock = { ms: 0 }
const read = (more: object = {}) => ({ status: 200, text: 'chat', etag: '"1"', ...more })
function noted(answer = read()) {
  const reads = createLastReads(() => clock.ms)
  reads.note('mine', '/chats/1', answer)
  return reads
}

test('what was read is what a change of that version is about, however long ago, and only once', () => {
  const reads = noted()
  clock.ms += 3_600_000
  expect(reads.take('mine', '/chats/1', '"1"')).toBe('chat')
  expect(reads.take('mine', '/chats/1', '"1"')).toBe(null)
})

test('of another version, chat or account, or of a read that failed, nothing is known', () => {
  expect(noted().take('mine', '/chats/1', '"2"')).toBe(null)
  expect(noted().take('mine', '/chats/2', '"1"')).toBe(null)
  expect(noted().take('theirs', '/chats/1', '"1"')).toBe(null)
  expect(noted(read({ status: 404 })).take('mine', '/chats/1', '"1"')).toBe(null)
})

test('of a service without versions it counts for a moment', () => {
  expect(noted().take('mine', '/chats/1', undefined)).toBe('chat')
  const reads = noted()
  clock.ms += 2000
  expect(reads.take('mine', '/chats/1', undefined)).toBe(null)
})

test('a limited number is kept', () => {
  const reads = noted()
  for (let chat = 2; chat < 300; chat++) reads.note('mine', `/chats/${chat}`, read())
  expect(reads.take('mine', '/chats/1', '"1"')).toBe(null)
  expect(reads.take('mine', '/chats/299', '"1"')).toBe('chat')
})

test('a save is recorded by what was read for it, and the chat is not read again', async () => {
  const gateway = await startGateway()
  const { cookie } = await gateway.signIn()
  const { chatId } = (await (await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })).json()) as { chatId: number }
  const requests: string[] = []
  gateway.faults.answer = (request) => {
    requests.push(request.method)
    return null
  }
  const save = (settings: object, version: string | null) =>
    gateway.call(cookie, 'PUT', `/chats/${chatId}`, { ...defaults, name: 'Lobby', ...settings }, { 'if-match': version ?? '' })
  const version = (await gateway.call(cookie, 'GET', `/chats/${chatId}`)).headers.get('etag')
  expect((await save({ allowLinks: false }, version)).status).toBe(200)
  expect(requests).toEqual(['GET', 'PUT'])
  // Of a version that was not read just now, nothing is known.
  expect((await save({}, version)).status).toBe(412)
  expect(requests).toEqual(['GET', 'PUT', 'GET', 'PUT'])
  const lines = await gateway.query.selectFrom('audit_line').select('text').where('action', '=', 'chatUpdate').execute()
  const changes = lines.map(({ text }) => (JSON.parse(text) as EntryData).changes)
  expect(changes[0]).toEqual([{ name: 'allowLinks', before: true, after: false }])
  await gateway.close()
})
