import { type Kysely, sql } from 'kysely'
import { unnamedRule } from '#contract/gateway/cause.ts'
import { bigint, type Column, createTables, integer, orNull, type Tables, text } from '#db/tables.ts'
import { notedBy } from './modes.ts'
import { keptMs, quarterMs } from './rules.ts'

/** The tables as they were at commit ab531c21, the one earlier version that is upgraded, and whose backups of this release are restored. */

/** What came later: tables, and columns with their values in the rows that were there. */
const newTables = ['pin', 'rule_cost', 'rule_count', 'record_share', 'job', 'job_chat', 'job_decision']
const newColumns: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> = {
  invitation: { inviter_id: null },
  rule: { started_by: null },
  rule_version: { cost: '' },
  rule_hit: { author_id: null },
  rule_cursor: { starts: '{}', stored_at: 0 },
  rule_watch: { starting: '{}', unread: '[]' },
  preset_on: { rule_name: null },
  preset_chat: { is_ended: 1 },
  notification: { by_id: null },
  notification_person: { home_seen: null },
  notification_channel: { lender_id: null },
}
const goneColumns: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  record_total: { records: integer, bytes: bigint },
  rule_hit: { user_id: orNull(bigint) },
  rule_watch: { chats: integer },
  preset_on: { ended_by: text, kept: integer, finished: integer },
  preset_chat: {
    chat_name: text,
    state: text,
    message: text,
    sounds_at_risk: text,
    not_kept: text,
    undecided: integer,
    turned_on: orNull(bigint),
  },
  preset_layer: { kept: text },
  notification_person: { quiet: text },
}
/** Those of which the table or the columns are others now. */
const goneIndexes = [
  'drift_finding_state',
  'preset_on_open',
  'rule_hit_queue',
  'rule_hit_at',
  'rule_hit_seen',
  'rule_hit_decided',
  'rule_hit_state',
]

/** Without indexes, which the upgrade creates. */
export async function createEarlier(db: Kysely<never>, tables: Tables): Promise<void> {
  const earlier = Object.entries(tables)
    .filter(([name]) => !newTables.includes(name))
    .map(([name, { key, columns }]) => {
      const kept = Object.entries(columns).filter(([column]) => newColumns[name]?.[column] === undefined)
      return [name, { key, columns: { ...Object.fromEntries(kept), ...goneColumns[name] } }]
    })
  await createTables(db, Object.fromEntries(earlier))
}

/** Leaves the creation of indexes to the caller. */
export async function upgradeEarlier(db: Kysely<never>, tables: Tables): Promise<void> {
  await createTables(db, Object.fromEntries(newTables.map((name) => [name, tables[name]!])))
  for (const [name, columns] of Object.entries(newColumns))
    for (const [column, value] of Object.entries(columns))
      await db.schema
        .alterTable(name)
        .addColumn(column, tables[name]!.columns[column]!.type, (c) => (value === null ? c : c.notNull().defaultTo(value)))
        .execute()
  for (const index of goneIndexes) await db.schema.dropIndex(index).ifExists().execute()
  await noteLenders(db)
  await movePins(db)
  await moveRecordShares(db)
  await moveRules(db)
  await movePresets(db)
  await moveNotifications(db)
  for (const [name, columns] of Object.entries(goneColumns))
    for (const column of Object.keys(columns)) await db.schema.alterTable(name).dropColumn(column).execute()
  // What was in a browser is no longer moved to the account.
  await db.schema.dropTable('record_move').ifExists().execute()
}

/**
 * Notes who lends what goes on. Only names were kept: of what is under way, a person of that name who is still there lends it; an open invitation of
 * anybody else is revoked, and so is a token whose creator was removed.
 */
async function noteLenders(db: Kysely<never>): Promise<void> {
  const personNamed = (workspace: string, name: string) => sql`(
    select min(id) from person where person.workspace = ${sql.ref(workspace)} and person.name = ${sql.ref(name)} and person.removed is null
  )`
  await sql`update invitation set inviter_id = ${personNamed('invitation.workspace', 'invitation.invited_by')}`.execute(db)
  await sql`update invitation set revoked = created
    where invited_by <> '' and inviter_id is null and accepted is null and revoked is null`.execute(db)
  await sql`update rule set started_by = (
    select ${personNamed('v.workspace', 'v.by')} from rule_version v
    where v.workspace = rule.workspace and v.rule_id = rule.id and v.version = rule.running_version
  ) where running_version is not null`.execute(db)
  await sql`update scoped_token set revoked = created where revoked is null and exists (
    select 1 from person where person.id = scoped_token.creator_id and person.removed is not null
  )`.execute(db)
}

