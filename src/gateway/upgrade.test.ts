import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createReadyCheck } from '#db/health.ts'
import { versionIn } from '#db/migrate.ts'
import { openDatabase, type Database, type DatabaseLocation } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { release } from '#db/release.ts'
import { isMigrated, upgrade } from '#db/upgrade.ts'
import { runAccountCommand } from '#service/accounts/account-actions.ts'
import { backUpBeforeMigration } from '#service/backup/backup.ts'
import { runBackupCommand } from '#service/backup/backup.ts'
import { runRestoreCommand } from '#service/backup/restore.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { environmentOf, makeDatabase, makeFolder, type Temporary } from '#service/testing/databases.ts'
import { gatewayPart } from './backup-part.ts'
import { createKeys } from './session/seal.ts'
import { startProcess } from '../test-program.ts'

/** What a start does with a database of an earlier or a later release. */

const parts = [gatewayPart, servicePart]
/** Of commit ab531c21. */
const earlier = '0021-scoped-token'
const server = inject('postgresUrl')
const engines = [
  { name: 'SQLite', make: makeFolder, isShared: false },
  ...(server ? [{ name: 'PostgreSQL', make: () => makeDatabase(server), isShared: true }] : []),
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomkeeper-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
let folders = 0
const freshFolder = () => join(folder, `backups-${++folders}`)

const total = { workspace: '7@remote', version: 3, records: 0, bytes: 0 }

/** As an earlier release left it. */
async function makeEarlier(make: () => Promise<Temporary>) {
  const { place, remove } = await make()
  const database = openDatabase<AnyTables>(place)
  await gatewayPart.migrate(database.query, earlier)
  await servicePart.migrate(database.query)
  await database.query.insertInto('record_total').values(total).execute()
  return { place, remove, database }
}

/** As it is after a later release ran on it. */
async function makeLater({ query }: Database<AnyTables>, by?: string) {
  for (const part of parts) await part.migrate(query)
  const timestamp = new Date().toISOString()
  await query.insertInto('gateway_migration').values({ name: '9000-later', timestamp }).execute()
  if (by) await query.insertInto('release_of_migration').values({ part: 'gateway', migration: '9000-later', release: by }).execute()
}

function backingUp(database: Database<AnyTables>, into: string) {
  const files: string[] = []
  const waits: number[] = []
  return {
    files,
    waits,
    options: {
      parts,
      check: async () => {},
      backUp: async () => void files.push(await backUpBeforeMigration(database, into, parts)),
      onWait: () => void waits.push(1),
    },
  }
}

const withDatabase = async <T>(place: DatabaseLocation, work: (database: Database<AnyTables>) => Promise<T>) => {
  const database = openDatabase<AnyTables>(place)
  return work(database).finally(database.close)
}

describe.each(engines)('on $name', ({ make, isShared }) => {
  test('a database of an earlier release is backed up, then migrated, and the backup restores what was there', async () => {
    const { database, remove } = await makeEarlier(make)
    const into = freshFolder()
    const { files, options } = backingUp(database, into)
    expect(await createReadyCheck(database, parts)()).toBe(false)
    await upgrade(database, isShared, options)
    expect(await createReadyCheck(database, parts)()).toBe(true)
    expect(readdirSync(into).map((name) => join(into, name))).toEqual(files)
    expect(files).toHaveLength(1)
    expect(files[0]).toMatch(new RegExp(`/before-${release.replaceAll('.', '\\.')}-[\\dTZ-]+\\.gz$`))
    expect(statSync(files[0]!).mode & 0o077).toBe(0)
    await upgrade(database, isShared, options)
    expect(files).toHaveLength(1)

    const target = await make()
    const restored = await runRestoreCommand([files[0]!], environmentOf(target.place), parts)
    expect(restored).toMatchObject({ gateway: earlier, release })
    await withDatabase(target.place, async ({ query }) => {
      expect(await query.selectFrom('record_total').selectAll().execute()).toMatchObject([{ workspace: '7@remote', version: 3 }])
      expect(await isMigrated(query, parts)).toBe(true)
    })
    await database.close()
    await Promise.all([remove(), target.remove()])
  })

  test('a new database is migrated without a backup', async () => {
    const { place, remove } = await make()
    await withDatabase(place, async (database) => {
      const { files, options } = backingUp(database, freshFolder())
      await upgrade(database, isShared, options)
      expect(files).toEqual([])
      expect(await isMigrated(database.query, parts)).toBe(true)
    })
    await remove()
  })

  test('where the backup cannot be written, nothing is migrated', async () => {
    const { database, remove } = await makeEarlier(make)
    const occupied = join(folder, `file-${++folders}`)
    writeFileSync(occupied, 'not a folder')
    const { options } = backingUp(database, occupied)
    await expect(upgrade(database, isShared, options)).rejects.toThrow(/^The backup before the migration .*Nothing was changed.*BACKUP_DIR/)
    expect(await isMigrated(database.query, [servicePart])).toBe(true)
    expect(await isMigrated(database.query, [gatewayPart])).toBe(false)
    await database.close()
    await remove()
  })

  test('a database of a later release is refused by the start and by every command, naming that release', async () => {
    const { database, place, remove } = await makeEarlier(make)
    await makeLater(database, '9.1.0')
    const { files, options } = backingUp(database, freshFolder())
    const words = /^The database was migrated by release 9\.1\.0 \(gateway 9000-later\).*Start release 9\.1\.0 or a later one, or restore/
    await expect(upgrade(database, isShared, options)).rejects.toThrow(words)
    expect(files).toEqual([])
    const into = join(folder, `never-${++folders}.gz`)
    await expect(runBackupCommand([into], environmentOf(place), parts)).rejects.toThrow(words)
    expect(readdirSync(folder).filter((name) => into.includes(name))).toEqual([])
    await database.close()
    await remove()
  })

  test('a later release that left no record of itself is refused too', async () => {
    const { database, remove } = await makeEarlier(make)
    await makeLater(database)
    await expect(upgrade(database, isShared, backingUp(database, freshFolder()).options)).rejects.toThrow(/migrated by a later release/)
    await database.close()
    await remove()
  })

  test('a database of a release that is not upgraded any more is refused, and left as it is', async () => {
    const { place, remove } = await make()
    await withDatabase(place, async (database) => {
      for (const part of parts) await part.migrate(database.query)
      await database.query.updateTable('service_migration').set({ name: '0002-keys' }).execute()
      const { files, options } = backingUp(database, freshFolder())
      await expect(upgrade(database, isShared, options)).rejects.toThrow(
        /service 0002-keys.*earlier release, which this one cannot migrate/,
      )
      expect(files).toEqual([])
    })
    const account = ['create', '--email', 'a@example.org', '--name', 'Ada']
    await expect(runAccountCommand(account, environmentOf(place))).rejects.toThrow(/service 0002-keys.*earlier release/)
    await withDatabase(place, async ({ query }) => expect(await versionIn(query, 'service')).toBe('0002-keys'))
    await remove()
  })
})

test('a backup is restored over the database of a later release', async () => {
  const { database, place, remove } = await makeEarlier(makeFolder)
  const { files, options } = backingUp(database, freshFolder())
  await upgrade(database, false, options)
  await makeLater(database, '9.1.0')
  await database.close()
  // A copy, because this process may keep the original open.
  const copy = freshFolder()
  cpSync('folder' in place ? place.folder : '', copy, { recursive: true })
  await runRestoreCommand([files[0]!], { DATA_DIR: copy }, parts)
  await withDatabase({ folder: copy }, async ({ query }) => {
    expect(await query.selectFrom('record_total').selectAll().execute()).toMatchObject([{ workspace: '7@remote', version: 3 }])
    expect(await isMigrated(query, parts)).toBe(true)
  })
  await remove()
})

test('of two gateways that start at once on one PostgreSQL, one backs up and migrates while the other waits', async ({ skip }) => {
  if (!server) return skip()
  const { database, place, remove } = await makeEarlier(() => makeDatabase(server))
  const other = openDatabase<AnyTables>(place)
  const first = backingUp(database, freshFolder())
  const second = backingUp(other, freshFolder())
  let backUp = () => {}
  const isWaiting = new Promise<void>((resolve) => (backUp = resolve))
  const waiting = upgrade(database, true, { ...first.options, backUp: () => isWaiting.then(first.options.backUp) })
  await expect.poll(() => withDatabase(place, locks)).toBe(1)
  await Promise.all([waiting, upgrade(other, true, { ...second.options, onWait: () => backUp() })])
  expect([first.files.length, second.files.length]).toEqual([1, 0])
  expect(await isMigrated(other.query, parts)).toBe(true)
  expect(await withDatabase(place, locks)).toBe(0)
  await Promise.all([database.close(), other.close()])
  await remove()
})

test('the start backs up the database of an earlier release, and refuses that of a later one', async () => {
  const { place, remove } = await makeFolder()
  const folder = 'folder' in place ? place.folder : ''
  const start = () => startProcess(folder, {})
  await withDatabase(place, ({ query }) => gatewayPart.migrate(query, earlier))
  const first = start()
  await first.ready
  const { out } = await first.stop()
  const [backup, ...others] = readdirSync(join(folder, 'backups'))
  expect(others).toEqual([])
  expect(out).toContain(backup)
  for (const words of ['making a backup before', 'the migration is complete']) expect(out).toContain(words)

  const timestamp = new Date().toISOString()
  await withDatabase(place, ({ query }) => query.insertInto('gateway_migration').values({ name: '9000-later', timestamp }).execute())
  const refused = await start().ended
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.errors).toMatch(/^Cannot start: The database was migrated by a later release \(gateway 9000-later\).*\n$/)
  await remove()
})

