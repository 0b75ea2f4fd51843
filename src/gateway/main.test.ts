import { chmodSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityHeader } from '#contract/session.ts'
import { openDatabase } from '#db/open.ts'
import { runAccountCommand } from '#service/accounts/account-actions.ts'
import type { Tables } from '#service/tables.ts'
import { runCommand, startProcess } from '../test-program.ts'
import { fromPage, sessionFrom, temporaryFolder } from './testing/gateway.ts'
import { json, startRemoteService } from './testing/remote-service.ts'

/** The complete process, as operators start it. */

let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

const start = (env: Record<string, string>) => startProcess(temporary.folder, env)

test('the start prints the address and how to sign in; whoever starts beside it is refused in one line, and whoever starts after it is not', async () => {
  /** Without the database, which the first process itself writes to at any time. */
  const files = () =>
    readdirSync(temporary.folder)
      .filter((name) => !name.startsWith('roomkeeper.db'))
      .map((name) => [name, readFileSync(join(temporary.folder, name)).toString('base64')])
  const first = start({})
  const address = await first.ready
  for (const path of ['healthz', 'readyz']) expect(await (await fetch(`${address}/${path}`)).json()).toEqual({ status: true })

  const before = files()
  const onSameData = await start({}).ended
  expect(onSameData).toMatchObject({ code: 1, out: '' })
  expect(onSameData.errors.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`Process ${first.child.pid} is already using the data in`),
  ])
  expect(files()).toEqual(before)
  const { port } = new URL(address)
  const onSamePort = await start({ PORT: port, DATA_DIR: join(temporary.folder, 'other') }).ended
  expect(onSamePort.code).toBe(1)
  expect(onSamePort.errors.trimEnd().split('\n')).toEqual([expect.stringContaining(`Port ${port} is already in use`)])
  expect((await fetch(`${address}/healthz`)).status).toBe(200)

  // The lock ends with the first process, however it ends.
  first.child.kill('SIGKILL')
  await first.ended
  const second = start({})
  await second.ready
  second.child.kill('SIGINT')
  const end = await second.ended
  expect(end).toMatchObject({ code: 0, errors: '' })
  expect(end.out).toContain('npm run account -- create')
  expect(end.out).not.toContain('Open demo')
})

test('on SIGTERM the request in progress is finished first', async () => {
  let arrived = () => {}
  const begun = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let letGo = () => {}
  const remote = await startRemoteService((_, response) => {
    letGo = () => json(response, { status: false, message: 'No such token' }, 401)
    arrived()
  })
  const process = start({ CHAT_API_URL: remote.address })
  const address = await process.ready
  const underWay = fetch(`${address}/bff/session`, { method: 'POST', headers: { ...fromPage }, body: '{"token":"x"}' })
  await begun
  process.child.kill('SIGTERM')
  // The service responds only after the server has stopped listening.
  const refused = async () =>
    fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    )
  await expect.poll(refused).toBe(true)
  letGo()
  expect(await (await underWay).json()).toMatchObject({ code: 'token_refused', said: 'No such token' })
  expect(await process.ended).toMatchObject({ code: 0, errors: '' })
  await remote.close()
})

test('on SIGTERM under load no acknowledged write is lost', async () => {
  const { token } = (await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], { DATA_DIR: temporary.folder })) as {
    token: string
  }
  const process = start({})
  const address = await process.ready
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    // Until the end, every request succeeds or is not accepted.
    expect(answer.status).toBe(200)
    return (await answer.json()) as { chatId: number }
  }
  const { chatId } = await post('/chats', { name: 'Busy' })
  const acknowledged: string[] = []
  const sender = async (name: number) => {
    for (let count = 0; ; count++) {
      const text = `${name}: ${count}`
      await post(`/chats/${chatId}/messages`, { text })
      if (acknowledged.push(text) === 100) process.child.kill('SIGTERM')
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, name) => sender(name)))
  expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: expect.any(TypeError) })))
  expect(await process.ended).toMatchObject({ code: 0, errors: '' })

  const database = openDatabase<Tables>({ folder: temporary.folder })
  const stored = await database.query.selectFrom('message').select('text').where('chat_id', '=', chatId).execute()
  expect(acknowledged.filter((text) => !stored.some((message) => message.text === text))).toEqual([])
  await database.close()
})

test.each([
  ['a file', 'EEXIST'],
  ['below a file', 'ENOTDIR'],
])('a data folder that cannot be used is named in one line: it is %s', async (where, code) => {
  const file = join(temporary.folder, 'file')
  writeFileSync(file, '')
  const folder = where === 'a file' ? file : join(file, 'folder')
  const end = await start({ DATA_DIR: folder }).ended
  expect(end).toMatchObject({ code: 1, out: '' })
  expect(end.errors).toBe(
    `Cannot start: the data folder ${folder} cannot be created or written to (${code}): choose another DATA_DIR, or change who owns it\n`,
  )
})

test('a damaged database is reported in one line, and stays as it is', async () => {
  const file = join(temporary.folder, 'roomkeeper.db')
  writeFileSync(file, 'not a database'.repeat(500))
  const { code, errors } = await start({}).ended
  expect(code).toBe(1)
  expect(errors.trimEnd().split('\n')).toEqual([expect.stringContaining('is damaged (file is not a database). Restore the last backup')])
  expect(readFileSync(file, 'utf8')).toBe('not a database'.repeat(500))
})

