import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { installationId } from '#db/installation.ts'
import { openDatabase, type DatabaseLocation } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { runAccountCommand } from '../accounts/account-actions.ts'
import { createApp } from '../app.ts'
import { UsageError } from '#db/command-line.ts'
import { generateChats } from '../demo/generate.ts'
import type { Tables } from '../tables.ts'
import { environmentOf, makeDatabase, makeFolder, onEveryEngine, type Temporary } from '../testing/databases.ts'
import { runBackupCommand as runBackup } from './backup.ts'
import { runRestoreCommand as runRestore } from './restore.ts'
import { checksumOf, type TableChecksum } from './rows.ts'
import { servicePart } from './service-part.ts'

const runBackupCommand = (args: string[], env: Record<string, string | undefined>) => runBackup(args, env, [servicePart])
const runRestoreCommand = (args: string[], env: Record<string, string | undefined>) => runRestore(args, env, [servicePart])
const tableNames = Object.keys(servicePart.keys)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomkeeper-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshFile = () => join(folder, `backup-${++files}`)

const server = inject('postgresUrl')
interface Target {
  name: string
  make: () => Promise<Temporary>
}
const targets: Target[] = [
  { name: 'SQLite', make: makeFolder },
  ...(server ? [{ name: 'PostgreSQL', make: () => makeDatabase(server) }] : []),
]

async function sumsAt(place: DatabaseLocation): Promise<TableChecksum[]> {
  const database = openDatabase<AnyTables>(place)
  const sums: TableChecksum[] = []
  for (const [table, key] of Object.entries(servicePart.keys)) sums.push(await checksumOf(database.query, table, key))
  await database.close()
  return sums
}

onEveryEngine('a backup', (bench) => {
  const awkward = ['', '🙂 ‮right to left', 'two\nlines\u2028three', `"quoted", '=1+1'`, 'é against é', '\\u0041', ' ']
  let owner: Awaited<ReturnType<typeof bench.newAccount>>
  let chatId: number
  const backUp = (file = freshFile()) =>
    runBackupCommand([file], environmentOf(bench.place)) as Promise<{ file: string; tables: TableChecksum[] }>

  beforeAll(async () => {
    owner = await bench.newAccount()
    await generateChats(bench.database, { accountId: owner.accountId, chats: 2, messages: 4500, now: bench.clock.now })
    chatId = (await owner.call('POST', '/chats', { name: 'Ünïcode 🙂', filterWords: ' spaced ' })).body.chatId
    for (const text of awkward) if (text.trim()) await owner.call('POST', `/chats/${chatId}/messages`, { text, userName: text })
    await owner.call('POST', `/chats/${chatId}/polls`, { question: 'Tea?', answer1: 'Yes', answer2: 'No' })
    await owner.call('POST', `/chats/${chatId}/banned-ips`, { ip: '255.255.255.255' }, { 'idempotency-key': 'kept-too' })
  })

  it.each(targets)('restored on $name, equals the original row by row, and the service runs on it', async ({ make }) => {
    const { file, tables } = await backUp()
    expect(tables).toEqual(await sumsAt(bench.place))
    expect(tables.map(({ table, rows }) => [table, rows > 0])).toEqual(tableNames.map((table) => [table, true]))

    const target = await make()
    await runRestoreCommand([file], environmentOf(target.place))
    expect(await sumsAt(target.place)).toEqual(tables)
    const database = openDatabase<Tables>(target.place)
    const call = bench.callWith(owner.token, createApp({ database, now: () => bench.clock.now }))
    expect(await installationId(database.query)).toBe(await installationId(bench.database.query))
    const path = `/chats/${chatId}/messages?fast=true`
    expect((await call('GET', path)).body).toEqual((await owner.call('GET', path)).body)
    expect((await call('POST', '/chats', { name: 'The next one' })).body.chatId).toBe(chatId + 1)
    await database.close()
    await target.remove()
  })

  // The servers of a cluster have no common moment: docs/operations.md.
  it.skipIf(inject('hasCitus'))('is of one moment, while others write', async () => {
    const writing = new AbortController()
    const write = async () => {
      while (!writing.signal.aborted) {
        await owner.call('POST', `/chats/${chatId}/messages`, { text: 'Meanwhile' })
        // SQLite answers without waiting for anything, so nothing else would ever get its turn.
        await setImmediate()
      }
    }
    const writer = write()
    const { file } = await backUp()
    writing.abort()
    await writer
    const target = await makeFolder()
    await runRestoreCommand([file], environmentOf(target.place))
    const { query, close } = openDatabase<Tables>(target.place)
    // A message and its number in the chat's row are one change.
    const { last_message_id: last } = await query
      .selectFrom('chat')
      .select('last_message_id')
      .where('id', '=', chatId)
      .executeTakeFirstOrThrow()
    const { highest } = await query
      .selectFrom('message')
      .select(({ fn }) => fn.max('id').as('highest'))
      .where('chat_id', '=', chatId)
      .executeTakeFirstOrThrow()
    expect(highest).toBe(last)
    const now = await bench.database.query.selectFrom('chat').select('last_message_id').where('id', '=', chatId).executeTakeFirstOrThrow()
    expect(now.last_message_id).toBeGreaterThan(last)
    await close()
    await target.remove()
  })

  it('never overwrites a file, and only its owner can read it', async () => {
    const { file } = await backUp()
    await expect(backUp(file)).rejects.toThrow('already exists')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('does not follow a symbolic link under a predictable name', async () => {
    const [file, victim] = [freshFile(), freshFile()]
    writeFileSync(victim, 'precious')
    symlinkSync(victim, `${file}.part`)
    await backUp(file)
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    rmSync(`${file}.part`)
  })
})

describe.skipIf(!server)('a restore on PostgreSQL', () => {
  it('is refused for a database with accounts and changes nothing', async () => {
    const [target, source] = [await makeDatabase(server ?? ''), await makeFolder()]
    const file = freshFile()
    await fillAndBackUp(source.place, file)
    await runRestoreCommand([file], environmentOf(target.place))
    const before = await sumsAt(target.place)
    await expect(runRestoreCommand([file], environmentOf(target.place))).rejects.toThrow('already has accounts')
    expect(await sumsAt(target.place)).toEqual(before)
    await Promise.all([source.remove(), target.remove()])
  })
})

async function fillAndBackUp(place: DatabaseLocation, file: string): Promise<void> {
  await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], environmentOf(place))
  await runBackupCommand([file], environmentOf(place))
}

describe('the backup and restore commands with wrong arguments', () => {
  it.each([[[]], [['a', 'b']], [['--file']]])('refuse %j', async (args) => {
    await expect(runBackupCommand(args, {})).rejects.toThrow(UsageError)
    await expect(runRestoreCommand(args, {})).rejects.toThrow(UsageError)
  })

  it('create no database where there is none to back up', async () => {
    const nowhere = join(folder, 'nowhere')
    await expect(runBackupCommand([join(folder, 'nothing')], { DATA_DIR: nowhere })).rejects.toThrow(`There is no database in ${nowhere}`)
    expect(existsSync(nowhere)).toBe(false)
  })

  it('create no data folder for a file that is not a backup', async () => {
    const file = join(folder, 'foreign')
    writeFileSync(file, 'SQLite format 3\0')
    const nowhere = join(folder, 'nowhere')
    await expect(runRestoreCommand([file], { DATA_DIR: nowhere })).rejects.toThrow('not a backup of Roomkeeper')
    expect(existsSync(nowhere)).toBe(false)
  })
})
