import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiNames } from '#contract/api.ts'
import { runCommand } from '../test-program.ts'
import { temporaryFolder } from '../gateway/testing/gateway.ts'
import { commands } from './commands.ts'
import { startForCommands, type CommandBench } from './test-commands.ts'

/** Commands against a real gateway over http, with scoped tokens and with the account's own. */

let bench: CommandBench
let token: string
let chatId: number
beforeAll(async () => {
  bench = await startForCommands({ signInLimit: 1000 })
  token = (await bench.createToken()).secret
  chatId = (await bench.read<{ chatId: number }>(token, ['chats', 'create', '--name=Lobby'])).chatId
})
afterAll(() => bench.close())

const chat = () => String(chatId)
async function carryOutJobs() {
  await bench.team.jobRunner.tick()
  await bench.team.jobRunner.settled()
}
const post = async (text: string) => {
  expect(await bench.run(token, ['messages', 'post', chat(), `--text=${text}`])).toMatchObject({ code: 0, errors: '' })
  const messages = await bench.read<{ messageId: number; text: string }[]>(token, ['messages', 'list', chat(), '--reverse'])
  return messages.find((message) => message.text === text)!.messageId
}

test('every endpoint of the API has a command, or its reason not to', () => {
  const withCommand = Object.values(commands).flatMap((group) =>
    Object.values(group).flatMap((command) => ('endpoint' in command ? [command.endpoint] : [])),
  )
  const others = {
    chatUpdate: 'settings set',
    pollUpdate: 'polls update',
    messageDelete: 'messages delete',
    messageDeleteSome: 'messages delete',
    messageListSlow: 'deprecated',
    // They need a confirmation, or replace all fields at once.
    currencySet: 'none',
    accountUpdate: 'none',
    socialUpdate: 'none',
  }
  expect([...withCommand, ...Object.keys(others)].toSorted()).toEqual([...apiNames].toSorted())
})

describe('output', () => {
  test('a table for people, JSON for programs', async () => {
    const people = await bench.run(token, ['chats', 'list'])
    expect(people.out.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^id +name +offline +lastUsed$/),
      expect.stringMatching(new RegExp(`^${chatId} +Lobby +false +–$`)),
    ])
    expect(await bench.read(token, ['chats', 'list'])).toEqual([expect.objectContaining({ id: chatId, name: 'Lobby', anonymous: true })])
    expect((await bench.run(token, ['bans', 'list', chat()])).out).toBe('Nothing.')
  })

  test('what users wrote moves no cursor of a terminal', async () => {
    const id = await post('red \u001b[31m\u009b2J \u202eevil')
    const { out } = await bench.run(token, ['messages', 'list', chat(), '--limit=1', '--reverse'])
    expect(out).toContain('red \\u001b[31m\\u009b2J \\u202eevil')
    const machine = await bench.run(token, ['messages', 'list', chat(), '--json'])
    expect(machine.out.match(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu)).toBeNull()
    expect(JSON.parse(machine.out)).toContainEqual(expect.objectContaining({ messageId: id, text: 'red \u001b[31m\u009b2J \u202eevil' }))
  })

  test('a page says how to read the next one', async () => {
    await post('one more')
    await post('and another')
    const first = await bench.run(token, ['messages', 'list', chat(), '--limit=1'])
    expect(first.out.split('\n')).toHaveLength(2)
    const next = /--next=(\S+)/.exec(first.errors)![1]!
    expect((await bench.run(token, ['messages', 'list', chat(), '--limit=1', `--next=${next}`])).out).not.toBe(first.out)
  })

  test('what a command is mostly used with may be given by position', async () => {
    expect((await bench.run(token, ['messages', 'post', chat(), 'Doors at seven'])).code).toBe(0)
    expect((await bench.run(token, ['bans', 'add', chat(), '10.0.0.0/24'])).code).toBe(0)
    expect(await bench.read(token, ['bans', 'list', chat()])).toEqual([{ firstIp: '10.0.0.0', lastIp: '10.0.0.255' }])
    expect((await bench.run(token, ['bans', 'lift-range', chat(), '10.0.0.0', '10.0.0.255'])).code).toBe(0)
    expect(await bench.run(token, ['messages', 'post', chat(), '--text=Doors', 'at eight'])).toMatchObject({ code: 2 })
  })

  test('help names arguments, options and exit codes', async () => {
    const help = await bench.run(token, ['polls', 'create', '--help'])
    expect(help).toMatchObject({ code: 0, errors: '' })
    for (const words of ['roomkeeper polls create chatId', '--question=TEXT (required)', '--send=true|false', '4 outcome unknown'])
      expect(help.out).toContain(words)
    expect((await bench.run(token, ['settings', 'set', '--help'])).out).toContain('--offlineMessage=TEXT')
    expect((await bench.run(token, ['chats'])).code).toBe(2)
  })
})

