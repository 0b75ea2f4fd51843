import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { createIdentity } from './identity.ts'
import { createKeys } from './seal.ts'
import { createSessions, sessionHash } from './sessions.ts'
import { migrateGatewayTables, type SessionTables } from './tables.ts'

const mayCopy = false
onEveryEngine(
  'tables of earlier releases',
  (bench) => {
    test('a session of the first release stays signed in', async () => {
      const query = bench.database.query as unknown as Kysely<SessionTables>
      await migrateGatewayTables(query, '0001-session')
      const [id, keys, identity, time] = ['the id', createKeys(randomBytes(32)), createIdentity('installation', ''), 1_700_000_000]
      const hash = sessionHash(id)
      // Only the columns of that release.
      const row = {
        hash,
        sealed_token: keys.seal('session', hash, 'canary-token'),
        account_id: 7,
        account_name: 'Kim',
        account_email: 'kim@example.org',
        created: time,
        last_seen: time,
        idle_seconds: 1800,
        ends: time + 3600,
        keep: 0,
        token_end: null,
      }
      await query
        .insertInto('session')
        .values(row as SessionTables['session'])
        .execute()
      await migrateGatewayTables(query)
      expect(await createSessions(query, keys, identity, () => time).find(id, true)).toEqual({
        hash,
        token: 'canary-token',
        account: { id: 7, name: 'Kim', email: 'kim@example.org' },
        workspace: identity(7),
        keep: false,
        idleEnd: time + 1800,
        end: time + 3600,
        tokenEnd: null,
        freshUntil: 0,
        confirmed: { scopes: [], until: 0 },
        team: null,
        member: null,
        scopedToken: null,
        method: 'token',
        address: '',
        agent: '',
      })
    })
  },
  mayCopy,
)
