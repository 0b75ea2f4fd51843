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

onEveryEngine(
  'hits of earlier releases',
  (bench) => {
    test('authors of hits of earlier releases keep their ids', async () => {
      const query = bench.database.query as unknown as Kysely<SessionTables>
      await migrateGatewayTables(query, '0021-scoped-token')
      const hit = { rule_id: 'scam', version: 1, chat_id: 7, chat_name: 'Stage', time: 1000, user_name: 'Ann', text: '', highlights: '[]' }
      const state = {
        reasons: '[]',
        alike: '',
        is_shadow: 0,
        seen_at: 0,
        state: 'marked',
        at: 0,
        by: '',
        note: '',
        before: '',
        text_until: 0,
      }
      const rows = [7, null].map((user_id, index) => ({ ...hit, ...state, id: `${index}`, workspace: 'w', message_id: index, user_id }))
      await query
        .insertInto('rule_hit')
        .values(rows as unknown as SessionTables['rule_hit'][])
        .execute()
      await migrateGatewayTables(query)
      const stored = await query.selectFrom('rule_hit').select(['id', 'author_id']).orderBy('id').execute()
      expect(stored).toEqual([
        { id: '0', author_id: '7' },
        { id: '1', author_id: null },
      ])
    })
  },
  mayCopy,
)

onEveryEngine(
  'records of earlier releases',
  (bench) => {
    test('what each writer stores is counted', async () => {
      const query = bench.database.query as unknown as Kysely<SessionTables>
      await migrateGatewayTables(query, '0026-rule-start')
      const record = { workspace: 'w', kind: 'post-texts' as const, chat_id: 0, version: 1, value: '"é"', changed_at: 1 }
      const rows = ['kim', 'kim', null].map((changed_by, index) => ({ ...record, key: `${index}`, changed_by }))
      await query.insertInto('record').values(rows).execute()
      await migrateGatewayTables(query)
      expect(await query.selectFrom('record_share').selectAll().orderBy('writer').execute()).toEqual([
        { workspace: 'w', kind: 'post-texts', writer: '', records: 1, bytes: 4 },
        { workspace: 'w', kind: 'post-texts', writer: 'kim', records: 2, bytes: 8 },
      ])
    })
  },
  mayCopy,
)

onEveryEngine(
  'presets of earlier releases',
  (bench) => {
    test('the name of a rule that turned a preset on is no longer where everyone reads it, and each chat notes its lender', async () => {
      const query = bench.database.query as unknown as Kysely<SessionTables>
      await migrateGatewayTables(query, '0026-rule-start')
      const on = {
        workspace: 'w',
        preset_id: 'lockdown',
        name: 'Lockdown',
        set_values: '{}',
        at: 1,
        until: null,
        ended_at: null,
        kept: 0,
        finished: 0,
      }
      const rows = [
        { ...on, id: 'by a person', by: 'Rule “of thumb”', person_id: 'kim', ended_by: '' },
        { ...on, id: 'by a rule', by: 'Rule “Ticket “scam””', person_id: null, ended_by: 'Rule “Ticket scam”' },
      ]
      await query.insertInto('preset_on').values(rows).execute()
      const none = { chat_name: '', message: '', sounds_at_risk: '[]', not_kept: '[]', undecided: 0, turned_on: null, copy_of: null }
      const chats = [
        { on_id: 'by a person', chat_id: 7, state: 'on' },
        { on_id: 'by a person', chat_id: 8, state: 'waiting' },
        { on_id: 'by a rule', chat_id: 9, state: 'waiting' },
      ]
      // The type is that of this release.
      const earlier = chats.map((chat) => ({ workspace: 'w', position: 0, ...none, ...chat })) as never
      await query.insertInto('preset_chat').values(earlier).execute()
      await migrateGatewayTables(query)
      const lenders = await query.selectFrom('preset_chat').select(['chat_id', 'lender_id', 'own']).orderBy('chat_id').execute()
      expect(lenders).toEqual([
        { chat_id: 7, lender_id: null, own: 0 },
        { chat_id: 8, lender_id: 'kim', own: 0 },
        { chat_id: 9, lender_id: null, own: 0 },
      ])
      const stored = await query.selectFrom('preset_on').select(['by', 'rule_name', 'ended_by']).orderBy('id').execute()
      expect(stored).toEqual([
        { by: 'Rule “of thumb”', rule_name: null, ended_by: '' },
        { by: 'A rule', rule_name: 'Ticket “scam”', ended_by: 'A rule' },
      ])
    })
  },
  mayCopy,
)

onEveryEngine(
  'channels of earlier releases',
  (bench) => {
    test('no part of an address is shown that may be a secret', async () => {
      const query = bench.database.query as unknown as Kysely<SessionTables>
      await migrateGatewayTables(query, '0030-bounded-reads')
      const channel = {
        workspace: 'w',
        name: 'ops',
        shape: 'roomkeeper' as const,
        sealed: '',
        has_secret: 0,
        person_id: '',
        email: '',
        created: 1,
      }
      const shown = 'http://hooks.example:8080/q7Zt2VbX9kLm/…'
      const rows = [
        { ...channel, id: 'hook', kind: 'webhook' as const, host: 'hooks.example:8080', shown, lender_id: null },
        { ...channel, id: 'mail', kind: 'email' as const, host: '', shown: '', lender_id: null },
      ]
      await query.insertInto('notification_channel').values(rows).execute()
      await migrateGatewayTables(query)
      expect(await query.selectFrom('notification_channel').select('shown').orderBy('id').execute()).toEqual([
        { shown: 'http://hooks.example:8080/…' },
        { shown: '' },
      ])
    })
  },
  mayCopy,
)