describe('changes', () => {
  test('polls: created, changed without losing an answer, published, deleted', async () => {
    const args = ['--question=Tea or coffee?', '--answer1=Tea', '--answer2=Coffee', '--answer3=Both']
    const { id } = await bench.read<{ id: number }>(token, ['polls', 'create', chat(), ...args])
    const poll = async () => (await bench.read<Record<string, unknown>[]>(token, ['polls', 'list', chat()])).find((one) => one['id'] === id)
    expect((await bench.run(token, ['polls', 'update', chat(), String(id), '--answer2=Espresso'])).code).toBe(0)
    expect(await poll()).toMatchObject({ question: 'Tea or coffee?', answer1: 'Tea', answer2: 'Espresso', answer3: 'Both' })
    expect((await bench.run(token, ['polls', 'publish', chat(), String(id)])).out).toBe('Done.')
    expect(await poll()).toMatchObject({ publishedDate: expect.any(String) })
    const refused = await bench.run(token, ['polls', 'delete', chat(), String(id)])
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('Add --yes') })
    expect((await bench.run(token, ['polls', 'delete', chat(), String(id), '--yes'])).code).toBe(0)
    expect((await poll())?.['dateDeleted'] ?? 'gone').not.toBeNull()
  })

  test('bans: added, listed and lifted', async () => {
    expect((await bench.run(token, ['bans', 'add', chat(), '--ip=192.0.2.1', '--lastIp=192.0.2.9'])).code).toBe(0)
    expect(await bench.read(token, ['bans', 'list', chat()])).toEqual([{ firstIp: '192.0.2.1', lastIp: '192.0.2.9' }])
    expect((await bench.run(token, ['bans', 'lift-range', chat(), '192.0.2.1', '192.0.2.9'])).code).toBe(0)
    const wide = await bench.run(token, ['bans', 'add', chat(), '--ip=10.0.0.0', '--lastIp=10.255.255.255'])
    expect(wide).toMatchObject({ code: 3, errors: expect.stringContaining('Your role may ban at most') })
  })

  test('settings set changes what is named, and says what was sent', async () => {
    const set = await bench.run(token, ['settings', 'set', chat(), '--offline=true', '--offlineMessage=Back soon', '--sound_message=ding'])
    expect(set).toEqual({ code: 0, out: 'Saved.', errors: '' })
    const held = await bench.read(token, ['settings', 'get', chat(), 'offline', 'offlineMessage', 'sound_message', 'name'])
    expect(held).toEqual({ offline: true, offlineMessage: 'Back soon', sound_message: 'ding', name: 'Lobby' })
    const wrong = await bench.run(token, ['settings', 'set', chat(), '--groupChatWelcomeMessageDelay=-1'])
    expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('groupChatWelcomeMessageDelay must not be below 0') })
    expect((await bench.run(token, ['settings', 'set', chat(), '--offlne=true'])).code).toBe(2)
    expect((await bench.run(token, ['settings', 'set', chat()])).code).toBe(2)
  })

  test('messages delete finds, deletes and reads back; what is not there is not sent', async () => {
    const ids = [await post('spam 1'), await post('spam 2')]
    const result = await bench.run(token, ['messages', 'delete', chat(), ...ids.map(String), '999999', '--yes', '--json'])
    expect(result.code).toBe(0)
    expect(JSON.parse(result.out)).toEqual({
      deleted: ids.toReversed(),
      notDeleted: [],
      unknown: [],
      notTried: [],
      missing: [999_999],
    })
    const left = await bench.read<{ messageId: number }[]>(token, ['messages', 'list', chat(), '--limit=500'])
    expect(left.filter(({ messageId }) => ids.includes(messageId))).toEqual([])
    expect(await bench.run(token, ['messages', 'delete', chat(), String(ids[0]), '--yes'])).toMatchObject({ code: 1, out: '' })
    expect((await bench.run(token, ['messages', 'delete', chat(), 'abc', '--yes'])).code).toBe(2)
  })

  test('a deletion that was interrupted before it began sends nothing', async () => {
    const id = await post('stays')
    const result = await bench.run(token, ['messages', 'delete', chat(), String(id), '--yes'], { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ code: 1, errors: expect.stringContaining(`Not sent: ${id}`) })
    expect((await bench.run(token, ['messages', 'list', chat(), '--limit=500'])).out).toContain('stays')
  })

  test('presets: listed, previewed, turned on and ended, with the token as their actor', async () => {
    const presets = await bench.read<{ id: string }[]>(token, ['presets', 'list'])
    expect(presets.map(({ id }) => id)).toEqual(expect.arrayContaining(['lockdown', 'event']))
    const what = ['--presetId=lockdown', `--chatIds=${chatId}`]
    expect(await bench.read(token, ['presets', 'preview', ...what])).toMatchObject({ chats: [{ chatId }] })
    expect((await bench.run(token, ['presets', 'turn-on', 'on-1', ...what, '--until=null'])).code).toBe(0)
    expect(await bench.read(token, ['presets', 'active'])).toMatchObject([{ id: 'on-1', by: 'script', chats: [{ chatId }] }])
    expect(await bench.read(token, ['presets', 'result', 'on-1'])).toMatchObject({ kind: 'preset-on', phase: 'waiting', by: 'script' })
    await carryOutJobs()
    const done = { phase: 'ended', counts: { done: 1, failed: 0, unknown: 0, notTried: 0, decide: 0, notKept: 0 } }
    expect(await bench.read(token, ['presets', 'result', 'on-1'])).toMatchObject(done)
    expect(await bench.read(token, ['settings', 'get', chat(), 'anonymous'])).toEqual({ anonymous: false })
    expect(await bench.read(token, ['presets', 'end', 'on-1', 'end-1'])).toEqual({ jobId: 'end-1' })
    expect(await bench.read(token, ['presets', 'active'])).toEqual([])
    await carryOutJobs()
    expect(await bench.read(token, ['presets', 'result', 'end-1'])).toMatchObject({ kind: 'preset-end', ...done, by: 'script' })
    expect(await bench.read(token, ['settings', 'get', chat(), 'anonymous'])).toEqual({ anonymous: true })
    // Ended again, there is nothing left to do.
    expect(await bench.read(token, ['presets', 'end', 'on-1', 'end-2'])).toEqual({ jobId: null })
  })
})

