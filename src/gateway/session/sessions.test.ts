import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { createIdentity } from './require-session.ts'
import { createKeys } from './seal.ts'
import { type Sessions, createSessions, isConfirmed } from './sessions.ts'
import { migrateGatewayTables, type Query } from '../database/database.ts'

const account = { id: 7, name: 'Kim', email: 'kim@example.org' }
const from = { method: 'token', address: '192.0.2.1', agent: 'Firefox' } as const
const identity = createIdentity('installation', '')
const file = randomBytes(32)
const minute = 60
const hour = 3600
const begin = 1_700_000_000

const jwt = (exp: unknown) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.c2ln`

onEveryEngine('sessions', (bench) => {
  let query: Query
  let sessions: Sessions
  let time: number

  beforeEach(async () => {
    // One connection for two parts with their own tables; the type of a query names the tables of one part.
    query = bench.database.query as unknown as Query
    await migrateGatewayTables(query)
    await query.deleteFrom('session').execute()
    time = begin
    sessions = createSessions(query, createKeys(file), identity, () => time)
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

  test('reading a session again within a minute writes nothing', async () => {
    const written: string[] = []
    const watched = query.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind !== 'SelectQueryNode') written.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    time = begin + minute - 1
    await createSessions(watched, createKeys(file), identity, () => time).find(id, true)
    expect(written).toEqual([])
    time = begin + minute
    await createSessions(watched, createKeys(file), identity, () => time).find(id, true)
    expect(written).toEqual(['UpdateQueryNode'])
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

  describe('a confirmation', () => {
    const begin = () => sessions.start({ token: 'canary-token', account, keep: false, ...from })

    test('replaces the id, and the token stays sealed for the session', async () => {
      const { id, session } = await begin()
      const next = await sessions.confirm(session, null)
      expect(next).not.toBe(id)
      expect(await sessions.find(next, true)).toMatchObject({ token: 'canary-token', freshUntil: time + 5 * minute })
      expect(await rows()).toHaveLength(1)
    })

    test('leaves the old id to requests under way, until shortly after the new one is in use; it confirms nothing', async () => {
      const { id, session } = await begin()
      const next = await sessions.confirm(session, ['chatDelete /chats/7'])
      // The answer with the new id may be lost.
      time += 20 * minute
      expect(await sessions.find(id, true)).toMatchObject({ token: 'canary-token', freshUntil: 0, confirmed: { scopes: [], until: 0 } })
      expect(await sessions.find(next, true)).toMatchObject({ confirmed: { scopes: ['chatDelete /chats/7'] } })
      time += 29
      expect(await sessions.find(id, true)).not.toBeNull()
      time += 1
      expect(await sessions.find(id, true)).toBeNull()
      expect(await sessions.find(next, true)).not.toBeNull()
    })

    test('holds for what was named and nothing else, for five minutes', async () => {
      const { session } = await begin()
      const confirmed = await sessions.find(await sessions.confirm(session, ['chatDelete /chats/7']), true)
      if (!confirmed) throw new Error('no session')
      expect(isConfirmed(confirmed, 'chatDelete /chats/7', time)).toBe(true)
      expect(isConfirmed(confirmed, 'chatDelete /chats/8', time)).toBe(false)
      expect(isConfirmed(confirmed, 'chatDelete /chats/7', time + 5 * minute)).toBe(false)
      const other = await sessions.find(await sessions.confirm(confirmed, ['chatDelete /chats/8']), true)
      expect(other && isConfirmed(other, 'chatDelete /chats/7', time)).toBe(false)
    })

    test('in two tabs at once leaves both signed in', async () => {
      const { session } = await begin()
      const ids = await Promise.all([sessions.confirm(session, null), sessions.confirm(session, null)])
      for (const id of ids) expect(await sessions.find(id, true)).toMatchObject({ token: 'canary-token' })
    })

    test('does not keep a session alive under its old id that was ended', async () => {
      const { id, session } = await begin()
      const next = await sessions.confirm(session, null)
      await sessions.end(session.hash)
      expect([await sessions.find(id, true), await sessions.find(next, true)]).toEqual([null, null])
    })
  })

  test('a session that names no account has ended', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    await query.updateTable('session').set({ workspace: '' }).execute()
    expect(await sessions.find(id, false)).toBeNull()
  })

  test('a session whose person no longer exists has ended', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    await query.updateTable('session').set({ person_id: 'nobody' }).execute()
    expect([await sessions.find(id, true), await sessions.endedBecause(id)]).toEqual([null, 'removed'])
  })

  test('a session that was ended says why until it would have expired', async () => {
    const { id } = await sessions.start({ token: 't', account, keep: false, ...from })
    await query.updateTable('session').set({ ended: 'removed' }).execute()
    expect(await sessions.find(id, true)).toBeNull()
    expect(await sessions.endedBecause(id)).toBe('removed')
    time += 12 * hour
    await sessions.deleteExpired()
    expect(await sessions.endedBecause(id)).toBeNull()
  })
})
