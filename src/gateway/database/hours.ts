import type { Kysely, Migration } from 'kysely'

/** What opening hours know of the chats that they take offline and online. `workspace` is the account's identity. */
export interface HoursTables {
  hours_memory: HoursMemoryTable
}

/** JSON in the form that memory.ts writes; '' = nothing. Times are milliseconds. */
interface HoursMemoryTable {
  workspace: string
  chat_id: number
  /** The settings as they were after the last change: what is another one now was changed by somebody else. */
  held: string
  /** What they were before the chat was closed, to be put back. */
  before: string
  /** What was about to be written: the process may have ended before it knew what became of it. */
  attempt: string
  question: string
  /** 1: the question was answered with “as the timetable says”. */
  follows: number
  /** When the change was due that a person skipped, or wanted before its time. */
  skipped: number
}

export const hoursMemory: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('hours_memory')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addColumn('held', 'text', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('attempt', 'text', (c) => c.notNull())
      .addColumn('question', 'text', (c) => c.notNull())
      .addColumn('follows', 'integer', (c) => c.notNull())
      .addColumn('skipped', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('hours_memory_key', ['workspace', 'chat_id'])
      .execute()
  },
}