test('without its key file a database of an earlier release is not migrated, and no key is created', async () => {
  const { place, remove } = await makeFolder()
  const folder = 'folder' in place ? place.folder : ''
  const team = {
    workspace: '7@remote',
    account_id: 7,
    account_name: 'Ada',
    account_email: 'a@example.org',
    since: 1,
    turned_on_by: 'Ada',
    sealed_token: createKeys(Buffer.alloc(32)).seal('workspace-token', '7@remote', 'secret'),
    token_end: '',
    token_checked: null,
    token_rejected: 0,
    roles: '{}',
    roles_revision: 0,
  }
  await withDatabase(place, async ({ query }) => {
    await gatewayPart.migrate(query, earlier)
    await query.insertInto('team').values(team).execute()
  })
  const refused = await startProcess(folder, {}).ended
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.errors).toMatch(/^Cannot start: the key file \S+ is missing, .* Nothing was changed\..*\n$/)
  await withDatabase(place, async ({ query }) => expect(await versionIn(query, 'gateway')).toBe(earlier))
  await withDatabase(place, async ({ query }) => expect(await isMigrated(query, [gatewayPart])).toBe(false))
  expect(readdirSync(folder).filter((name) => name === 'session.key' || name === 'backups')).toEqual([])
  await remove()
})

