import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { AnyQuery } from '#db/part.ts'
import { isMigrated } from '#db/upgrade.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { gatewayPart } from '../backup-part.ts'
import { type GatewayTables, migrateGatewayTables } from './database.ts'

const mayCopy = false
/** Of commit ab531c21. */
const earlier = '0021-scoped-token'
onEveryEngine(
  'a database on which each migration was run by itself',
  (bench) => {
    test('has the tables of this release', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query)
      const timestamp = new Date().toISOString()
      const rows = ['0001-session', earlier, '0041-job-own-chats'].map((name) => ({ name, timestamp }))
      await query
        .withTables<{ gateway_migration: { name: string; timestamp: string } }>()
        .insertInto('gateway_migration')
        .values(rows)
        .execute()
      await migrateGatewayTables(query)
      expect(await isMigrated(query as unknown as AnyQuery, [gatewayPart])).toBe(true)
    })
  },
  mayCopy,
)

onEveryEngine(
  'hits of earlier releases',
  (bench) => {
    test('authors of hits of earlier releases keep their ids', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
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
        .values(rows as unknown as GatewayTables['rule_hit'][])
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
  'pins of earlier releases',
  (bench) => {
    test('pins of the account become those of each person who had them', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
      const since = { joined: 1, invited_by: '', last_seen: null, used_recovery_code: 0, waiting_until: 0, revision: 1 }
      const person = { workspace: 'w', role: 'manager' as const, chats: '"all"', limits: '{}', email: '', ...since }
      const people = [
        { ...person, id: 'kim', name: 'Kim', removed: null },
        { ...person, id: 'lee', name: 'Lee', removed: 5 },
      ]
      await query.insertInto('person').values(people).execute()
      const record = { workspace: 'w', kind: 'chat-labels' as const, key: 'labels', version: 1, changed_at: 3, changed_by: null }
      const values = ['{"labels":[],"pinned":true}', '{"labels":["A"],"pinned":true}', '{"labels":["B"]}']
      await query
        .insertInto('record')
        .values(values.map((value, index) => ({ ...record, chat_id: index + 1, value })))
        .execute()
      await migrateGatewayTables(query)
      expect(await query.selectFrom('pin').selectAll().orderBy('person_id').orderBy('chat_id').execute()).toEqual(
        ['', 'kim'].flatMap((person_id) => [1, 2].map((chat_id) => ({ workspace: 'w', person_id, chat_id, at: 3000 }))),
      )
      const kept = await query.selectFrom('record').select(['chat_id', 'value']).orderBy('chat_id').execute()
      expect(kept).toEqual([
        { chat_id: 2, value: '{"labels":["A"]}' },
        { chat_id: 3, value: '{"labels":["B"]}' },
      ])
    })
  },
  mayCopy,
)

onEveryEngine(
  'records of earlier releases',
  (bench) => {
    test('what each writer stores is counted', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
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
  'modes of earlier releases',
  (bench) => {
    test('the name of a rule that turned a mode on is no longer where everyone reads it', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
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
        { ...on, id: 'by a person', by: 'Kim', ended_by: '' },
        { ...on, id: 'by a rule', by: 'Rule “Ticket “scam””', ended_by: 'Rule “Ticket scam”' },
      ]
      await query.insertInto('preset_on').values(rows).execute()
      await migrateGatewayTables(query)
      const stored = await query.selectFrom('preset_on').select(['by', 'rule_name']).orderBy('id').execute()
      expect(stored).toEqual([
        { by: 'Kim', rule_name: null },
        { by: 'A rule', rule_name: 'Ticket “scam”' },
      ])
    })
  },
  mayCopy,
)

onEveryEngine(
  'modes that were on in earlier releases',
  (bench) => {
    test('a mode stays on where it has changed something, whatever came of it there, and has ended elsewhere', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
      type State = 'waiting' | 'on' | 'failed' | 'ending' | 'notEnded' | 'decide' | 'ended' | 'gone'
      /** @param hasLayers whether it changed something there that was not put back */
      const chat = (state: State, hasLayers: boolean) => ({ state, hasLayers })
      const none = { ended_at: null, ended_by: '', kept: 0, finished: 0 }
      const begunToEnd = { ended_at: 50, ended_by: 'Kim', kept: 0, finished: 0 }
      const finished = { ended_at: 60, ended_by: 'Kim', kept: 2, finished: 1 }
      /** By the name of what was on: its columns, its chats, and when it has ended. */
      const all: Record<string, { row: object; chats: ReturnType<typeof chat>[]; endedAt: number | null }> = {
        on: { row: none, chats: [chat('on', true), chat('on', true)], endedAt: null },
        // In a chat that the gateway had not got to it is not turned on any more.
        'turned on in part': {
          row: none,
          chats: [chat('on', true), chat('waiting', false), chat('failed', false), chat('gone', false)],
          endedAt: null,
        },
        // What was written down may have been sent.
        'interrupted between a layer and what came of it': {
          row: none,
          chats: [chat('waiting', true), chat('failed', true)],
          endedAt: null,
        },
        'nowhere turned on': { row: none, chats: [chat('waiting', false), chat('failed', false)], endedAt: 20 },
        'of a chat that could not be put back': { row: none, chats: [chat('on', false)], endedAt: 20 },
        'ended in one of its chats': { row: none, chats: [chat('ended', false), chat('on', true)], endedAt: null },
        'being ended': { row: begunToEnd, chats: [chat('ending', true), chat('ended', false), chat('ending', false)], endedAt: null },
        'not put back': { row: begunToEnd, chats: [chat('notEnded', true), chat('ended', false)], endedAt: null },
        undecided: { row: begunToEnd, chats: [chat('decide', true), chat('gone', false)], endedAt: null },
        'with nothing left to put back': { row: begunToEnd, chats: [chat('notEnded', false), chat('decide', false)], endedAt: 50 },
        ended: { row: finished, chats: [chat('ended', false), chat('gone', false)], endedAt: 60 },
      }
      const workspace = 'w'
      const of = { workspace, preset_id: 'lockdown', name: 'Lockdown', set_values: '{"allowLinks":false}', at: 20, by: 'Ana', until: 90 }
      const ofChat = {
        chat_name: 'Stage',
        message: 'm',
        sounds_at_risk: '[]',
        not_kept: '[]',
        undecided: 1,
        turned_on: 30,
        copy_of: null,
      }
      const place = (id: string, index: number) => 100 * Object.keys(all).indexOf(id) + index
      const layer = { workspace, setting: 'allowLinks', height: 1, before: 'true', after: 'false' }
      const stored = Object.entries(all).flatMap(([on_id, one]) =>
        one.chats.map(({ state, hasLayers }, position) => ({
          place: { workspace, on_id, chat_id: place(on_id, position) },
          position,
          state,
          hasLayers,
        })),
      )
      const rowsOn = [
        ...Object.entries(all).map(([id, { row }]) => ({ ...of, id, ...row })),
        // Somebody else's, of the same id.
        { ...of, workspace: 'other', id: 'on', ...none },
      ]
      const chatRows = stored.map((one) => ({ ...one.place, position: one.position, state: one.state, ...ofChat }))
      const layers = stored.filter(({ hasLayers }) => hasLayers).map((one) => ({ ...layer, ...one.place, kept: 'false' }))
      await query.insertInto('preset_on').values(rowsOn).execute()
      // The types are those of this release.
      await query
        .insertInto('preset_chat')
        .values(chatRows as never)
        .execute()
      await query.insertInto('preset_layer').values(layers).execute()
      const planned = {
        workspace,
        kind: 'preset',
        due: 90,
        title: '',
        note: '',
        chat_ids: '[]',
        data: '',
        started: 0,
        attempts: 0,
        not_before: 0,
        approved: 0,
      }
      await query
        .insertInto('planned_action')
        .values(
          [
            { id: '1', key: 'on' },
            { id: '2', key: 'resume on' },
            { id: '3', key: 'resume x', kind: 'hours' },
          ].map((one) => ({ ...planned, ...one })) as never,
        )
        .execute()

      await migrateGatewayTables(query)
      const rows = await query.selectFrom('preset_on').selectAll().orderBy('workspace').execute()
      expect(rows.find((row) => row.workspace === 'other')).toMatchObject({ ended_at: 20 })
      const own = rows.filter((row) => row.workspace === workspace)
      expect(Object.fromEntries(own.map(({ id, ended_at }) => [id, ended_at]))).toEqual(
        Object.fromEntries(Object.entries(all).map(([id, { endedAt }]) => [id, endedAt])),
      )
      expect(own.find(({ id }) => id === 'on')).toEqual({ ...of, id: 'on', rule_name: null, ended_at: null })
      expect(await query.selectFrom('preset_chat').selectAll().orderBy('chat_id').execute()).toEqual(
        stored.map((one) => ({ ...one.place, position: one.position, copy_of: null, is_ended: one.hasLayers ? 0 : 1 })),
      )
      expect(await query.selectFrom('preset_layer').selectAll().orderBy('chat_id').execute()).toEqual(
        stored.filter(({ hasLayers }) => hasLayers).map((one) => ({ ...layer, ...one.place })),
      )
      const plans = await query.selectFrom('planned_action').select('id').orderBy('id').execute()
      expect(plans.map(({ id }) => id)).toEqual(['1', '3'])
    })
  },
  mayCopy,
)

onEveryEngine(
  'channels of earlier releases',
  (bench) => {
    test('no part of an address is shown that may be a secret', async () => {
      const query = bench.database.query as unknown as Kysely<GatewayTables>
      await migrateGatewayTables(query, earlier)
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
        { ...channel, id: 'hook', kind: 'webhook' as const, host: 'hooks.example:8080', shown },
        { ...channel, id: 'mail', kind: 'email' as const, host: '', shown: '' },
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
