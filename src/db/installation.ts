import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { migrate, type Version } from './migrate.ts'

type InstallationTables = Record<'installation', { id: string }>

/** The id is created by the migration, which runs once per database, so all processes that start on it read the same id. */
const first: Version = {
  async create(db) {
    await db.schema
      .createTable('installation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .execute()
    await db.withTables<InstallationTables>().insertInto('installation').values({ id: randomUUID() }).execute()
  },
}

/**
 * The random id of a database, created at the first call. Browsers store their data under it, so that another installation at the same address
 * does not read it. A backup includes it, so a restored copy is the same installation.
 */
export async function installationId<Tables>(query: Kysely<Tables>): Promise<string> {
  const own = query as unknown as Kysely<InstallationTables>
  await migrate(own, 'installation', { '0001-installation': first })
  return (await own.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}

/** Gives a database the id of the one it was restored from. installationId() must have been called before. */
export async function adoptInstallation<Tables>(trx: Transaction<Tables>, id: string): Promise<void> {
  await (trx as unknown as Transaction<InstallationTables>).updateTable('installation').set({ id }).execute()
}
