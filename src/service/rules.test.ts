import { beforeAll, describe, expect, it } from 'vitest'
import { setting, settingNames } from '#contract/settings-derive.ts'
import { onEveryEngine, type Answer, type Bench, type Call } from './testing/databases.ts'
import { samples } from './testing/samples.ts'

/** Every limit of the API, one step below it, at it and one step beyond. */

/** A request that is as large as it is told to be. `chat` is the path of a chat. */
type Sized = (call: Call, chat: string, size: number) => Promise<Answer>

interface Rule {
  what: string
  ask: Sized
  fits: number[]
  exceeds: number[]
  /** The field that a refusal names. */
  field: string
}

const letters = (count: number) => 'x'.repeat(count)
/** Three bytes a character, and the rest. */
const bytes = (count: number) => '€'.repeat(Math.floor(count / 3)) + letters(count % 3)
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const poll = { question: 'Q', answer1: 'A', answer2: 'B' }

const upTo = (what: string, most: number, field: string, ask: Sized, more: Partial<Rule> = {}): Rule => ({
  what,
  ask,
  fits: [most - 1, most],
  exceeds: [most + 1],
  field,
  ...more,
})
const account = (field: string): Rule =>
  upTo(`account: ${field}`, 200, field, (call, _, size) => call('PUT', '/account', { [field]: letters(size) }), { fits: [0, 199, 200] })

const rules: Rule[] = [
  upTo('ids in one multi-delete', 25, 'body', (call, chat, size) => call('POST', `${chat}/messages/delete`, ids(size)), {
    exceeds: [0, 26],
  }),
  upTo('bytes of a message', 2000, 'text', (call, chat, size) => call('POST', `${chat}/messages`, { text: bytes(size) }), {
    exceeds: [0, 2001],
  }),
  upTo('letters of a message', 2000, 'text', (call, chat, size) => call('POST', `${chat}/messages`, { text: letters(size) })),
  upTo('name beside a message', 200, 'username', (call, chat, size) =>
    call('POST', `${chat}/messages`, { text: 'T', username: letters(size) }),
  ),
  upTo('image of a message', 2000, 'image', (call, chat, size) => call('POST', `${chat}/messages`, { text: 'T', image: letters(size) })),
  upTo('name of a new chat', 200, 'name', (call, _, size) => call('POST', '/chats', { name: letters(size) }), { exceeds: [0, 201] }),
  upTo('name of a copy', 200, 'name', (call, chat, size) => call('POST', `${chat}/duplicate`, { name: letters(size) }), {
    exceeds: [0, 201],
  }),
  ...(['question', 'answer1', 'answer2', 'answer3', 'answer4'] as const).map((field) =>
    upTo(`${field} of a poll`, 1000, field, (call, chat, size) => call('POST', `${chat}/polls`, { ...poll, [field]: letters(size) })),
  ),
  ...['name', 'company', 'address', 'city', 'state', 'unit', 'zipCode', 'reservedName'].map(account),
  upTo('e-mail', 254, 'email', (call, _, size) => call('PUT', '/account', { email: `${letters(size - 12)}@example.org` })),
  upTo('country', 999, 'countryId', (call, _, size) => call('PUT', '/account', { countryId: size }), {
    fits: [0, 998, 999],
    exceeds: [-1, 1000],
  }),
  upTo('social link', 2000, 'networkOneLink', (call, _, size) => call('PUT', '/social', { networkOneLink: letters(size) })),
  upTo('social name', 200, 'networkTwoName', (call, _, size) => call('PUT', '/social', { networkTwoName: letters(size) })),
  upTo('length of `next`', 16_000, 'next', (call, chat, size) => call('GET', `${chat}/messages?fast=true&next=${letters(size)}`), {
    fits: [],
  }),
  upTo('digits of a time', 12, 'from', (call, chat, size) => call('GET', `${chat}/messages?fast=true&from=${'1'.repeat(size)}`)),
  upTo('lowest `limit`', 1, 'limit', (call, chat, size) => call('GET', `${chat}/messages?fast=true&limit=${size}`), {
    fits: [1, 2],
    exceeds: [0, -1],
  }),
  ...settingNames.flatMap((name): Rule[] => {
    const { control } = setting(name)
    if (!('max' in control)) return []
    const value = (size: number) => (control.kind === 'seconds' ? size : letters(size))
    const least = control.kind === 'seconds' ? [-1] : []
    return [
      upTo(`setting ${name}`, control.max, name, (call, chat, size) => call('PUT', chat, { [name]: value(size) }), {
        exceeds: [...least, control.max + 1],
      }),
    ]
  }),
]

/** Bans, from the first address to the last, and whether they are possible. */
const bans: [string, string | undefined, boolean][] = [
  ['0.0.0.0', '255.255.255.255', true],
  ['0.0.0.0', undefined, true],
  ['255.255.255.255', undefined, true],
  ['255.255.255.255', '255.255.255.255', true],
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', true],
  ['10.0.0.2', '10.0.0.1', false],
  ['9.255.255.255', '10.0.0.0', true],
  ['10.0.0.0', '9.255.255.255', false],
  ['127.255.255.255', '128.0.0.0', true],
  ['010.0.0.1', undefined, false],
  ['10.0.0.01', undefined, false],
  ['10.0.0.1', '010.0.0.2', false],
  ['10.0.0.256', undefined, false],
  ['10.0.0', undefined, false],
  ['10.0.0.1.1', undefined, false],
  ['0xa.0.0.1', undefined, false],
  ['1.2.3.4/32', undefined, false],
  ['', undefined, false],
]

