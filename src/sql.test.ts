import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** No statement is put together from text: values reach the database as parameters, by Kysely or its `sql` template. */

const source = import.meta.dirname

/** Ways to make a statement out of text, found in the text of a program. */
const ways: [string, RegExp][] = [
  ['raw SQL that is not a literal', /\b(?:sql|CompiledQuery)\.(?:raw|lit|literal)\((?!'[^'\\]*'\))/],
  [
    'a template of SQL without the tag',
    /(?<!\bsql|\bsql<[^`]*>)`\s*(?:select|insert|update|delete|create|alter|drop|pragma|begin|attach|with)\s[^`]*\$\{/i,
  ],
  ['SQL and +', /['"](?:select|insert into|update|delete from|create|alter|drop|pragma|attach)\s[^'"]*['"]\s*\+/i],
  [
    'a driver that is handed more than a literal',
    /\b(?:lock|file|client|pool|connection|db|database)\.(?:exec|prepare|pragma|query)\((?!'[^'\\]*'\))/,
  ],
]

const found = (text: string) => ways.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)

const product = ['db', 'service', 'gateway'].flatMap((room) =>
  readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)test(ing|-[\w-]+)\.ts$|(^|\/)testing\//.test(path))
    .map((path) => join(room, path)),
)

/** The two places between Kysely and a driver, which hand on what Kysely has written. Once in its file each; a second one would be found. */
const handedOn: Record<string, string> = {
  'db/open.ts': 'client.query(text, values)',
  'db/sqlite-dialect.ts': 'file.prepare(sql)',
}

test('no statement of the product is put together from text', () => {
  expect(product.length).toBeGreaterThan(50)
  const offences = product.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8').replace(handedOn[path] ?? '', '')
    return found(text).map((way) => `${path}: ${way}`)
  })
  expect(offences).toEqual([])
})

test.each([
  'sql.raw(`select ${name}`)',
  'sql.raw(begin)',
  'CompiledQuery.raw(text)',
  'sql.lit(name)',
  'query.execute(`delete from chat where name = ${name}`)',
  'const statement = "select * from chat where name = " + name',
  'file.exec(statement)',
  'client.query(`drop database ${name}`)',
  'file.pragma(`journal_mode = ${mode}`)',
])('%s would be found', (text) => {
  expect(found(text)).not.toEqual([])
})

test.each([
  "CompiledQuery.raw('begin immediate')",
  "file.pragma('foreign_keys = ON')",
  'sql<number>`cast(${to} as bigint)`',
  'sql`select ${id}`',
])('%s is as it should be', (text) => {
  expect(found(text)).toEqual([])
})
