import { expect, test } from 'vitest'
import { defaults } from '#contract/settings-derive.ts'
import { startGateway } from '../testing/gateway.ts'
import { createLastReads } from './audited-calls.ts'
import type { EntryData } from './line.ts'

const clock = { ms: 0 }
type Reads = ReturnType<typeof createLastReads>
const answer = (more: object = {}) => ({ status: 200, text: 'chat', etag: '"1"', ...more })
const read = (reads: Reads, path = '/chats/1', of = answer()) => reads.read('mine', path, async () => of)
async function noted(of = answer()): Promise<Reads> {
  const reads = createLastReads(() => clock.ms)
  await read(reads, '/chats/1', of)
  return reads
}
/** What a change is told that was there. */
const heldBy = (
  reads: Reads,
  { workspace = 'mine', path = '/chats/1', version = '"1"' }: { workspace?: string; path?: string; version?: string | null } = {},
) => reads.change(workspace, path, version ?? undefined, async (held) => held)

test('what was read is what a change of that version is about, however long ago, and only once', async () => {
  const reads = await noted()
  clock.ms += 3_600_000
  expect(await heldBy(reads)).toBe('chat')
  expect(await heldBy(reads)).toBe(null)
})

test('of another version, chat or account, or of a read that failed, nothing is known', async () => {
  expect(await heldBy(await noted(), { version: '"2"' })).toBe(null)
  expect(await heldBy(await noted(), { path: '/chats/2' })).toBe(null)
  expect(await heldBy(await noted(), { workspace: 'theirs' })).toBe(null)
  expect(await heldBy(await noted(answer({ status: 404 })))).toBe(null)
})

test('of a service without versions it counts for a moment', async () => {
  expect(await heldBy(await noted(), { version: null })).toBe('chat')
  const reads = await noted()
  clock.ms += 2000
  expect(await heldBy(reads, { version: null })).toBe(null)
})

test('what was read while a change of the chat was under way, or begun before it, is not what was there', async () => {
  const reads = await noted()
  await reads.change('mine', '/chats/1', undefined, async () => read(reads))
  expect(await heldBy(reads, { version: null })).toBe(null)
  await reads.read('mine', '/chats/1', async () => {
    await heldBy(reads)
    return answer()
  })
  expect(await heldBy(reads, { version: null })).toBe(null)
})

test('a limited number is kept, of reads and of writes', async () => {
  const reads = await noted()
  for (let chat = 2; chat < 300; chat++) await read(reads, `/chats/${chat}`)
  expect(await heldBy(reads)).toBe(null)
  expect(await heldBy(reads, { path: '/chats/299' })).toBe('chat')
  await reads.read('mine', '/chats/1', async () => {
    for (let chat = 0; chat < 1100; chat++) await heldBy(reads, { path: `/chats/${chat}` })
    return answer()
  })
  expect(await heldBy(reads)).toBe(null)
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
