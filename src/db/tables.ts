import { sql, type ColumnDataType, type Generated, type Kysely, type RawBuilder } from 'kysely'

/** Tables are declared once: the types of their rows and what creates them follow from the columns. */

export interface Column<Value = unknown> {
  type: ColumnDataType
  isNullable: boolean
  default?: string | number
  /** The table and column that it refers to. */
  references?: string
  /** Only for the type of the rows. */
  readonly value?: Value
}

export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  key: readonly string[]
  columns: Columns
}

export const text: Column<string> = { type: 'text', isNullable: false }
export const integer: Column<number> = { type: 'integer', isNullable: false }
export const bigint: Column<number> = { type: 'bigint', isNullable: false }
export const double: Column<number> = { type: 'double precision', isNullable: false }
export const textOf = <Value extends string>(): Column<Value> => ({ type: 'text', isNullable: false })
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, isNullable: true })
/** May be left out of what is inserted. */
export const zeroByDefault: Column<Generated<number>> = { type: 'bigint', isNullable: false, default: 0 }
export const emptyByDefault: Column<Generated<string>> = { type: 'text', isNullable: false, default: '' }
export const referringTo = (references: string): Column<number> => ({ ...bigint, references })

/** @param key the columns of the primary key */
export const table = <const Columns extends Record<string, Column>>(
  key: readonly NoInfer<keyof Columns & string>[],
  columns: Columns,
): Table<Columns> => ({ key, columns })

export type Tables = Readonly<Record<string, Table>>

export type RowOf<Declared> =
  Declared extends Table<infer Columns>
    ? { -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never }
    : never

/** The types of the rows by table, as Kysely takes them. */
export type RowsOf<Declared> = { -readonly [Name in keyof Declared]: RowOf<Declared[Name]> }

/** The primary keys by table. */
export const keysOf = (tables: Tables) => Object.fromEntries(Object.entries(tables).map(([name, { key }]) => [name, key]))

/** @param endings what follows the columns of a table */
export async function createTables<T>(db: Kysely<T>, tables: Tables, endings: Record<string, RawBuilder<unknown>> = {}): Promise<void> {
  for (const [name, { key, columns }] of Object.entries(tables)) {
    let creation = db.schema.createTable(name)
    for (const [column, { type, isNullable, default: value, references }] of Object.entries(columns))
      creation = creation.addColumn(column, type, (c) => {
        if (key.length === 1 && key[0] === column) return c.primaryKey()
        const required = isNullable ? c : c.notNull()
        const given = value === undefined ? required : required.defaultTo(value)
        return references === undefined ? given : given.references(references)
      })
    if (key.length > 1) creation = creation.addPrimaryKeyConstraint(`${name}_key`, [...key] as never)
    const ending = endings[name]
    await (ending ? creation.modifyEnd(ending) : creation).execute()
  }
}

/**
 * Creates those that are missing.
 * @param indexes by name: the table, its columns in parentheses, and what the index is limited to
 */
export async function createIndexes<T>(db: Kysely<T>, indexes: Readonly<Record<string, RawBuilder<unknown>>>, isUnique = false) {
  const create = isUnique ? sql`create unique index` : sql`create index`
  for (const [name, on] of Object.entries(indexes)) await sql`${create} if not exists ${sql.ref(name)} on ${on}`.execute(db)
}
