import { sql, type Kysely, type Migration } from 'kysely'
import { unnamedRule } from '#contract/gateway/cause.ts'

/** The note of what is planned for a preset. */
export const notedBy = (by: string): string => `Turned on by ${by}`

/** The presets of accounts that are on (contract/gateway/presets.ts). `workspace` is the account's identity. Times are milliseconds. */
export interface PresetTables {
  preset_on: PresetOnTable
  preset_chat: PresetChatTable
  preset_layer: PresetLayerTable
  preset_lock: PresetLockTable
}

/** A preset that was turned on, as it was then. */
interface PresetOnTable {
  workspace: string
  id: string
  preset_id: string
  name: string
  /** JSON: what it sets. */
  set_values: string
  at: number
  /** The name of who turned it on, for everyone who sees the preset. */
  by: string
  /** The rule that turned it on, whose name is for people who may see rules; null: no rule did. */
  rule_name: string | null
  /** null: until somebody ends it. */
  until: number | null
  /** When it was ended in the last of its chats; null: it is on. What that puts back is a job (jobs/tables.ts). */
  ended_at: number | null
}

interface PresetChatTable {
  workspace: string
  on_id: string
  chat_id: number
  /** Its place among the chats. */
  position: number
  /** The chat that it was duplicated from. */
  copy_of: number | null
  /** 1: somebody ended it there, or its time is over. */
  is_ended: number
}

/**
 * What a preset did to one setting of a chat: a layer of a stack (engine/changes/stack.ts). It is written before the change is sent, and goes once its
 * value is put back, or somebody decides to leave what is there.
 */
export interface PresetLayerTable {
  workspace: string
  chat_id: number
  setting: string
  on_id: string
  /** The order of the layers of a chat. */
  height: number
  /** JSON of the values: what was there, and what the preset set. */
  before: string
  after: string
}

/** Whoever turns presets on or ends them in a chat has its lock (chat-lock.ts). The row of chat 0 is that of the account. */
interface PresetLockTable {
  workspace: string
  chat_id: number
  /** '' = nobody. */
  holder: string
  until: number
}

export const presetTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('preset_on')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('preset_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('set_values', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('until', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('ended_by', 'text', (c) => c.notNull())
      .addColumn('kept', 'integer', (c) => c.notNull())
      .addColumn('finished', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('preset_on_key', ['workspace', 'id'])
      .execute()
    await db.schema.createIndex('preset_on_open').on('preset_on').columns(['workspace', 'finished', 'at']).execute()
    await db.schema
      .createTable('preset_chat')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('on_id', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('chat_name', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('sounds_at_risk', 'text', (c) => c.notNull())
      .addColumn('not_kept', 'text', (c) => c.notNull())
      .addColumn('undecided', 'integer', (c) => c.notNull())
      .addColumn('turned_on', 'bigint')
      .addColumn('copy_of', 'bigint')
      .addPrimaryKeyConstraint('preset_chat_key', ['workspace', 'on_id', 'chat_id'])
      .execute()
    await db.schema
      .createTable('preset_layer')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('setting', 'text', (c) => c.notNull())
      .addColumn('on_id', 'text', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .addColumn('kept', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('preset_layer_key', ['workspace', 'chat_id', 'setting', 'on_id'])
      .execute()
    await db.schema
      .createTable('preset_lock')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('preset_lock_key', ['workspace', 'chat_id'])
      .execute()
  },
}

/** Earlier releases wrote the name of a rule where everyone reads it. */
export const presetByRule: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('preset_on').addColumn('rule_name', 'text').execute()
    const name = (column: string) => sql`substr(${sql.ref(column)}, 7, length(${sql.ref(column)}) - 7)`
    await sql`update preset_on set rule_name = ${name('by')}, by = ${unnamedRule} where person_id is null and by like 'Rule “%”'`.execute(
      db,
    )
    await sql`update preset_on set ended_by = ${unnamedRule} where ended_by like 'Rule “%”'`.execute(db)
    await sql`update planned_action set note = ${notedBy(unnamedRule)} where note like 'Turned on by Rule “%”'`.execute(db)
  },
}

/** Each chat notes who turns the preset on there, because another person can try it again in some of them. */
export const presetLender: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('preset_chat').addColumn('lender_id', 'text').execute()
    await db.schema
      .alterTable('preset_chat')
      .addColumn('own', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update preset_chat set lender_id = (
      select person_id from preset_on where preset_on.workspace = preset_chat.workspace and preset_on.id = preset_chat.on_id
    ) where state = 'waiting'`.execute(db)
    await db.schema.alterTable('preset_on').dropColumn('person_id').execute()
  },
}

/** Turning presets on and ending them became jobs. A chat that still has layers is one in which the preset is on. */
export const presetJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('preset_chat')
      .addColumn('is_ended', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
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
    await db.schema.dropIndex('preset_on_open').execute()
    for (const [table, columns] of Object.entries({
      preset_on: ['ended_by', 'kept', 'finished'],
      preset_chat: ['chat_name', 'state', 'message', 'sounds_at_risk', 'not_kept', 'undecided', 'turned_on', 'lender_id', 'own'],
      preset_layer: ['kept'],
    }))
      for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute()
    await db.schema.createIndex('preset_on_open').on('preset_on').columns(['workspace', 'ended_at']).execute()
  },
}
