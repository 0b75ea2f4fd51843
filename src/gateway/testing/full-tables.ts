import { sql, type Kysely, type RawBuilder } from 'kysely'
import { maxBans } from '#service/handlers/banned-ips.ts'
import { maxPolls } from '#service/handlers/polls.ts'
import type { Tables } from '#service/tables.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { maxNotificationChannels } from '#contract/gateway/notifications.ts'
import { maxScopedTokens } from '#contract/gateway/scoped-tokens.ts'
import { rowOf } from '../audit/line.ts'
import { maxIgnoredSettings } from '../drift/drift-handlers.ts'
import { maxTeamSize } from '../access/grants.ts'
import type { GatewayTables } from '../database/database.ts'

/**
 * Fills every table that can grow, so that a read which takes all rows of an account, or of all accounts, is noticed. A new table is filled as its
 * columns are named; what that does not suit is stated here.
 */

/** Whose rows they are. */
export interface Filled {
  workspace: string
  accountId: number
  chatId: number
  /** Milliseconds. */
  now: number
}

/** A value, or SQL of the number of the row, from 1. */
type Value = string | number | null | ((n: RawBuilder<unknown>) => RawBuilder<unknown>)

interface Growing<Row> {
  /** How many rows an account can have; the rest is of others. Missing: there is no limit. */
  most?: number
  row?: { [Column in keyof Row]?: Value }
}

type AllTables = GatewayTables & Tables
/** How a table grows, or the reason why it does not. */
type Full = { [Table in keyof AllTables]?: Growing<AllTables[Table]> | string }

const maxRules = 200
const maxRecords = 20_000
const perRule = 50

const question = JSON.stringify({ reason: 'changed', since: 1, values: [], sounds: [] })

const number: Value = (n) => sql`${n}`
const id: Value = (n) => sql`'f' || ${n}`
/** Ids of rows of another table, with as many rows here for each. */
const idOf =
  (each: number): Value =>
  (n) =>
    sql`'f' || (${n} / ${sql.lit(each)} + 1)`
/** Ids of so many rows of another table, in turn. */
const idAmong =
  (all: number): Value =>
  (n) =>
    sql`'f' || (${n} % ${sql.lit(all)} + 1)`
const inTurn =
  (even: string | number, odd: string | number): Value =>
  (n) =>
    sql`case when ${n} % 2 = 0 then ${sql.lit(even)} else ${sql.lit(odd)} end`
/** What the first rows have, and the others. */
const firstOf =
  (most: number, first: string | number | null, rest: string | number): Value =>
  (n) =>
    sql`case when ${n} < ${sql.lit(most)} then ${sql.lit(first)} else ${sql.lit(rest)} end`
const before =
  (at: number, step: number): Value =>
  (n) =>
    sql`${sql.lit(at)} - ${n} * ${sql.lit(step)}`