test('PostgreSQL that does not answer is reported in one line, without the password', async () => {
  const { code, errors } = await start({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/^Cannot start: PostgreSQL cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): check .* DATABASE_URL\n$/)
})

test('all invalid settings are reported, one line each, before any file is created', async () => {
  const { code, errors } = await start({ PORT: 'x', LOG_LEVEL: 'loud', DEMO: 'on', CHAT_API_URL: 'https://chat.example.org' }).ended
  expect(code).toBe(1)
  expect(errors.trimEnd().split('\n')).toEqual([
    expect.stringContaining('PORT'),
    expect.stringContaining('LOG_LEVEL'),
    expect.stringContaining('DEMO'),
  ])
})

test.skipIf(process.platform === 'win32')(
  'all files are private to the user, and a data folder that others can read is logged as a warning',
  async () => {
    const previous = process.umask(0o022)
    try {
      const folder = join(temporary.folder, 'new')
      expect(await runCommand(['account', 'create', '--email', 'a@example.org', '--name', 'A'], { DATA_DIR: folder })).toMatchObject({
        code: 0,
      })
      const run = async () => {
        const { ready, stop } = start({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
        await ready
        const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => [path, statSync(path).mode & 0o077])
        return { modes, out: (await stop()).out }
      }
      const first = await run()
      expect(first.modes.length).toBeGreaterThan(3)
      expect(first.modes.filter(([, others]) => others !== 0)).toEqual([])
      expect(first.out).not.toContain('open-folder')
      chmodSync(folder, 0o755)
      expect((await run()).out).toMatch(/"event":"open-folder".*chmod/)
    } finally {
      process.umask(previous)
    }
  },
)

test('with the demo, the start mentions its button, and deletes the tokens of its expired sessions', async () => {
  const first = start({ DEMO: 'on' })
  const answer = await fetch(`${await first.ready}/bff/session/demo`, { method: 'POST', headers: fromPage, body: '{}' })
  expect(await sessionFrom(answer)).toMatchObject({ signedIn: true, demo: { rooms: expect.any(Number), messages: expect.any(Number) } })
  const end = await first.stop()
  expect(end).toMatchObject({ code: 0, errors: '' })
  expect(end.out).toContain('press "Open demo"')
  const database = openDatabase<Tables>({ folder: temporary.folder })
  const tokens = () => database.query.selectFrom('token').select('id').execute()
  // That of the session, and that of the demo's standing access.
  expect(await tokens()).toHaveLength(2)
  await database.query.updateTable('token').set({ expires: 1 }).execute()
  const second = start({ DEMO: 'on' })
  await second.ready
  await expect.poll(tokens).toEqual([])
  await second.stop()
  await database.close()
})

test('a session key that others can read prevents the start', async () => {
  const file = join(temporary.folder, 'my.key')
  writeFileSync(file, Buffer.alloc(32))
  chmodSync(file, 0o644)
  const { code, errors } = await start({ SESSION_KEY_FILE: file }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/can be read by other users/)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
})

test('a team whose key file is missing prevents the start, until the file is back', async () => {
  const { token } = (await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], { DATA_DIR: temporary.folder })) as {
    token: string
  }
  const first = start({})
  const address = await first.ready
  const signedIn = await fetch(`${address}/bff/session`, { method: 'POST', headers: fromPage, body: JSON.stringify({ token }) })
  const session = await sessionFrom(signedIn.clone())
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const turnedOn = await fetch(`${address}/bff/workspace/team`, {
    method: 'POST',
    headers: { ...fromPage, cookie, [identityHeader]: session.signedIn ? session.identity : '' },
    body: JSON.stringify({ token, name: 'Ines' }),
  })
  expect(turnedOn.status).toBe(200)
  await first.stop()

  const key = join(temporary.folder, 'session.key')
  renameSync(key, `${key}.away`)
  const refused = await start({}).ended
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.errors).toMatch(/^Cannot start: the key file .*session\.key is missing, and the sealed tokens of 1 account/)
  expect(readdirSync(temporary.folder)).not.toContain('session.key')
  renameSync(`${key}.away`, key)
  const again = start({})
  await again.ready
  expect(await again.stop()).toMatchObject({ code: 0, errors: '' })
})

test('refusals and deletions of programs are logged with account, time and subject', async () => {
  const { token, accountId } = (await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], {
    DATA_DIR: temporary.folder,
  })) as { token: string; accountId: number }
  const process = start({ LOG_LEVEL: 'info' })
  const address = await process.ready
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: string) => fetch(`${address}/api${path}`, { method, headers, ...(body && { body }) })
  const { chatId } = (await (await call('POST', '/chats', '{"name":"Room"}')).json()) as { chatId: number }
  await call('POST', `/chats/${chatId}/messages/delete`, '[1,2]')
  await call('DELETE', `/chats/${chatId}%0d%0a/polls/1`)
  await call('DELETE', `/chats/${chatId}`)
  const { out } = await process.stop()
  const lines = out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
  const who = { account: accountId, time: expect.any(Number), request: expect.stringMatching(/^[\w-]{36}$/) }
  expect(lines.filter(({ event }) => event === 'request')).toMatchObject([
    { ...who, endpoint: 'messageDeleteSome', params: { chatId: String(chatId) }, count: 2, status: 200 },
    { ...who, endpoint: 'pollDelete', status: 400, code: 'invalid' },
    { ...who, endpoint: 'chatDelete', params: { chatId: String(chatId) }, status: 200 },
  ])
  expect(out).not.toContain(token)
})