async function newChat(bench: Bench, rooms?: number) {
  const { call } = await bench.newAccount(rooms)
  const { chatId } = (await call('POST', '/chats', { name: 'Room' })).body
  return { call, chat: `/chats/${chatId}` }
}

onEveryEngine('limits', (bench) => {
  let shared: Awaited<ReturnType<typeof newChat>>
  beforeAll(async () => {
    shared = await newChat(bench)
  })
  it.each(rules)('$what: $fits fit, $exceeds do not', async ({ ask, fits, exceeds, field }) => {
    const { call, chat } = shared
    for (const size of fits) expect([size, (await ask(call, chat, size)).status]).toEqual([size, 200])
    for (const size of exceeds) {
      const answer = await ask(call, chat, size)
      expect([size, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([size, 400, [field]])
    }
  })

  it.each(bans)('a ban from %s to %s: %s', async (ip, lastIp, isPossible) => {
    const { call } = shared
    const chat = `/chats/${(await call('POST', '/chats', { name: 'Room' })).body.chatId}`
    const answer = await call('POST', `${chat}/banned-ips`, { ip, ...(lastIp !== undefined && { lastIp }) })
    expect(answer.status).toBe(isPossible ? 200 : 400)
    expect((await call('GET', `${chat}/banned-ips`)).body.data).toEqual(isPossible ? [{ firstIp: ip, lastIp: lastIp ?? ip }] : [])
  })

  it('`limit` is capped at 500', async () => {
    const { call, chat } = await newChat(bench)
    const chatId = Number(chat.split('/')[2])
    const rows = ids(501).map((id) => ({ chat_id: chatId, id, time: id, user_id: 0, user_name: '', image: null, text: 'T' }))
    await bench.database.query.insertInto('message').values(rows).execute()
    for (const [limit, count] of [
      [499, 499],
      [500, 500],
      [501, 500],
      [1_000_000_000, 500],
      ['9'.repeat(400), 500],
    ] as const)
      expect((await call('GET', `${chat}/messages?fast=true&limit=${limit}`)).body).toMatchObject({ count, next: expect.any(String) })
  })

  it('the plan allows its last chat and no further one, new or duplicated', async () => {
    const { call, chat } = await newChat(bench, 3)
    const statuses = []
    for (const path of ['/chats', `${chat}/duplicate`, '/chats', `${chat}/duplicate`])
      statuses.push((await call('POST', path, { name: 'More' })).status)
    expect(statuses).toEqual([200, 200, 409, 409])
    await call('DELETE', chat)
    expect((await call('POST', '/chats', { name: 'Again' })).status).toBe(200)
  })

  it.each(['EUR', 'USD'])('a second currency is refused: %s after EUR', async (currency) => {
    const { call } = await bench.newAccount()
    expect((await call('PUT', '/account/currency', { currency: 'EUR' })).status).toBe(200)
    expect(await call('PUT', '/account/currency', { currency })).toMatchObject({ status: 409, body: { code: 'currency_already_set' } })
    expect((await call('GET', '/account')).body.data).toMatchObject({ currency: 'EUR' })
  })

  it('a body may have 512 KiB and not one byte more', async () => {
    const { call, chat } = await newChat(bench)
    const padded = (size: number) => '{"company":"X"}'.padEnd(size)
    const statuses = []
    for (const size of [2 ** 19 - 1, 2 ** 19, 2 ** 19 + 1]) statuses.push((await call('PUT', '/account', padded(size))).status)
    expect(statuses).toEqual([200, 200, 413])
    expect((await call('GET', chat)).status).toBe(200)
  })

  it.each([
    [15, 404],
    [16, 400],
  ])('an id of %i digits: %i', async (digits, status) => {
    const { call } = shared
    expect((await call('GET', `/chats/${'9'.repeat(digits)}`)).status).toBe(status)
  })

  describe('read-only fields', () => {
    const canary = 987_654_321
    const secret = 'CANARY-7f3a'
    // oxfmt-ignore
    const extras = {
      id: canary, account_id: canary, accountId: canary, chat_id: canary, chatId: canary, roomId: canary, userId: canary, user_id: canary, hash: secret,
      createDate: canary, created: canary, time: canary, lastUsed: secret, deleted: canary, status: secret, dateDeleted: secret, answer1count: canary,
      plan: { rooms: canary, users: canary }, plan_rooms: canary, usedRooms: canary, tokenKey: secret, token_key: secret, passwordSet: secret,
      testLevel: canary, registerTermsLink: secret, design: secret, monetize: secret, messageId: canary, last_poll_id: canary, settings: secret, social: 0, currency: 'JPY',
    }

    it.each(samples(0).filter(({ body }) => body !== undefined && !Array.isArray(body)))('$name stores none of them', async ({ name }) => {
      const { call, chat } = shared
      await call('POST', `${chat}/polls`, poll)
      const { method, path, body } = samples(Number(chat.split('/')[2])).find((sample) => sample.name === name)!
      // What the request says itself wins over an extra of the same name.
      const answer = await call(method, path, { ...extras, ...(body as object) })
      expect([200, 400]).toContain(answer.status)
      const { query } = bench.database
      const rows = [
        await query.selectFrom('account').selectAll().execute(),
        await query.selectFrom('chat').selectAll().execute(),
        await query.selectFrom('poll').selectAll().execute(),
        await query.selectFrom('message').selectAll().execute(),
        await query.selectFrom('banned_range').selectAll().execute(),
      ]
      expect(JSON.stringify(rows)).not.toMatch(/987654321|CANARY|JPY/)
    })
  })
})
