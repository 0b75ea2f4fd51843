import type { Kysely, Migration } from 'kysely'
import type { TokenRole } from '#contract/gateway/scoped-tokens.ts'

export interface ScopedTokenTables {
  scoped_token: ScopedTokenTable
}

/** Times are Unix seconds. */
interface ScopedTokenTable {
  id: string
  workspace: string
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  label: string
  role: TokenRole
  /** JSON: "all" or a list of chat ids. */
  chats: string
  created: number
  /** The name of whoever created it. */
  created_by: string
  /** The person, whose removal ends the token and whose rights bound it; null: whoever signed in with the account's token. */
  creator_id: string | null
  expires: number
  last_used: number | null
  /** A revoked token stays, so that whoever presents it is told why it does not work. */
  revoked: number | null
}

export const scopedToken: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('scoped_token')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('chats', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('creator_id', 'text')
      .addColumn('expires', 'bigint', (c) => c.notNull())
      .addColumn('last_used', 'bigint')
      .addColumn('revoked', 'bigint')
      .execute()
    await db.schema.createIndex('scoped_token_workspace').on('scoped_token').column('workspace').execute()
  },
}