function fullTables({ workspace, chatId, now }: Filled, rows: number): Full {
  /** As many as the largest accounts have. */
  const maxChats = Math.min(2000, rows / 20)
  const seconds = Math.floor(now / 1000)
  const past = before(seconds, 1)
  const grant = { role: 'moderator', chats: '[1]', limits: '{}' }
  const byKey = 'One for each account, read by its key.'
  const ofChats = { most: maxChats, row: { chat_id: number } }
  return {
    team: byKey,
    record_total: byKey,
    audit_head: byKey,
    standing_access: byKey,
    drift_check: byKey,
    rule_switch: byKey,
    rule_watch: byKey,
    rule_cost: 'One for each account; its sum is read where a rule is saved.',
    service_profile: 'One for each account and service, read by its key.',
    notification_person: 'One for each person, read by its key.',
    deletion_total: 'One for each person, read by its key.',
    counter: 'Three rows.',
    worker_lease: 'One row.',
    worker_gateway: 'One for each process.',
    account: { most: 1, row: { id: (n) => sql`${n} + 1000000`, reserved_name: '' } },
    person: {
      // Only so many can be in a team; the others were removed.
      row: { ...grant, joined: past, removed: firstOf(maxTeamSize - 10, null, seconds) },
    },
    passkey: { row: { person_id: idOf(5), transports: '[]' } },
    recovery_code: { row: { person_id: idOf(5) } },
    company_identity: { row: { person_id: id } },
    invitation: { row: { ...grant, created: past, expires: seconds, revoked: firstOf(10, null, seconds) } },
    scoped_token: {
      row: { role: 'moderator', chats: '[1]', created: past, expires: seconds + 1000, revoked: firstOf(maxScopedTokens, null, seconds) },
    },
    challenge: { row: { expires: seconds + 100 } },
    session: { row: { person_id: idOf(5), created: past, last_seen: past, idle_seconds: 1800, ends: seconds + 1000, method: 'passkey' } },
    record: {
      most: maxRecords,
      row: {
        kind: 'ban-notes',
        chat_id: (n) => sql`${n} % ${sql.lit(maxChats)} + 1`,
        version: number,
        value: '{"note":"spam","reviewOn":""}',
      },
    },
    record_share: { row: { kind: 'ban-notes', writer: id } },
    audit_line: {
      row: {
        line: (n) => sql`${n} + 1000`,
        kind: 'entry',
        entry: (n) => sql`${n} + 1000`,
        text: auditText(workspace, chatId),
        hash: 'h',
        who: 'person:f1',
        chat_id: chatId,
        action: 'wordListWrite',
        action_kind: 'messages',
        search: 'kim',
        outcome: 'done',
      },
    },
    deletion: { row: { person_id: 'f1', at: past } },
    token: { row: { id: (n) => sql`${n} + 1000`, created: seconds } },
    chat: {
      most: maxChats,
      row: {
        id: (n) => sql`${n} + 1000`,
        settings: () => sql`(select settings from chat as other where other.id = ${sql.lit(chatId)})`,
        design: '{}',
        created: seconds,
      },
    },
    poll: {
      most: maxPolls,
      row: {
        id: (n) => sql`${n} + 1000`,
        status: 'published',
        question: 'Tea?',
        answer1: 'Yes',
        answer2: 'No',
        created: '2026-01-01 00:00:00',
      },
    },
    message: { row: { id: (n) => sql`${n} + 1000`, time: past, user_name: 'Ann', text: 'Hello' } },
    banned_range: { most: maxBans, row: { first_ip: number, last_ip: number } },
    idempotency_key: { row: { time: past, status: 200, answer: '{}' } },
    drift_known: { most: maxChats, row: { resource: 'settings', chat_id: number, value: '{}' } },
    drift_version: { row: { kind: 'outside', value: '{}', changes: '[]' } },
    drift_finding: {
      row: {
        resource: 'settings',
        field: 'name',
        severity: 'minor',
        before: '"a"',
        after: '"b"',
        since: now,
        state: inTurn('open', 'accepted'),
      },
    },
    drift_ignored: { most: maxIgnoredSettings, row: { resource: 'settings', field: 'name', chat_id: number } },
    preset_on: {
      row: { preset_id: 'lockdown', set_values: '{}', ended_at: firstOf(10, null, 1) },
    },
    preset_chat: { row: { on_id: idOf(100), chat_id: number, position: number, is_ended: 0 } },
    preset_layer: { row: { on_id: idOf(100), chat_id: number, setting: 'anonymous', before: 'false', after: 'true' } },
    preset_lock: ofChats,
    hours_memory: { most: maxChats, row: { chat_id: number, held: '{}', before: '{}', question } },
    planned_action: {
      // The next change of each chat and a late one, and the ends of presets.
      most: 2 * maxChats,
      row: { kind: 'hours', due: (n) => sql`${sql.lit(now)} + ${n} * 1000`, chat_ids: '[1]', data: '{}', started: 0 },
    },
    past_action: { row: { kind: 'hours', chat_ids: '[1]', outcome: 'done' } },
    worker_request: { row: { minute: past } },
    rule: { most: maxRules, row: { state: 'shadow', running_version: 1, running_since: 1 } },
    rule_version: {
      row: {
        rule_id: idOf(100),
        version: (n) => sql`${n} % 100 + 1`,
        rule: JSON.stringify(testRule([{ kind: 'words', words: ['cheap'], lists: [] }])),
      },
    },
    rule_backtest: { most: perRule * maxRules, row: { rule_id: idOf(perRule) } },
    rule_hit: {
      row: {
        rule_id: idAmong(maxRules),
        message_id: number,
        time: past,
        highlights: '[]',
        reasons: '[]',
        is_shadow: 0,
        state: (n) => sql`case ${n} % 3 when 0 then 'held' when 1 then 'marked' else 'kept' end`,
        by: (n) => sql`case ${n} % 3 when 2 then 'Ines' else '' end`,
        due: number,
        text_until: now + 1e9,
      },
    },
    rule_count: {
      row: {
        rule_id: idAmong(maxRules),
        chat_id: (n) => sql`${n} / ${sql.lit(maxRules)}`,
        kind: inTurn('state', 'quarter'),
        since: inTurn(1, now),
      },
    },
    rule_act: { row: { rule_id: idAmong(maxRules), chat_id: (n) => sql`${n} / ${sql.lit(maxRules)}`, kind: 'post' } },
    rule_author: { row: { chat_id: (n) => sql`${n} % ${sql.lit(maxChats)} + 1`, author: id } },
    rule_cursor: { most: maxChats, row: { chat_id: number, ids: '[]', starts: '{}' } },
    notification: { row: { event: 'ruleFellBack', link: '/', cause: '{}', chat_id: chatId } },
    notification_chat: { row: { notification_id: idOf(100), chat_id: number } },
    notification_subject: { row: { event: 'ruleFellBack', subject: id } },
    pin: { row: { person_id: 'f1', chat_id: number } },
    notification_read: { row: { person_id: 'f1' } },
    notification_channel: { most: maxNotificationChannels, row: { kind: 'webhook', shape: 'roomkeeper', host: 'hooks.example.org' } },
    notification_choice: { most: maxNotificationChannels, row: { channel_id: id, event: 'ruleFellBack' } },
    notification_delivery: {
      row: { channel_id: idAmong(maxNotificationChannels), event: 'ruleFellBack', state: inTurn('delivered', 'failed') },
    },
    notification_item: { row: { delivery_id: idOf(10) } },
    notification_try: { row: { delivery_id: idOf(10), number } },
    job_decision: { row: { job_id: idOf(2000), n: number, changes: '{}' } },
    job_chat: { row: { job_id: idOf(2000), chat_id: number, seq: number, outcome: '{"chatId":1,"at":1,"tries":1}' } },
    job: { row: { kind: 'messages-delete', chats: '[1]', phase: 'ended', wish: 'go', person_id: 'f1', dismissed: 0, own_chats: '[]' } },
  }
}

