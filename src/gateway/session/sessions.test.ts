import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { createIdentity } from './identity.ts'
import { createKeys } from './seal.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { migrateGatewayTables, type SessionTables } from './tables.ts'

const account = { id: 7, name: 'Kim', email: 'kim@example.org' }
const from = { method: 'token', address: '192.0.2.1', agent: 'Firefox' } as const
const identity = createIdentity('installation', '')
const minute = 60
const hour = 3600
const begin = 1_700_000_000

const jwt = (exp: unknown) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.c2ln`

onEveryEngine('sessions', (bench) => {
  let query: Kysely<SessionTables>
  let sessions: Sessions
  let time: number

  beforeEach(async () => {
    // One connection for two parts with their own tables; the type of a query names the tables of one part.
    query = bench.database.query as unknown as Kysely<SessionTables>
    await migrateGatewayTables(query)
    await query.deleteFrom('session').execute()
    time = begin
    sessions = createSessions(query, createKeys(randomBytes(32)), identity, () => time)
  })

  const rows = () => query.selectFrom('session').selectAll().execute()

  test('the table contains neither the id nor the token', async () => {
    const { id } = await sessions.start({ token: 'canary-token', account, keep: false, ...from })
    const stored = JSON.stringify(await rows())
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    expect(stored).not.toContain(id)
    expect(stored).not.toContain('canary-token')
    expect((await sessions.find(id, true))?.token).toBe('canary-token')
  })

  test('an unused session ends after 30 minutes', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    time = begin + 30 * minute - 1
    expect(await sessions.find(id, false)).not.toBeNull()
    time = begin + 30 * minute
    expect(await sessions.find(id, true)).toBeNull()
    expect(await rows()).toHaveLength(0)
  })

  test('a session in use ends after 12 hours', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    for (; time < begin + 12 * hour; time += 29 * minute) expect(await sessions.find(id, true)).not.toBeNull()
    time = begin + 12 * hour - 1
    expect((await sessions.find(id, true))?.idleEnd).toBe(begin + 12 * hour)
    time = begin + 12 * hour
    expect(await sessions.find(id, true)).toBeNull()
  })

  test('a kept session ends after 24 hours without use, and after 7 days in total', async () => {
    const { id, session } = await sessions.start({ token: 't', account, keep: true, ...from })
    expect(session).toMatchObject({ idleEnd: begin + 24 * hour, end: begin + 7 * 24 * hour })
    for (; time < begin + 7 * 24 * hour; time += 23 * hour) expect(await sessions.find(id, true)).not.toBeNull()
    time = begin + 7 * 24 * hour
    expect(await sessions.find(id, true)).toBeNull()
    time = begin
    const unused = await sessions.start({ token: 't', account, keep: true, ...from })
    time = begin + 24 * hour
    expect(await sessions.find(unused.id, true)).toBeNull()
  })

  test('finding a session without use does not extend it, and use is written at most once a minute', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    const lastSeen = async () => (await rows())[0]?.last_seen
    time = begin + 59
    await sessions.find(id, true)
    expect(await lastSeen()).toBe(begin)
    time = begin + 60
    await sessions.find(id, false)
    expect(await lastSeen()).toBe(begin)
    await sessions.find(id, true)
    expect(await lastSeen()).toBe(begin + 60)
  })

  test('a session ends with its token', async () => {
    const { session } = await sessions.start({ token: jwt(begin + 10 * minute), account, keep: true, ...from })
    expect(session).toMatchObject({ end: begin + 10 * minute, idleEnd: begin + 10 * minute, tokenEnd: begin + 10 * minute })
    const later = await sessions.start({ token: jwt(begin + 99 * 24 * hour + 0.5), account, keep: false, ...from })
    expect(later.session).toMatchObject({ end: begin + 12 * hour, tokenEnd: begin + 99 * 24 * hour })
    for (const odd of ['a.b.c', 'a..c', '...', jwt('soon'), jwt(null), jwt(1e300), 'rk_plain']) {
      const { session } = await sessions.start({ token: odd, account, keep: false, ...from })
      expect(session.tokenEnd).toBeNull()
    }
  })

  test('an ended session cannot be found', async () => {
    const { id, session } = await sessions.start({ token: 't', account, keep: true, ...from })
    await sessions.end(session.hash)
    expect(await sessions.find(id, true)).toBeNull()
  })

  test('deleteExpired removes expired sessions and no others', async () => {
    await sessions.start({ token: 'idle', account, keep: false, ...from })
    const kept = await sessions.start({ token: 'kept', account, keep: true, ...from })
    await sessions.start({ token: jwt(begin + 5), account, keep: true, ...from })
    time = begin + 30 * minute
    const fresh = await sessions.start({ token: 'fresh', account, keep: false, ...from })
    await sessions.deleteExpired()
    expect((await rows()).map((row) => row.hash).toSorted()).toEqual([kept.session.hash, fresh.session.hash].toSorted())
  })

  test('a session is not found with another key, and stays for those who have its key', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    const stranger = createSessions(query, createKeys(randomBytes(32)), identity, () => time)
    expect(await stranger.find(id, true)).toBeNull()
    expect(await sessions.find(id, true)).not.toBeNull()
  })

  test('an unknown id has no session', async () => {
    for (const id of [undefined, '', 'x', randomBytes(32).toString('base64url')]) expect(await sessions.find(id, true)).toBeNull()
  })
})