describe('a dry run', () => {
  test.each([
    [
      ['polls', 'create', '7', '--question=A?', '--answer1=B', '--answer2=C'],
      'POST',
      '/chats/7/polls',
      { question: 'A?', answer1: 'B', answer2: 'C' },
    ],
    [['chats', 'delete', '7'], 'DELETE', '/chats/7', undefined],
    [['bans', 'lift-range', '7', '192.0.2.1', '192.0.2.9'], 'DELETE', '/chats/7/banned-ips/192.0.2.1:192.0.2.9', undefined],
  ] as const)('%j prints the request and sends none', async (command, method, path, body) => {
    // Nobody listens there.
    const { code, out } = await bench.run(token, [...command, '--dry-run', '--json'], { url: 'http://127.0.0.1:9' })
    expect([code, JSON.parse(out)]).toEqual([0, [{ method, url: `http://127.0.0.1:9/api${path}`, ...(body && { body }) }]])
    expect(out).not.toContain(token)
  })

  test('of settings reads, and changes nothing', async () => {
    const before = await bench.read(token, ['settings', 'get', chat()])
    const { code, out } = await bench.run(token, ['settings', 'set', chat(), '--allowLinks=false', '--dry-run'])
    expect([code, out]).toEqual([0, expect.stringContaining(`PUT ${bench.address}/api/chats/${chatId}`)])
    expect(out).toContain('"allowLinks": false')
    expect(await bench.read(token, ['settings', 'get', chat()])).toEqual(before)
  })

  test('of a deletion names the batches of what is there', async () => {
    const id = await post('kept')
    const { code, out } = await bench.run(token, ['messages', 'delete', chat(), String(id), '999999', '--dry-run', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [{ method: 'POST', url: `${bench.address}/api/chats/${chatId}/messages/delete`, body: [id] }],
    ])
    expect((await bench.run(token, ['messages', 'list', chat(), '--limit=500'])).out).toContain('kept')
  })
})

