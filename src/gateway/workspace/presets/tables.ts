import { sql, type Kysely, type Migration } from 'kysely'
import { unnamedRule } from '#contract/workspace/cause.ts'
import type { PresetChatState } from '#contract/workspace/presets.ts'

/** The note of what is planned for a preset. */
export const notedBy = (by: string): string => `Turned on by ${by}`

/** The presets of accounts that are on (contract/workspace/presets.ts). `workspace` is the account's identity. Times are milliseconds. */
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
  /** When its end began in the last of its chats, and by whom; null: it is on. */
  ended_at: number | null
  ended_by: string
  /** How many values somebody decided to keep. */
  kept: number
  /** 1: nothing is left to do. */
  finished: number
}

interface PresetChatTable {
  workspace: string
  on_id: string
  chat_id: number
  /** Its place among the chats. */
  position: number
  chat_name: string
  state: PresetChatState
  message: string
  /** JSON: names of settings. */
  sounds_at_risk: string
  /** JSON: names of settings. */
  not_kept: string
  undecided: number
  /** When it was turned on there; null: it was not. */
  turned_on: number | null
  /** The chat that it was duplicated from. */
  copy_of: number | null
  /** The person or scoped token whose rights turning it on there needs; null: whoever signed in with the account's token. */
  lender_id: string | null
  /** 1: what it sets was not stored for this chat, so it also needs the right to change settings. */
  own: number
}

/** What a preset did to one setting of a chat: a layer of a stack (engine/changes/stack.ts). It is written before the change is sent. */
export interface PresetLayerTable {
  workspace: string
  chat_id: number
  setting: string
  on_id: string
  /** The order of the layers of a chat. */
  height: number
  /** JSON of the values: what was there, what the preset set, and what was read back ('' until then). */
  before: string
  after: string
  kept: string
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
