import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase, databaseFile } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { runAccountCommand } from '#service/accounts/account-actions.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { makeDatabase, makeFolder } from '#service/testing/databases.ts'
import { runCommand, startProcess } from '../../test-program.ts'
import { gatewayPart } from '../backup-part.ts'
import { temporaryFolder } from '../testing/gateway.ts'
import type { Check } from './check.ts'
import { checkDatabase } from './database.ts'

/** Runs the doctor on real folders, databases and servers. */

const parts = [gatewayPart, servicePart]
let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

async function runDoctor(env: Record<string, string>, ...args: string[]) {
  const outcome = await runCommand(['doctor', '--json', ...args], { DATA_DIR: temporary.folder, ...env })
  return { ...outcome, checks: outcome.out ? (JSON.parse(outcome.out) as { checks: Check[] }).checks : [] }
}
type Outcome = Awaited<ReturnType<typeof runDoctor>>

const found = ({ checks }: Outcome) => checks.flatMap(({ findings }) => findings.map(({ text }) => text))
const factsOf = ({ checks }: Outcome, name: Check['name']) => checks.find((check) => check.name === name)?.facts

test('the command on a folder whose server is running, stopped, and stopped with a damaged database', async () => {
  const account = ['create', '--email', 'a@example.org', '--name', 'Ada']
  const { token } = (await runAccountCommand(account, { DATA_DIR: temporary.folder })) as { token: string }
  const tokenFile = join(temporary.folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const server = startProcess(temporary.folder, {})
  const port = new URL(await server.ready).port

  const running = await runDoctor({ PORT: port }, '--token-file', tokenFile)
  expect([found(running), running.code]).toEqual([[], 0])
  expect(factsOf(running, 'server')).toEqual([`it runs at http://127.0.0.1:${port} and is ready`])
  expect(factsOf(running, 'database')).toContain(`gateway tables: ${gatewayPart.schemas.at(-1)}`)
  expect(factsOf(running, 'upstream')?.slice(1)).toEqual([
    ...['/account', '/chats', '/social'].map((path) => expect.stringMatching(`^GET ${path}: 200 after \\d+ ms$`)),
    'the account has no chat to check',
  ])
  expect(running.out).not.toContain(token)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, errors: '' })

  const stopped = await runDoctor({ PORT: port })
  expect([found(stopped), stopped.code]).toEqual([[], 0])
  expect(factsOf(stopped, 'server')).toEqual([`it does not run at http://127.0.0.1:${port}`])

  const file = databaseFile(temporary.folder)
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  writeFileSync(file, 'not a database '.repeat(1000))
  chmodSync(temporary.folder, 0o755)
  const damaged = await runDoctor({ PORT: port })
  expect(damaged.code).toBe(1)
  expect(found(damaged)).toEqual([
    `Other users can read ${temporary.folder}.`,
    expect.stringMatching(/^The database cannot be used: .*not a database/),
  ])

  const wrong = await runDoctor({ PORT: 'x' })
  expect([found(wrong), wrong.code]).toEqual([[expect.stringContaining('PORT must be')], 1])
  expect((await runDoctor({}, '--token-file', join(temporary.folder, 'none'))).code).toBe(2)
  // Not a header that can be sent.
  const unsendable = await runDoctor({ CHAT_API_TOKEN: 'first line\nsecond' })
  expect(unsendable).toMatchObject({ code: 2, out: '', errors: expect.stringMatching(/^CHAT_API_TOKEN does not contain a token\./) })
  expect(unsendable.errors).not.toContain('second')
})

test('a file that is mostly unused', async () => {
  const { place, remove } = await makeFolder()
  const database = openDatabase<AnyTables>(place)
  for (const part of parts) await part.migrate(database.query)
  await sql`create table large (content blob)`.execute(database.query)
  await sql`insert into large values (zeroblob(120000000))`.execute(database.query)
  await sql`drop table large`.execute(database.query)
  await database.close()
  const { check } = await checkDatabase(place, parts, false)
  expect(check.findings).toEqual([
    { text: expect.stringMatching(/^120\.\d MB of the file are unused: /), fix: expect.stringContaining('vacuum') },
  ])
  await remove()
})

test('a file with a damaged page', async () => {
  const [{ place, remove }, copy] = [await makeFolder(), await makeFolder()]
  const database = openDatabase<AnyTables>(place)
  for (const part of parts) await part.migrate(database.query)
  const file = databaseFile('folder' in copy.place ? copy.place.folder : '')
  // A file without a write-ahead log.
  await sql`vacuum into ${sql.lit(file)}`.execute(database.query)
  await database.close()
  const whole = readFileSync(file)
  writeFileSync(file, whole.fill(0x5a, whole.length / 2))
  const { check } = await checkDatabase(copy.place, parts, false)
  expect(check.findings).toEqual([
    { text: expect.stringMatching(/^The (?:file is damaged|database cannot be used): /), fix: expect.any(String) },
  ])
  await Promise.all([remove(), copy.remove()])
})

const standing = {
  workspace: 'w',
  account_id: 1,
  since: null,
  turned_on_by: '',
  sealed_token: 'x',
  token_rejected: 0,
  budget: 120,
  paused_until: 0,
}

const server = inject('postgresUrl')
const engines = [
  { name: 'SQLite', make: makeFolder, words: 'SQLite' },
  ...(server ? [{ name: 'PostgreSQL', make: () => makeDatabase(server), words: 'PostgreSQL' }] : []),
]

describe.each(engines)('a database on $name', ({ make, words }) => {
  test('of an earlier and of a later release', async () => {
    const { place, remove } = await make()
    const database = openDatabase<AnyTables>(place)
    await gatewayPart.migrate(database.query, '0021-scoped-token')
    const earlier = await checkDatabase(place, parts, false)
    expect(earlier.check.facts[0]).toMatch(new RegExp(`^${words} [\\d.]+.*, [\\d.]+ [kM]B$`))
    expect(earlier.check.facts.slice(-2)).toEqual(['gateway tables: 0021-scoped-token', 'service tables: none yet'])
    const finding = earlier.check.findings.find(({ text }) => text.includes('earlier release'))
    expect(finding).toEqual({ text: 'The tables are those of an earlier release (gateway).', fix: expect.stringContaining('backup') })
    expect(earlier.clock === null).toBe('folder' in place)

    for (const part of parts) await part.migrate(database.query)
    expect((await checkDatabase(place, parts, false)).sealed).toEqual([])
    await database.query.insertInto('standing_access').values(standing).execute()
    expect((await checkDatabase(place, parts, false)).sealed).toHaveLength(1)

    await database.query.insertInto('gateway_migration').values({ name: '9000-later', timestamp: '' }).execute()
    const later = await checkDatabase(place, parts, false)
    expect(later.check.findings.map(({ text }) => text)).toContainEqual(expect.stringContaining('migrated by a later release'))
    await database.close()
    await remove()
  })
})

test('PostgreSQL that does not answer is a finding without the password', async () => {
  const { check } = await checkDatabase({ url: 'postgres://user:secret@127.0.0.1:1/none' }, parts, false)
  expect(check.findings).toEqual([
    { text: expect.stringMatching(/^The database cannot be used: /), fix: expect.stringContaining('DATABASE_URL') },
  ])
  expect(JSON.stringify(check)).not.toContain('secret')
})
