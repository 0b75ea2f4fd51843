import { describe, expect, it } from 'vitest'
import { defaults, setting, settingNames } from '#contract/settings-derive.ts'
import { onEveryEngine, type Call } from '../testing/databases.ts'

const create = async (call: Call, body: object) => (await call('POST', '/chats', { name: 'Room', ...body })).body.chatId
const read = async (call: Call, id: number) => (await call('GET', `/chats/${id}`)).body.data as Record<string, unknown>

onEveryEngine('chats', (bench) => {
  describe('chatCreate', () => {
    it('returns the defaults of the API document, with sounds as numbers', async () => {
      const { call } = await bench.newAccount()
      const made = await call('POST', '/chats', { name: 'Main stage' })
      expect(made.body).toMatchObject({ status: true, chatId: expect.any(Number), hash: expect.stringMatching(/^[\w*:@~!-]{8}$/) })
      const chat = await read(call, made.body.chatId)
      const shown = settingNames.map((name) => [name, setting(name).control.kind === 'sound' ? 1 : defaults[name]])
      expect(chat).toEqual({
        ...Object.fromEntries(shown),
        name: 'Main stage',
        id: made.body.chatId,
        hash: made.body['hash'],
        createDate: Math.floor(bench.clock.now / 1000),
        lastUsed: null,
        registerTermsLink: '',
      })
    })

    it('stores texts exactly as sent', async () => {
      const { call } = await bench.newAccount()
      const sent = {
        filterWords: ' damn, hell,ass',
        offline: true,
        allowLinks: false,
        groupChatWelcomeMessageDelay: 0,
        langId: 'pl',
        offlineMessage: 'مغلق 🙂',
      }
      const chat = await read(call, await create(call, { ...sent, sound_ring: 'bell', sound_message: 'none' }))
      expect(chat).toMatchObject({ ...sent, sound_ring: 5, sound_message: 0 })
    })

    it('accepts the number of a language and returns its code', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, { langId: 1 })
      expect(await read(call, id)).toMatchObject({ langId: 'en' })
      expect((await call('PUT', `/chats/${id}`, { langId: 30 })).status).toBe(200)
      expect(await read(call, id)).toMatchObject({ langId: 'hr' })
      expect((await call('PUT', `/chats/${id}`, { langId: 31 })).status).toBe(400)
      expect(await read(call, id)).toMatchObject({ langId: 'hr' })
    })

    it('stores only settings', async () => {
      const { call, accountId } = await bench.newAccount()
      const id = await create(call, { id: 7, hash: 'mine', account_id: 1, plan: {}, deleted: 1 })
      expect(await read(call, id)).not.toHaveProperty('plan')
      const row = await bench.database.query.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ account_id: accountId, deleted: null })
      expect(Object.keys(JSON.parse(row.settings)).toSorted()).toEqual([...settingNames].toSorted())
    })

    it.each([
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: undefined }, 'name'],
      [{ sound_ring: 'zap' }, 'sound_ring'],
      [{ sound_ring: 2 }, 'sound_ring'],
      [{ langId: 'xx' }, 'langId'],
      [{ langId: 0 }, 'langId'],
      [{ langId: 31 }, 'langId'],
      [{ langId: 1.5 }, 'langId'],
      [{ langId: '3' }, 'langId'],
      [{ type: 2 }, 'type'],
      [{ offline: 1 }, 'offline'],
      [{ groupChatWelcomeMessageDelay: 1.5 }, 'groupChatWelcomeMessageDelay'],
    ])('refuses %j and says where', async (body, field) => {
      const { call } = await bench.newAccount()
      const answer = await call('POST', '/chats', { name: 'Room', ...body })
      expect(answer).toMatchObject({
        status: 400,
        body: { status: false, code: 'invalid', errors: { [field]: [expect.stringMatching(/\w/)] } },
      })
      expect((await call('GET', '/chats')).body['count']).toBe(0)
    })

    it('never exceeds the plan, also with concurrent requests', async () => {
      const { call } = await bench.newAccount(5)
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => call('POST', '/chats', { name: `Room ${n}` })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ status, body }) => status === 409 && body['code'] === 'plan_full')).toHaveLength(15)
      expect((await call('GET', '/chats')).body['count']).toBe(5)
    })
  })

  describe('chatList', () => {
    it('lists the chats of the account in the order of creation, without deleted ones', async () => {
      const { call } = await bench.newAccount()
      const other = await bench.newAccount()
      const ids = [await create(call, {}), await create(call, {}), await create(call, {})]
      await create(other.call, {})
      await call('DELETE', `/chats/${ids[1]}`)
      const { body } = await call('GET', '/chats')
      expect(body['count']).toBe(2)
      expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual([ids[0], ids[2]])
    })
  })

  describe('chatRead', () => {
    it('returns one chat, not a list', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, { name: 'One' })
      expect(await call('GET', `/chats/${id}`)).toMatchObject({ status: 200, body: { status: true, data: { id, name: 'One' } } })
    })

    it('returns the default of a setting that the stored chat lacks', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      await bench.database.query.updateTable('chat').set({ settings: '{"name":"Old","allowLinks":false}' }).where('id', '=', id).execute()
      expect(await read(call, id)).toMatchObject({ name: 'Old', allowLinks: false, allowImages: true, sound_ring: 1 })
    })
  })

  describe('chatUpdate', () => {
    it('changes the fields that are sent and keeps the rest', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, { offline: true, sound_ring: 'knock' })
      expect((await call('PUT', `/chats/${id}`, { allowLinks: false })).body).toEqual({ status: true })
      expect(await read(call, id)).toMatchObject({ offline: true, allowLinks: false, sound_ring: 4, name: 'Room' })
    })

    it('changes nothing when one field is wrong', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const before = await read(call, id)
      expect((await call('PUT', `/chats/${id}`, { name: 'Renamed', offline: true, sound_ring: 'zap' })).status).toBe(400)
      expect(await read(call, id)).toEqual(before)
    })

    it('keeps all edits of concurrent requests', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const switches = settingNames.filter((name) => setting(name).control.kind === 'switch').slice(0, 20)
      const answers = await Promise.all(switches.map((name) => call('PUT', `/chats/${id}`, { [name]: !defaults[name] })))
      expect(answers.map(({ status }) => status)).toEqual(switches.map(() => 200))
      expect(await read(call, id)).toMatchObject(Object.fromEntries(switches.map((name) => [name, !defaults[name]])))
    })
  })

  describe('versions', () => {
    const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''

    it('reads and changes send an ETag that differs where a setting does', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const first = tagOf(await call('GET', `/chats/${id}`))
      expect(first).toMatch(/^"[\w-]{43}\.[\w-]{22}"$/)
      const changed = tagOf(await call('PUT', `/chats/${id}`, { offline: true }))
      expect(changed).not.toBe(first)
      expect(tagOf(await call('GET', `/chats/${id}`))).toBe(changed)
      expect(tagOf(await call('PUT', `/chats/${id}`, { offline: false }))).toBe(first)
    })

    it('a change for another version is refused with the current ETag and changes nothing', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const stale = tagOf(await call('GET', `/chats/${id}`))
      const present = tagOf(await call('PUT', `/chats/${id}`, { name: 'Theirs' }))
      const refused = await call('PUT', `/chats/${id}`, { name: 'Mine' }, { 'if-match': stale })
      expect([refused.status, refused.body['code'], tagOf(refused)]).toEqual([412, 'changed_meanwhile', present])
      expect(await read(call, id)).toMatchObject({ name: 'Theirs' })
      expect((await call('PUT', `/chats/${id}`, { name: 'Mine' }, { 'if-match': present })).status).toBe(200)
    })

    it('the last use of a chat changes what is read, but makes no save stale', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const before = tagOf(await call('GET', `/chats/${id}`))
      await bench.database.query.updateTable('chat').set({ last_used: '2026-03-04 05:06:07' }).where('id', '=', id).execute()
      const after = await call('GET', `/chats/${id}`)
      expect(tagOf(after)).not.toBe(before)
      expect(tagOf(after).split('.')[0]).toBe(before.split('.')[0])
      expect((await call('PUT', `/chats/${id}`, { name: 'Mine' }, { 'if-match': before })).status).toBe(200)
    })

    it('of 20 concurrent changes for one version, one succeeds', async () => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const version = { 'if-match': tagOf(await call('GET', `/chats/${id}`)) }
      const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`)
      const answers = await Promise.all(names.map((name) => call('PUT', `/chats/${id}`, { name }, version)))
      const answered = (status: number) => answers.filter((answer) => answer.status === status).length
      expect([answered(200), answered(412)]).toEqual([1, 19])
      expect((await read(call, id))['name']).toBe(names[answers.findIndex(({ status }) => status === 200)])
    })

    it.each([
      ['*', 200],
      ['"other", VERSION', 200],
      ['W/VERSION', 200],
      ['', 412],
      ['"other"', 412],
      ['VERSION"', 412],
    ])('If-Match: %s is answered with %i', async (sent, status) => {
      const { call } = await bench.newAccount()
      const id = await create(call, {})
      const version = tagOf(await call('GET', `/chats/${id}`))
      const answer = await call('PUT', `/chats/${id}`, { offline: true }, { 'if-match': sent.replace('VERSION', version) })
      expect(answer.status).toBe(status)
    })

    it('a chat that does not exist is not found, whatever the version', async () => {
      const { call } = await bench.newAccount()
      expect((await call('PUT', '/chats/999999999', { name: 'x' }, { 'if-match': '"other"' })).status).toBe(404)
    })
  })

  describe('chatDuplicate', () => {
    const source = { name: 'Source', offline: true, monetizeLogin: true, filterWords: ' x', sound_ring: 'bell' }

    const duplicate = async (call: Call, body: object, from: object = source) => {
      const id = await create(call, from)
      await bench.database.query.updateTable('chat').set({ design: '{"colour":"teal"}' }).where('id', '=', id).execute()
      await call('POST', `/chats/${id}/banned-ips`, { ip: '192.0.2.0', lastIp: '192.0.2.255' })
      const made = await call('POST', `/chats/${id}/duplicate`, body)
      expect(made).toMatchObject({ status: 200, body: { status: true, hash: expect.stringMatching(/^.{8}$/) } })
      const copy = made.body.chatId
      const { design } = await bench.database.query.selectFrom('chat').select('design').where('id', '=', copy).executeTakeFirstOrThrow()
      const bans = (await call('GET', `/chats/${copy}/banned-ips`)).body['count']
      return { settings: await read(call, copy), design, bans }
    }

    it.each([
      [{}, { name: 'Source (copy)', offline: false, monetizeLogin: false, sound_ring: 1 }, '{}', 0],
      [{ settings: true }, { offline: true, monetizeLogin: false, filterWords: ' x', sound_ring: 5 }, '{}', 0],
      [{ monetize: true }, { offline: false, monetizeLogin: true }, '{}', 0],
      [{ design: true }, { offline: false }, '{"colour":"teal"}', 0],
      [{ bannedIps: true, name: 'Mine' }, { name: 'Mine', offline: false }, '{}', 1],
    ])('copies with %j', async (body, settings, design, bans) => {
      const { call } = await bench.newAccount()
      const copy = await duplicate(call, body)
      expect(copy).toMatchObject({ settings, design, bans })
    })

    it('shortens the name without splitting a character', async () => {
      const { call } = await bench.newAccount()
      const { settings } = await duplicate(call, {}, { name: `${'a'.repeat(192)}${'🙂'.repeat(4)}` })
      expect(settings['name']).toBe(`${'a'.repeat(192)} (copy)`)
    })

    it('never exceeds the plan', async () => {
      const { call } = await bench.newAccount(1)
      const id = await create(call, {})
      expect(await call('POST', `/chats/${id}/duplicate`, {})).toMatchObject({ status: 409, body: { code: 'plan_full' } })
    })
  })

  describe('chatDelete', () => {
    it('deletes everything in the chat and frees its place in the plan', async () => {
      const { call } = await bench.newAccount(1)
      const id = await create(call, {})
      await call('POST', `/chats/${id}/messages`, { text: 'Hello' })
      await call('POST', `/chats/${id}/polls`, { question: 'q', answer1: 'a', answer2: 'b' })
      await call('POST', `/chats/${id}/banned-ips`, { ip: '192.0.2.1' })
      expect((await call('DELETE', `/chats/${id}`)).body).toEqual({ status: true })
      for (const table of ['message', 'poll', 'banned_range'] as const) {
        expect(await bench.database.query.selectFrom(table).selectAll().where('chat_id', '=', id).execute()).toEqual([])
      }
      expect((await call('GET', `/chats/${id}`)).status).toBe(404)
      expect((await call('DELETE', `/chats/${id}`)).status).toBe(404)
      expect((await call('POST', '/chats', { name: 'Next' })).status).toBe(200)
    })
  })
})
