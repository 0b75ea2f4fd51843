import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { onEveryEngine, type Answer, type Call } from './testing/databases.ts'
import { samples } from './testing/samples.ts'

const inShape = (answer: Answer) => {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body).toMatchObject({ status: false, code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/\w/) })
  expect(answer.headers.get('content-type')).toContain('application/json')
}

/** Bodies that no endpoint takes. */
const badBodies: [string, string][] = [
  ['nothing', ''],
  ['half an object', '{"name":'],
  ['not JSON', 'name=Room'],
  ['single quotes', "{'name':'x'}"],
  ['NaN', 'NaN'],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"name"'],
  ['nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['nested objects, open', '{"a":'.repeat(100_000)],
  ['a quarter of a million wrong ids', `[${'0,'.repeat(250_000)}0]`],
  ['a NUL alone', '\0'],
]

/** Fields with values that no text field takes. */
const badTexts: [string, string][] = [
  ['NUL', String.raw`"a\u0000b"`],
  ['a lone high surrogate', String.raw`"a\ud800b"`],
  ['a lone low surrogate', String.raw`"\udc00"`],
  ['an object', '{"a":1}'],
  ['an array', '["a"]'],
  ['a number', '1e400'],
  ['true', 'true'],
  ['null', 'null'],
]

const textFields = {
  chatCreate: 'name',
  chatUpdate: 'filterWords',
  chatDuplicate: 'name',
  pollCreate: 'question',
  pollUpdate: 'answer3',
  messageSend: 'text',
  accountUpdate: 'company',
  socialUpdate: 'networkOneLink',
  banCreate: 'ip',
  currencySet: 'currency',
} as const

onEveryEngine('bad input', (bench) => {
  let call: Call
  let chatId: number
  beforeAll(async () => {
    const owner = await bench.newAccount()
    call = owner.call
    chatId = (await call('POST', '/chats', { name: 'Room' })).body.chatId
    await call('POST', `/chats/${chatId}/polls`, { question: 'Q', answer1: 'A', answer2: 'B' })
  })
  const allRows = async () => {
    const { query } = bench.database
    return [
      await query.selectFrom('account').selectAll().orderBy('id').execute(),
      await query.selectFrom('chat').selectAll().orderBy('id').execute(),
      await query.selectFrom('poll').selectAll().execute(),
      await query.selectFrom('message').selectAll().execute(),
      await query.selectFrom('banned_range').selectAll().execute(),
    ]
  }
  const refusesUnchanged = async (send: () => Promise<Answer>) => {
    const before = await allRows()
    const answer = await send()
    inShape(answer)
    expect(await allRows()).toEqual(before)
    return answer
  }
  const withBody = samples(0).filter(({ body }) => body !== undefined)

  describe.each(withBody)('$name', ({ name, method }) => {
    const path = () => samples(chatId).find((sample) => sample.name === name)?.path ?? ''

    it.each(badBodies)('refuses %s', async (_, body) => {
      const answer = await refusesUnchanged(() => call(method, path(), body))
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body).length).toBeLessThan(10_000)
    })

    it('refuses broken UTF-8', async () => {
      const bytes = new Blob([new Uint8Array([0x22, 0xff, 0xfe, 0x22])])
      const answer = await refusesUnchanged(() => call(method, path(), bytes))
      expect(answer.body['code']).toBe('bad_json')
    })

    it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
      'refuses the content type %s',
      async (type) => {
        const body = JSON.stringify(samples(chatId).find((sample) => sample.name === name)?.body)
        const answer = await refusesUnchanged(() => call(method, path(), body, { 'content-type': type ?? 'none' }))
        expect(answer).toMatchObject({ status: 415, body: { code: 'not_json' } })
      },
    )
  })

  describe.each(Object.entries(textFields))('%s with %s', (name, field) => {
    it.each(badTexts)('refuses %s in a text', async (_, value) => {
      const sample = samples(chatId).find((one) => one.name === name)
      const rest = JSON.stringify({ ...(sample?.body as object), [field]: undefined }).slice(1, -1)
      const body = `{${[rest, `"${field}":${value}`].filter(Boolean).join(',')}}`
      const answer = await refusesUnchanged(() => call(sample?.method ?? '', sample?.path ?? '', body))
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: { [field]: expect.arrayContaining([expect.stringMatching(/\w/)]) } },
      })
    })
  })

  it.each(['chatCreate', 'messageDeleteSome', 'chatDelete'])('refuses 30 MB sent to %s', async (name) => {
    const sample = samples(chatId).find((one) => one.name === name)
    const answer = await refusesUnchanged(() => call(sample?.method ?? '', sample?.path ?? '', 'x'.repeat(30_000_000)))
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '01',
    '99999999999999999999',
    '%31%00',
    '%F0%9F%99%82',
    "1'--",
    '1;drop',
    '%ZZ',
    '%',
    '%C0%AF',
    '1%2F2',
    ' 1',
  ])('refuses the chat id %s', async (id) => {
    for (const sample of samples('IDHERE').filter(({ path }) => path.includes('IDHERE'))) {
      const answer = await refusesUnchanged(() => call(sample.method, sample.path.replace('IDHERE', id), sample.body))
      expect(answer.status).toBe(400)
    }
  })

  it.each(['fast=true&fast=true', 'fast=true&limit=1&limit=2', 'fast=true&next=%ZZ', 'fast=true&next=%C0%AF', 'fast=true&%', 'a=1&a=2'])(
    'refuses the query %s',
    async (query) => {
      const answer = await refusesUnchanged(() => call('GET', `/chats/${chatId}/messages?${query}`))
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_query' } })
    },
  )

  it('names the mistake', async () => {
    const { body } = await call('POST', '/chats', { name: 5, offline: 'no' })
    expect(body.errors).toEqual({
      name: [expect.stringContaining('expected string')],
      offline: [expect.stringContaining('expected boolean')],
    })
    expect(body['message']).toContain('expected string')
  })

  it('is not confused by names of prototype properties', async () => {
    const body = '{"name":"Room","__proto__":{"offline":true,"isAdmin":1},"constructor":{"prototype":{"x":1}},"toString":1}'
    const made = await call('POST', '/chats', body)
    expect(made.status).toBe(200)
    expect((await call('GET', `/chats/${made.body.chatId}`)).body.data).toMatchObject({ offline: false })
    expect((await call('GET', `/chats/${chatId}/messages?fast=true&__proto__=1&constructor=2`)).status).toBe(200)
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  it('answers bodies of any shape by the API', async () => {
    expect.hasAssertions()
    const fields = [
      'name',
      'langId',
      'type',
      'sound_ring',
      'offline',
      'filterWords',
      'groupChatWelcomeMessageDelay',
      'question',
      'answer1',
      'answer2',
      'send',
      'text',
      'username',
      'ip',
      'lastIp',
      'countryId',
      'currency',
      '__proto__',
      'length',
    ]
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('pop', 'en', '192.0.2.1', 'EUR', '\0', '\ud800', 1e308, -0, 2 ** 53, "'; drop table chat; --", 'x'.repeat(3000)),
    )
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8 }), fc.array(value, { maxLength: 30 }), value)
    const target = fc.constantFrom(...samples(chatId).filter((sample) => sample.body !== undefined))
    await fc.assert(
      fc.asyncProperty(target, body, async ({ method, path }, sent) => {
        const answer = await call(method, path, JSON.stringify(sent))
        if (answer.status !== 200) inShape(answer)
      }),
      { numRuns: 200 },
    )
  })

  it('answers paths and queries of any shape by the API', async () => {
    expect.hasAssertions()
    const piece = fc.oneof(
      fc.constantFrom('chats', String(chatId), 'messages', 'polls', 'banned-ips', '1', '..', '%2e%2e', '%2F', ':', '1.2.3.4', ''),
      fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))),
      fc.string(),
    )
    const query = fc.dictionary(
      fc.constantFrom('fast', 'limit', 'from', 'to', 'reverse', 'next', 'x'),
      fc.oneof(fc.string(), fc.constantFrom('true', '1', '-1', '1e9')),
    )
    const method = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'LOCK')
    await fc.assert(
      fc.asyncProperty(method, fc.array(piece, { maxLength: 5 }), query, async (how, pieces, pairs) => {
        // A slash before each piece and a fixed host: a piece cannot name another one.
        const path = `/chats/${pieces.join('/')}`.replaceAll(/[\s#?\\]/g, '')
        const answer = await call(how, `${path}?${new URLSearchParams(pairs)}`, how === 'GET' ? undefined : '{')
        if (answer.status !== 200) inShape(answer)
      }),
      { numRuns: 200 },
    )
  })
})
