import { randomUUID } from 'node:crypto'
import type { Kysely, Migration, Transaction } from 'kysely'
import { migrate } from './migrate.ts'

interface InstallationTables {
  installation: { id: string }
}

/** Within the migration, which runs once for a database however many processes start on it: so all of them read the same id. */
const first: Migration = {
  async up(db: Kysely<InstallationTables>) {
    await db.schema
      .createTable('installation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .execute()
    await db.insertInto('installation').values({ id: randomUUID() }).execute()
  },
}

/**
 * The random id of a database, made at the first call. It tells apart what browsers keep for this installation from what they keep for another one
 * that answered at the same address. A backup carries it, so a restored copy is the same installation.
 */
export async function installationId<Tables>(query: Kysely<Tables>): Promise<string> {
  const own = query as unknown as Kysely<InstallationTables>
  await migrate(own, 'installation', { '0001-installation': first })
  return (await own.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}

/** Gives a database the id of the one whose data it holds now. Needs installationId() to have been called before. */
export async function adoptInstallation<Tables>(trx: Transaction<Tables>, id: string): Promise<void> {
  await (trx as unknown as Transaction<InstallationTables>).updateTable('installation').set({ id }).execute()
}
