import type { Kysely } from 'kysely'

/** The values of all columns of all tables. */
export type Cell = string | number | null
/** Tables and columns whose names are known only at run time; Kysely quotes them. */
export type AnyTables = Record<string, Record<string, Cell>>
export type AnyQuery = Kysely<AnyTables>

/** A part of the product with tables of its own in the database, as backup and restore see it. */
export interface DatabasePart {
  /** The prefix of its migration tables (migrate.ts). */
  name: 'service' | 'gateway'
  /** The names of all versions of its tables, oldest first. */
  schemas: readonly string[]
  /** Migrates its tables to the newest version, or to an earlier one. */
  migrate: (query: AnyQuery, last?: string) => Promise<void>
  /**
   * The tables that a backup contains, with the columns of their primary keys. One that refers to another comes after it, so that tables can be restored
   * in this order.
   */
  keys: Readonly<Record<string, readonly string[]>>
  /** Nothing is restored into a database with rows in one of these tables. */
  emptyBefore: readonly string[]
  /** What whoever runs a backup must know. */
  backupNotes?: (query: AnyQuery) => Promise<string[]>
  /** What whoever restores must know. @param taken when the backup was made, as ISO 8601 in UTC */
  restoreNotes?: (restored: AnyQuery, taken: string) => Promise<RestoreNotes>
}

export interface RestoreNotes {
  notes: string[]
  /** Further notes, from a comparison with the database that is replaced. */
  compare: (replaced: AnyQuery) => Promise<string[]>
}
