import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#db/open.ts'
import { environmentOf, onEveryEngine } from '#service/testing/databases.ts'
import { createKeys } from '../session/seal.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'
import { runAuditCommand } from './audit-cli.ts'
import { createAuditLog } from './audit-log.ts'
import { checkFurther, verifyAll } from './chain.ts'
import { hashOf } from './line.ts'
import { readCount, readPage } from './read-audit.ts'
import type { Reader } from './search.ts'
import { entryData, linesOf } from './test-audit.ts'
import { keepAuditLog } from './upkeep.ts'
import { createWriter } from './writer.ts'

const silent = pino({ level: 'silent' })
const day = 86_400_000
const file = randomBytes(32)
const keys = createKeys(file)
const start = Date.UTC(2026, 0, 1)

onEveryEngine('The chain of the audit log', (bench) => {
  let database: Database<GatewayTables>
  let folder: string
  let keyFile: string
  const clock = { ms: start }
  beforeAll(async () => {
    database = bench.database as unknown as Database<GatewayTables>
    await migrateGatewayTables(database.query)
    folder = mkdtempSync(join(tmpdir(), 'roomkeeper-audit-'))
    keyFile = join(folder, 'session.key')
    writeFileSync(keyFile, file)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const change = (workspace: string, subject: string, send = async () => '') =>
    createAuditLog({ database, log: silent, nowMs: () => clock.ms }).change({ workspace, data: entryData({ subject }) }, send, () => ({
      outcome: 'done',
      message: '',
    }))
  async function written(workspace: string, count = 10) {
    for (let index = 0; index < count; index++) await change(workspace, `${index}`)
  }
  const verify = (workspace: string) => database.snapshot((query) => verifyAll(query, workspace, keys))
  const row = (workspace: string, line: number) =>
    database.query.updateTable('audit_line').where('workspace', '=', workspace).where('line', '=', line)
  const keep = (retentionDays: number | null = null) => keepAuditLog({ database, keys, log: silent, nowMs: () => clock.ms, retentionDays })
  const reader = (workspace: string): Reader => ({ workspace, member: null, who: 'token', isOwn: false, now: clock.ms })
  const chainOf = async (workspace: string) => (await readCount(database.query, reader(workspace), {})).chain

  async function run(...args: string[]) {
    const printed = { out: '', err: '' }
    const into = (name: 'out' | 'err') => new Writable({ write: (text, _, next) => ((printed[name] += String(text)), next()) })
    const env = { ...environmentOf(bench.place), SESSION_KEY_FILE: keyFile }
    const code = await runAuditCommand(args, env, into('out'), into('err'))
    return { code, ...printed }
  }

  const later = { text: JSON.stringify({ kind: 'other' }) }
  const tampering: [string, (workspace: string) => Promise<unknown>, string][] = [
    ['a text that was changed', (name) => row(name, 7).set(later).execute(), 'line 7 was changed'],
    [
      'a text that was changed with its hash',
      (name) =>
        row(name, 7)
          .set({ ...later, hash: hashOf('', later.text) })
          .execute(),
      'line 7 was changed',
    ],
    ['a column that says another thing than the text', (name) => row(name, 7).set({ who: 'token' }).execute(), 'line 7 has another “who”'],
    ['another outcome', (name) => row(name, 8).set({ outcome: 'refused' }).execute(), 'line 8 has another “outcome”'],
    ['another time', (name) => row(name, 8).set({ at: 1 }).execute(), 'line 8 has another “at”'],
    [
      'a line that was deleted',
      (name) => database.query.deleteFrom('audit_line').where('workspace', '=', name).where('line', '=', 5).execute(),
      'line 5 is missing',
    ],
    [
      'first lines that were deleted',
      (name) => database.query.deleteFrom('audit_line').where('workspace', '=', name).where('line', '<=', 4).execute(),
      'lines 1 to 4 are missing',
    ],
    [
      'last lines that were deleted',
      (name) => database.query.deleteFrom('audit_line').where('workspace', '=', name).where('line', '>', 18).execute(),
      'the lines after 18 are missing',
    ],
  ]

  test.each(tampering)('%s is found', async (name, tamper, problem) => {
    await written(name)
    expect(await verify(name)).toMatchObject({ lines: 20, first: 1, last: 20, problem: null })
    await tamper(name)
    expect((await verify(name)).problem).toContain(problem)
    await checkFurther(database.query, name, clock.ms)
    expect((await chainOf(name)).brokenAt).not.toBeNull()
    // For the tests of the command.
    await database.query.deleteFrom('audit_line').where('workspace', '=', name).execute()
    await database.query.deleteFrom('audit_head').where('workspace', '=', name).execute()
  })

  test('the gateway checks what was added since, and says up to where', async () => {
    await written('checked', 3)
    await keep()
    expect(await chainOf('checked')).toEqual({ brokenAt: null, checkedTo: 6, checked: clock.ms })
    await written('checked', 2)
    await keep()
    expect(await chainOf('checked')).toMatchObject({ brokenAt: null, checkedTo: 10 })
  })

  test('others have the thread between any few hundred lines, also of several accounts', async () => {
    const accounts = ['busy 0', 'busy 1']
    // A few at once: each transaction waits a limited time for its connection.
    for (const account of accounts)
      for (let count = 0; count < 200; count += 10) await Promise.all(Array.from({ length: 10 }, () => change(account, 'x')))
    // Each line that is checked is parsed.
    const parse = vi.spyOn(JSON, 'parse')
    let [seen, most] = [0, 0]
    const others = setInterval(() => {
      most = Math.max(most, parse.mock.calls.length - seen)
      seen = parse.mock.calls.length
    }, 1)
    clock.ms += 10 * 60_000
    await keep()
    clearInterval(others)
    parse.mockRestore()
    expect(most).toBeLessThan(300)
    for (const account of accounts) expect(await chainOf(account)).toMatchObject({ brokenAt: null, checkedTo: 400 })
    // The retention goes in steps too.
    clock.ms += 40 * day
    await written('busy 0', 1)
    await keep(30)
    expect(await verify('busy 0')).toMatchObject({ problem: null, first: 401 })
    expect((await readPage(database.query, reader('busy 0'), { limit: 1 })).entries[0]).toMatchObject({ changes: [{ before: 200 }] })
  })

  test('an entry whose gateway ended is unknown, first without a line that says so, then with one', async () => {
    await written('ended', 1)
    await createWriter(database)({ kind: 'entry', workspace: 'ended', at: clock.ms, data: entryData({ subject: 'cut off' }) })
    const newest = async () => (await readPage(database.query, reader('ended'), { limit: 1 })).entries[0]!.outcome
    const found = async (outcome: 'running' | 'unknown' | 'done') =>
      (await readPage(database.query, reader('ended'), { outcome })).entries.map(({ subject }) => subject)
    expect([await newest(), await found('running'), await found('unknown'), await found('done')]).toEqual([
      'running',
      ['cut off'],
      [],
      ['0'],
    ])
    clock.ms += 2 * 60_000
    expect([await newest(), await found('running'), await found('unknown')]).toEqual(['unknown', [], ['cut off']])
    await keep()
    expect(await linesOf(database, 'ended')).toHaveLength(3)
    clock.ms += 10 * 60_000
    await Promise.all([keep(), keep()])
    expect((await linesOf(database, 'ended')).map(({ outcome }) => outcome)).toEqual(['', 'done', '', 'unknown'])
    expect(await newest()).toBe('unknown')
  })

  test('the retention deletes what is older and leaves a signed line that says so', async () => {
    await written('kept', 5)
    clock.ms += 40 * day
    await written('kept', 5)
    await keep(30)
    const lines = await linesOf(database, 'kept')
    expect(lines[0]!.line).toBe(11)
    expect(lines.at(-1)).toMatchObject({ kind: 'cut', line: 23 })
    expect(JSON.parse(lines.at(-1)!.text)).toMatchObject({ through: 10 })
    expect(await verify('kept')).toMatchObject({ problem: null, first: 11, last: 23 })
    const { all } = await readCount(database.query, reader('kept'), {})
    expect(all).toBe(6)
    expect((await readPage(database.query, reader('kept'), { limit: 1 })).entries[0]).toMatchObject({
      action: 'auditCut',
      who: { kind: 'roomkeeper' },
      changes: [{ name: 'entries', before: 5 }],
    })
    // Once a day at most.
    await keep(30)
    expect(await linesOf(database, 'kept')).toHaveLength(lines.length)
  })

  test('nothing but that cut is accepted', async () => {
    const other = createKeys(randomBytes(32))
    expect((await database.snapshot((query) => verifyAll(query, 'kept', other))).problem).toContain('not signed')
    expect((await database.snapshot((query) => verifyAll(query, 'kept', null))).problem).toContain('key file')
    const [first] = await linesOf(database, 'kept')
    await database.query.deleteFrom('audit_line').where('workspace', '=', 'kept').where('line', '=', 11).execute()
    expect((await verify('kept')).problem).toBe('lines 11 to 11 are missing')
    await database.query.insertInto('audit_line').values(first!).execute()
    expect((await verify('kept')).problem).toBeNull()
  })

  test('the retention keeps the lines of a broken chain', async () => {
    await written('evidence', 5)
    await row('evidence', 3).set({ who: 'token' }).execute()
    clock.ms += 60 * day
    await written('evidence', 1)
    await keep(30)
    expect((await linesOf(database, 'evidence'))[0]!.line).toBe(1)
    expect((await chainOf('evidence')).brokenAt).toBe(3)
    await row('evidence', 3).set({ who: 'person:bilal' }).execute()
    await keep()
    expect((await chainOf('evidence')).brokenAt).toBeNull()
  })

  test('the command verifies, and its exit code says what it found', async () => {
    const whole = await run('verify')
    expect([whole.code, whole.err]).toEqual([0, ''])
    expect(JSON.parse(whole.out)).toMatchObject({ isWhole: true })
    await written('command', 2)
    await row('command', 2).set({ outcome: 'refused' }).execute()
    const broken = await run('verify', '--workspace', 'command')
    expect(broken.code).toBe(3)
    expect(JSON.parse(broken.out)).toMatchObject({
      isWhole: false,
      workspaces: [{ workspace: 'command', problem: 'line 2 has another “outcome” than its text' }],
    })
    expect((await run('verify', '--workspace', 'nobody')).code).toBe(1)
    for (const args of [[], ['delete'], ['verify', '--from', '2026-01-01'], ['export', '--from', 'yesterday']])
      expect((await run(...args)).code, args.join(' ')).toBe(2)
  })

  test('the command exports each line with the text that was hashed', async () => {
    const all = await run('export', '--workspace', 'kept')
    const lines = await linesOf(database, 'kept')
    expect(all.code).toBe(0)
    expect(all.out).toBe(lines.map(({ hash, text }) => `{"sha256":"${hash}","line":${text}}\n`).join(''))
    expect((await run('export', '--workspace', 'kept', '--to', '2026-01-02')).out).toBe('')
    expect((await run('export', '--workspace', 'kept', '--from', '2026-02-01', '--to', '2027-01-01')).out).toBe(all.out)
  })
})