describe('refusals', () => {
  test('what the role does not include, and what no token may do', async () => {
    const { secret } = await bench.createToken({ role: 'host', chats: [chatId] })
    for (const value of ['true', 'false'])
      expect(await bench.run(secret, ['settings', 'set', chat(), `--anonymous=${value}`])).toMatchObject({ code: 3, out: '' })
    expect(await bench.run(secret, ['settings', 'get', chat()])).toMatchObject({ code: 3, out: '' })
    expect(await bench.run(secret, ['bans', 'list', chat()])).toMatchObject({
      code: 3,
      errors: expect.stringContaining('Your role does not include'),
    })
    expect(await bench.run(secret, ['polls', 'list', String(chatId + 1)])).toMatchObject({ code: 3 })
    expect(await bench.run(token, ['chats', 'delete', chat(), '--yes'])).toMatchObject({
      code: 3,
      errors: expect.stringContaining('A token may not do this'),
    })
    expect(await bench.run(token, ['messages', 'clear', chat(), '--yes'])).toMatchObject({ code: 3 })
    expect(await bench.run(`rk_scoped_${'x'.repeat(43)}`, ['chats', 'list'])).toMatchObject({
      code: 3,
      errors: expect.stringContaining('not a valid token'),
    })
    expect(await bench.read(secret, ['token', 'read'])).toMatchObject({
      label: 'script',
      role: 'host',
      chats: [chatId],
      service: 'bundled',
    })
  })

  test('what the service refuses', async () => {
    const missing = await bench.run(token, ['chats', 'read', '999999999'])
    expect([missing.code, missing.out]).toEqual([1, ''])
  })

  test('no answer: a read failed, a change has an unknown outcome', async () => {
    const nobody = { url: 'http://127.0.0.1:9' }
    expect((await bench.run(token, ['chats', 'list'], nobody)).code).toBe(1)
    const change = await bench.run(bench.team.token, ['polls', 'publish', '7', '1'], { url: 'http://127.0.0.1:9/other' })
    expect(change).toMatchObject({ code: 4, errors: expect.stringContaining('Outcome unknown') })
  })

  test.each([
    ['http://chat.example.org', 'must begin with https://'],
    ['not a url', 'is not a URL'],
    ['', 'Set ROOMKEEPER_URL'],
  ])('the address "%s" gets no token', async (url, words) => {
    expect(await bench.run(token, ['chats', 'list'], { url })).toMatchObject({ code: 2, errors: expect.stringContaining(words) })
  })
})

test('the account’s own token reaches our service directly, where there are no modes', async () => {
  const { token: own } = bench.team
  expect(await bench.read(own, ['chats', 'list'])).toHaveLength(1)
  expect((await bench.run(own, ['settings', 'set', chat(), '--offlineMessage=Direct'])).code).toBe(0)
  expect(await bench.read(own, ['settings', 'get', chat(), 'offlineMessage'])).toEqual({ offlineMessage: 'Direct' })
  const { chatId: other } = await bench.read<{ chatId: number }>(own, ['chats', 'create', '--name=Other'])
  expect((await bench.run(own, ['chats', 'delete', String(other), '--yes'])).code).toBe(0)
  expect(await bench.run(own, ['presets', 'active'])).toMatchObject({ code: 2, errors: expect.stringContaining('needs a scoped token') })
})

describe('as a process', () => {
  const start = (args: string[], env: Record<string, string>) => runCommand(args, { ROOMKEEPER_URL: bench.address, ...env })

  test('the token comes from the environment, or from a file that nobody else can read', async () => {
    expect(await start(['chats', 'list', '--json'], { ROOMKEEPER_TOKEN: token })).toMatchObject({
      code: 0,
      out: expect.stringContaining('"Lobby"'),
    })
    const { folder, remove } = temporaryFolder()
    const file = join(folder, 'token')
    writeFileSync(file, `${token}\n`, { mode: 0o600 })
    expect((await start(['chats', 'list', '--token-file', file], {})).code).toBe(0)
    chmodSync(file, 0o644)
    expect(await start(['chats', 'list', '--token-file', file], {})).toMatchObject({
      code: 2,
      errors: expect.stringContaining('chmod 600'),
    })
    remove()
    expect(await start(['chats', 'list', `--token=${token}`], {})).toMatchObject({ code: 2, out: '' })
  })
})
