import { sql, type Kysely, type Migration } from 'kysely'

/** Deleted polls keep their rows: without this a list of a few polls reads through all that were ever there. */
export const livePolls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('poll_live').on('poll').columns(['chat_id', 'id']).where(sql.ref('deleted'), 'is', null).execute()
  },
}
