import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, type DatabaseLocation } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { runBackupCommand } from '#service/backup/backup.ts'
import { runRestoreCommand } from '#service/backup/restore.ts'
import { checksumOf } from '#service/backup/rows.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { environmentOf, makeDatabase, makeFolder, type Temporary } from '#service/testing/databases.ts'
import { gatewayPart } from './backup-part.ts'
import { startTeam } from './testing/team.ts'

const parts = [servicePart, gatewayPart]

interface Printed {
  notes: string[]
  tables: { table: string; rows: number }[]
}
// What the commands print.
const backUp = (file: string, place: DatabaseLocation) => runBackupCommand([file], environmentOf(place), parts) as Promise<Printed>
const restore = (file: string, place: DatabaseLocation) => runRestoreCommand([file], environmentOf(place), parts) as Promise<Printed>

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomkeeper-backup-part-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const freshFile = () => join(folder, `backup-${++files}`)

async function checksums(place: DatabaseLocation) {
  const database = openDatabase<AnyTables>(place)
  const sums = []
  for (const [table, key] of Object.entries(gatewayPart.keys)) sums.push(await checksumOf(database.query, table, key))
  await database.close()
  return sums
}

async function rowsOf(place: DatabaseLocation, table: string) {
  const database = openDatabase<AnyTables>(place)
  const rows = await database.query.selectFrom(table).selectAll().execute()
  await database.close()
  return rows
}

/** A team with something in every table that is backed up. The gateway is closed: its database is used from now on. */
async function makeTeam(place: DatabaseLocation) {
  const team = await startTeam({ audit: { withMessageTexts: false, soundName: () => undefined } }, place)
  const { secret } = await team.invite(team.ines, { name: 'Tom' })
  await team.join(secret)
  await team.invite(team.ines, { name: 'Lee', email: 'lee@example.org' })
  const change = { chatId: null, key: 'mine', version: 0, value: { name: 'Mine', page: 'chats', query: '' } }
  await team.get(team.ines.cookie, 'recordsWrite', { params: { kind: 'saved-views' }, body: { changes: [change] } })
  await team.close()
}

const server = inject('postgresUrl')
const engines: [string, () => Promise<Temporary>][] = [
  ['SQLite', makeFolder],
  ...(server ? [['PostgreSQL', () => makeDatabase(server)] as [string, () => Promise<Temporary>]] : []),
]

describe.each(engines)('the team of an account on %s', (_, make) => {
  test.each(engines)('is the same row by row after a restore on %s, without sessions', async (__, makeTarget) => {
    const [source, target] = [await make(), await makeTarget()]
    await makeTeam(source.place)
    const file = freshFile()
    const { notes, tables } = await backUp(file, source.place)
    expect(notes).toEqual([
      expect.stringMatching(/^Token keys are in the backup as sealed/),
      expect.stringMatching(/^The tokens of 1 account .* Only the key file opens them/),
    ])
    expect(tables.filter(({ rows }) => rows > 0).map(({ table }) => table)).toEqual(
      expect.arrayContaining(['team', 'person', 'passkey', 'recovery_code', 'invitation', 'record', 'audit_line', 'audit_head']),
    )
    expect(tables.map(({ table }) => table)).not.toContain('session')

    const printed = await restore(file, target.place)
    expect(printed.notes).toEqual([
      expect.stringMatching(/^Token keys are shown only with the key file/),
      expect.stringMatching(/^The tokens of 1 account are sealed\. The server starts only with the key file/),
      expect.stringMatching(/whoever was removed or got fewer permissions since then has them again/),
    ])
    expect(await checksums(target.place)).toEqual(await checksums(source.place))
    expect(await rowsOf(target.place, 'session')).toEqual([])
    expect(await rowsOf(target.place, 'challenge')).toEqual([])
    await Promise.all([source.remove(), target.remove()])
  })
})

/** Runs a script or a command as a process of its own: a connection of this process would be in the way of the restore. */
async function inProcess(args: string[], dataFolder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataFolder },
  })
  return stdout
}

test('a restore names the people whom the replaced database had removed', async () => {
  const { place, remove } = await makeFolder()
  const [file, data] = [freshFile(), join(folder, 'data')]
  await makeTeam(place)
  await backUp(file, place)
  cpSync('folder' in place ? place.folder : '', data, { recursive: true })
  const removal = `const { openDatabase } = await import('#db/open.ts')
    const { query, close } = openDatabase({ folder: process.env.DATA_DIR })
    await query.updateTable('person').set({ removed: 1 }).where('name', '=', 'Tom').execute(); await close()`
  await inProcess(['--input-type=module', '-e', removal], data)
  const printed = JSON.parse(await inProcess([join(import.meta.dirname, 'roomkeeper.ts'), 'restore', file], data)) as Printed
  expect(printed.notes.at(-1)).toBe('Removed since, and back again: Tom. Remove them again.')
  await remove()
})

test('in front of a remote service a database has the team of the gateway and nothing else', async () => {
  const [{ place, remove }, target] = [await makeFolder(), await makeFolder()]
  const database = openDatabase<AnyTables>(place)
  await gatewayPart.migrate(database.query)
  await database.query.insertInto('record_total').values({ workspace: '7@remote', version: 3 }).execute()
  await database.close()
  const file = freshFile()
  expect((await backUp(file, place)).tables.find(({ table }) => table === 'account')).toBeUndefined()
  await restore(file, target.place)
  expect(await checksums(target.place)).toEqual(await checksums(place))
  await Promise.all([remove(), target.remove()])
})

test('a backup of an earlier release, which lacks the tables that came later, can be restored', async () => {
  const [{ place, remove }, target] = [await makeFolder(), await makeFolder()]
  const last = '0021-scoped-token'
  const database = openDatabase<AnyTables>(place)
  await gatewayPart.migrate(database.query, last)
  await database.query.insertInto('record_total').values({ workspace: '7@remote', version: 3, records: 0, bytes: 0 }).execute()
  const tables = new Set((await database.query.introspection.getTables()).map(({ name }) => name))
  await database.close()
  const file = freshFile()
  const keys = Object.fromEntries(Object.entries(gatewayPart.keys).filter(([table]) => tables.has(table)))
  const schemas = gatewayPart.schemas.filter((name) => name <= last)
  // What that release did.
  const earlier = { name: gatewayPart.name, migrate: gatewayPart.migrate, schemas, keys, emptyBefore: Object.keys(keys) }
  await runBackupCommand([file], environmentOf(place), [earlier])
  await restore(file, target.place)
  expect(await rowsOf(target.place, 'record_total')).toMatchObject([{ workspace: '7@remote', version: 3 }])
  expect(await rowsOf(target.place, 'record_share')).toEqual([])
  await Promise.all([remove(), target.remove()])
})

test('nothing is restored into a PostgreSQL database that has a team', async ({ skip }) => {
  if (!server) return skip()
  const [source, target] = [await makeFolder(), await makeDatabase(server)]
  const file = freshFile()
  await makeTeam(source.place)
  await backUp(file, source.place)
  await restore(file, target.place)
  const before = await checksums(target.place)
  await expect(restore(file, target.place)).rejects.toThrow(/already has/)
  expect(await checksums(target.place)).toEqual(before)
  await Promise.all([source.remove(), target.remove()])
})