test('the start seals the token keys of an earlier release, and says which ones a lost key file leaves closed', async () => {
  const { place, remove } = await makeFolder()
  const folder = 'folder' in place ? place.folder : ''
  const { accountId, token } = (await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], { DATA_DIR: folder })) as {
    accountId: number
    token: string
  }
  await withDatabase(place, ({ query }) => query.updateTable('account').set({ token_key: 'plain' }).execute())
  const startAndRead = async (env: Record<string, string> = {}) => {
    const started = startProcess(folder, env)
    const answer = await fetch(`${await started.ready}/api/account`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await answer.json()) as { data: { id: number; tokenKey: string | null } }
    expect(data.id).toBe(accountId)
    return { tokenKey: data.tokenKey, said: (await started.stop()).out }
  }
  const held = () => withDatabase(place, ({ query }) => query.selectFrom('account').select('token_key').executeTakeFirstOrThrow())
  expect((await startAndRead()).tokenKey).toBe('plain')
  const { token_key: sealed } = await held()
  expect(sealed).toMatch(/^[0-9a-f]{12}\./)

  const key = join(folder, 'session.key')
  rmSync(key)
  const lost = await startAndRead()
  expect(lost).toEqual({ tokenKey: null, said: expect.stringContaining('"event":"token-keys","lost":1') })
  expect(await held()).toEqual({ token_key: sealed })
  expect((await startAndRead({ FORGET_TEAM_TOKENS: '1' })).tokenKey).toMatch(/^[0-9a-f]{32}$/)
  await remove()
})

/** Those of this database: other tests migrate theirs on the same server. */
async function locks({ query }: Database<AnyTables>): Promise<number> {
  const held = sql<{ number: number }>`select count(*) as number from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`
  return (await held.execute(query)).rows[0]!.number
}