/** Of one statement, which may take five seconds. */
const chunk = 50_000

/**
 * Fills the tables of a database that grow.
 * @returns by table: how many rows an account can have; 0: there is no limit
 */
export async function fillTables(query: Kysely<never>, filled: Filled, rows: number): Promise<Map<string, number>> {
  const known: Record<string, Growing<unknown> | string | undefined> = fullTables(filled, rows)
  // What belongs to the installation has one row, and the parts of a table have its rows.
  const stored = (await query.introspection.getTables()).filter(({ name }) => !/^installation$|_migration(_lock)?$|_\d+$/.test(name))
  const growing = stored.filter(({ name }) => typeof known[name] !== 'string')
  for (const { name, columns } of growing) {
    const { most, row } = { most: rows, row: {}, ...(known[name] as Growing<unknown> | undefined) }
    const usual = usualValues(filled, most)
    const values = columns.map((column): Value => {
      const stated = (row as Record<string, Value>)[column.name] ?? usual[column.name]
      if (stated !== undefined) return stated
      return column.isNullable ? null : /text|char/i.test(column.dataType) ? '' : 1
    })
    const n = sql.ref('n')
    for (let start = 0; start < rows; start += chunk)
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        with recursive series (n) as (select ${sql.lit(start + 1)} union all select n + 1 from series where n < ${sql.lit(Math.min(rows, start + chunk))})
        select ${sql.join(values.map((value) => (typeof value === 'function' ? value(n) : sql.lit(value))))} from series`.execute(query)
  }
  return new Map(growing.map(({ name }) => [name, (known[name] as Growing<unknown> | undefined)?.most ?? 0]))
}

/** By column, where a table does not state otherwise. */
function usualValues({ workspace, accountId, chatId, now }: Filled, most: number): Record<string, Value> {
  return {
    workspace: (n) => sql`case when ${n} <= ${sql.lit(most)} then ${sql.lit(workspace)} else 'w' || (${n} / ${sql.lit(most)}) end`,
    account_id: (n) => sql`case when ${n} <= ${sql.lit(most)} then ${sql.lit(accountId)} else ${n} + 1000000 end`,
    chat_id: (n) => sql`case when ${n} <= ${sql.lit(most)} then ${sql.lit(chatId)} else ${n} + 1000000 end`,
    ...Object.fromEntries(['id', 'hash', 'key', 'short_id', 'batch_id', 'digest', 'notification_id'].map((name) => [name, id])),
    ...Object.fromEntries(['at', 'seen_at', 'opened'].map((name) => [name, before(now, 1000)])),
    name: 'Lobby',
    by: 'Ines',
    label: 'report',
    title: 'Title',
  }
}

const auditText = (workspace: string, chatId: number) => {
  const who = { kind: 'person', id: 'f1', name: 'Kim', role: 'moderator' } as const
  const data = {
    who,
    from: { address: '', device: '', method: '' },
    chatId,
    chatName: 'Lobby',
    kind: 'messages',
    action: 'wordListWrite',
    target: {},
    subject: 'Insults',
    count: 1,
    changes: [],
    cause: { kind: 'hand' },
    request: '',
  } as const
  return rowOf({ kind: 'entry', workspace, at: 1, data: { ...data, changes: [] } }, 1).text
}