/** Pins were of the account, beside the labels of their chat: they become those of everyone who had them. */
async function movePins(db: Kysely<never>): Promise<void> {
  const pinned = sql`kind = 'chat-labels' and value like '%"pinned":true%'`
  const people = sql`(select workspace, id from person where removed is null union select distinct workspace, '' from record)`
  await sql`insert into pin (workspace, person_id, chat_id, at)
    select record.workspace, people.id, chat_id, changed_at * 1000 from record
    join ${people} as people on people.workspace = record.workspace where ${pinned}`.execute(db)
  await sql`delete from record where ${pinned} and value like '%"labels":[]%'`.execute(db)
  await sql`update record set value = replace(value, ',"pinned":true', '') where ${pinned}`.execute(db)
}

/** Counts by writer and kind what was counted for the account. */
const moveRecordShares = (db: Kysely<never>) =>
  sql`insert into record_share (workspace, kind, writer, records, bytes)
    select workspace, kind, coalesce(changed_by, ''), count(*), sum(octet_length(value)) from record group by 1, 2, 3`.execute(db)

async function moveRules(db: Kysely<never>): Promise<void> {
  await sql`update rule_hit set author_id = cast(user_id as text) where user_id is not null`.execute(db)
  for (const chat of [sql`0`, sql`chat_id`]) {
    const into = sql`insert into rule_count (workspace, rule_id, chat_id, kind, since, hits) select rule_hit.workspace, rule_id, ${chat}`
    await sql`${into}, 'quarter', seen_at - seen_at % ${quarterMs}, count(*) from rule_hit
      where seen_at >= ${Date.now() - keptMs} group by 1, 2, 3, 5`.execute(db)
    await sql`${into}, 'state', state_since, count(*) from rule_hit
      join rule on rule.workspace = rule_hit.workspace and rule.id = rule_id and seen_at >= state_since group by 1, 2, 3, 5`.execute(db)
    await sql`${into}, case when state in ('spared', 'kept') then 'wrong' else 'right' end, 0, count(*) from rule_hit
      where "by" != '' group by 1, 2, 3, 4`.execute(db)
  }
}

/**
 * The name of a rule was where everyone reads it. And turning presets on and ending them became jobs: a chat that still has layers is one in which the
 * preset is on.
 */
async function movePresets(db: Kysely<never>): Promise<void> {
  await sql`update preset_on set rule_name = substr("by", 7, length("by") - 7), "by" = ${unnamedRule} where "by" like 'Rule “%”'`.execute(
    db,
  )
  await sql`update planned_action set note = ${notedBy(unnamedRule)} where note like 'Turned on by Rule “%”'`.execute(db)
  await sql`update preset_chat set is_ended = 0 where exists (
    select 1 from preset_layer l
    where l.workspace = preset_chat.workspace and l.on_id = preset_chat.on_id and l.chat_id = preset_chat.chat_id
  )`.execute(db)
  const isOnSomewhere = sql`exists (
    select 1 from preset_chat c where c.workspace = preset_on.workspace and c.on_id = preset_on.id and c.is_ended = 0
  )`
  // One that had ended and left something to decide is ended once more by a person: its time is over.
  await sql`update preset_on set
    until = case when ended_at is not null and ${isOnSomewhere} then null else until end,
    ended_at = case when ${isOnSomewhere} then null else coalesce(ended_at, at) end`.execute(db)
  await sql`delete from planned_action where kind = 'preset' and key like 'resume %'`.execute(db)
}

/**
 * The first characters of any path were shown, also where it is a secret as a whole. And quiet hours are gone: what they held back is sent now, and what
 * was sent in a summary was delivered.
 */
async function moveNotifications(db: Kysely<never>): Promise<void> {
  const query = db as unknown as Kysely<Record<'notification_channel', { id: string; kind: string; shown: string }>>
  const channels = await query.selectFrom('notification_channel').select(['id', 'shown']).where('kind', '=', 'webhook').execute()
  for (const { id, shown } of channels) {
    const origin = `${new URL(shown).origin}/…`
    await query.updateTable('notification_channel').set({ shown: origin }).where('id', '=', id).execute()
  }
  await sql`update notification_delivery set state = 'delivered', result = '' where state = 'held' and due is null`.execute(db)
  await sql`update notification_delivery set state = 'waiting', due = 0, result = '' where state = 'held'`.execute(db)
  for (const table of ['notification_item', 'notification_try'])
    await sql`delete from ${sql.ref(table)} where delivery_id in (select id from notification_delivery where event = 'summary')`.execute(db)
  await sql`delete from notification_delivery where event = 'summary'`.execute(db)
}
