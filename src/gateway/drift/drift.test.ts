import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startDriftWithChat, type startDrift } from './test-drift.ts'

onAnyEngine('the drift watch', (bench) => {
  let watch: Awaited<ReturnType<typeof startDrift>>
  let chatId: number
  let path: string

  beforeEach(async () => {
    ;({ watch, chatId, path } = await startDriftWithChat(bench.place))
  })
  afterEach(() => watch.close())

  describe('what is from outside', () => {
    test('the first look remembers, and nothing is reported that nobody changed', async () => {
      expect(await watch.open()).toEqual([])
      await watch.check()
      expect(await watch.open()).toEqual([])
      expect(await watch.versions(chatId)).toMatchObject({ versions: [{ kind: 'first' }] })
    })

    test('a setting, a ban, a poll, the profile and the social settings, with the time between two looks', async () => {
      const { id } = await watch.own('POST', `${path}/polls`, { question: 'Which?', answer1: 'A', answer2: 'B' })
      await watch.own('POST', `${path}/banned-ips`, { ip: '192.0.2.0', lastIp: '192.0.2.255' })
      await watch.check()
      expect(await watch.open()).toEqual([])

      await watch.foreign('PUT', path, { upload: false })
      await watch.foreign('DELETE', `${path}/banned-ips/192.0.2.0:192.0.2.255`)
      await watch.foreign('PUT', `${path}/polls/${id}`, { question: 'Who?', answer1: 'A', answer2: 'B' })
      await watch.foreign('PUT', '/account', { city: 'Porto' })
      await watch.foreign('PUT', '/social', { social: true, networkTwoName: '@other' })
      await watch.check()
      expect(await watch.open()).toEqual([
        ['', 'city', '', 'Porto'],
        ['', 'networkTwoName', '', '@other'],
        ['Main', 'question', 'Which?', 'Who?'],
        ['Main', 'ranges', 1, 0],
        ['Main', 'upload', true, false],
      ])
      const { findings } = await watch.read()
      // The requests between take a second each.
      for (const { since, at } of findings) expect(at - since).toBe(10 * 60_000 + 6000)
      expect(findings.find(({ field }) => field === 'ranges')).toMatchObject({
        severity: 'severe',
        ranges: { removed: [{ firstIp: '192.0.2.0' }] },
      })
      expect((await watch.versions(chatId)).versions[0]).toMatchObject({
        kind: 'outside',
        changes: [{ name: 'upload', before: true, after: false }],
      })
      await watch.check()
      expect(await watch.open()).toHaveLength(5)
    })

    test('polls that were created and deleted', async () => {
      const { id } = await watch.own('POST', `${path}/polls`, { question: 'Ours', answer1: 'A', answer2: 'B' })
      await watch.check()
      await watch.foreign('DELETE', `${path}/polls/${id}`)
      await watch.foreign('POST', `${path}/polls`, { question: 'Theirs', answer1: 'A', answer2: 'B' })
      await watch.check()
      expect(await watch.open()).toEqual([
        ['Main', 'poll', false, true],
        ['Main', 'poll', true, false],
      ])
      expect((await watch.read()).findings.every(({ canPutBack }) => !canPutBack)).toBe(true)
    })

    test('the same setting after a change of ours, also back to what it was', async () => {
      await watch.own('PUT', path, { upload: false, name: 'Ours' })
      await watch.foreign('PUT', path, { upload: true, name: 'Theirs' })
      await watch.check()
      expect(await watch.open()).toEqual([
        ['Theirs', 'name', 'Ours', 'Theirs'],
        ['Theirs', 'upload', false, true],
      ])
    })

    test('a setting that we changed, back to what it was, also where the look between had left it out', async () => {
      await watch.own('PUT', path, { upload: false })
      watch.state.disturb = async (request, answer) => {
        const read = await answer()
        if (!request.url.endsWith('/chats')) return read
        const { data } = (await read.json()) as { data: object[] }
        return Response.json({ status: 1, data: data.map((chat) => ({ ...chat, upload: undefined })) })
      }
      await watch.check()
      await watch.foreign('PUT', path, { upload: true })
      watch.state.disturb = null
      await watch.check()
      expect(await watch.open()).toEqual([['Main', 'upload', false, true]])
    })

    test('a change that the second look left out at first', async () => {
      let reads = 0
      watch.state.disturb = async (request, answer) => {
        const read = await answer()
        if (!request.url.endsWith(path) || ++reads > 1) return read
        const { data } = (await read.json()) as { data: object }
        return Response.json({ status: 1, data: { ...data, upload: undefined } })
      }
      await watch.foreign('PUT', path, { upload: false })
      await watch.check()
      expect(reads).toBe(2)
      expect(await watch.open()).toEqual([['Main', 'upload', true, false]])
    })

    test('changed twice, and back to what it was', async () => {
      await watch.foreign('PUT', path, { groupChatWelcomeMessage: 'Ask away' })
      await watch.check()
      await watch.foreign('PUT', path, { groupChatWelcomeMessage: 'Back on Monday' })
      await watch.check()
      expect((await watch.read()).findings).toMatchObject([{ before: '', after: 'Back on Monday', times: 2 }])
      await watch.foreign('PUT', path, { groupChatWelcomeMessage: '' })
      await watch.check()
      expect(await watch.open()).toEqual([])
    })
  })

  describe('what is not', () => {
    test('changes of people, and of programs through the API of our own service', async () => {
      await watch.own('PUT', path, { upload: false, sound_ring: 'chime' })
      await watch.own('POST', `${path}/banned-ips`, { ip: '192.0.2.7' })
      await watch.own('POST', `${path}/polls`, { question: 'Which?', answer1: 'A', answer2: 'B', send: true })
      const headers = { authorization: `Bearer ${watch.gateway.token}`, 'content-type': 'application/json' }
      const program = await watch.gateway.send(`/api${path}`, { method: 'PUT', headers, body: JSON.stringify({ allowLinks: false }) })
      expect(program.status).toBe(200)
      await watch.check()
      expect(await watch.open()).toEqual([])
      expect((await watch.versions(chatId)).versions.map(({ kind }) => kind)).toEqual(['own', 'own', 'first'])
    })

    test('a save between the read and the look at the log', async () => {
      let isSaved = false
      watch.state.disturb = async (request, answer) => {
        const read = await answer()
        if (request.url.endsWith('/chats') && request.method === 'GET' && !isSaved) {
          isSaved = true
          await watch.own('PUT', path, { upload: false })
        }
        return read
      }
      await watch.check()
      expect(isSaved).toBe(true)
      await watch.check()
      expect(await watch.open()).toEqual([])
    })

    test('a change whose outcome is not known', async () => {
      watch.state.disturb = async (request, answer) => {
        const done = await answer()
        return request.method === 'PUT' ? Response.json({ status: false }, { status: 502 }) : done
      }
      await expect(watch.own('PUT', path, { upload: false })).rejects.toThrow('PUT')
      watch.state.disturb = null
      await watch.check()
      expect(await watch.open()).toEqual([])
    })

    test('a change of ours for which it could not be read what was there before', async () => {
      watch.state.disturb = async (request, answer) =>
        request.method === 'GET' && request.url.endsWith(path) && !isFirst() ? Response.json({ status: false }, { status: 500 }) : answer()
      let reads = 0
      // The page reads the version first.
      const isFirst = () => ++reads === 1
      await watch.own('PUT', path, { upload: false })
      watch.state.disturb = null
      await watch.foreign('PUT', path, { allowLinks: false })
      await watch.check()
      expect(await watch.open()).toEqual([['Main', 'allowLinks', true, false]])
    })

    test.each([
      ['in another order, with unknown fields', (data: object[]) => data.toReversed().map((chat) => ({ extra: 1, ...chat }))],
      [
        'with fields left out',
        (data: object[]) => data.map((chat) => ({ id: (chat as { id: number }).id, name: 'Main', anonymous: true })),
      ],
      ['with booleans as numbers', (data: object[]) => data.map((chat) => ({ ...chat, upload: 1, guestAvatar: '0' }))],
      ['without any chat', () => []],
    ])('an answer %s', async (_, answered) => {
      await watch.own('POST', '/chats', { name: 'Second' })
      await watch.foreign('PUT', path, { name: 'Main', guestAvatar: false })
      await watch.check()
      watch.state.disturb = async (request, answer) => {
        const read = await answer()
        if (!request.url.endsWith('/chats')) return read
        const { data } = (await read.json()) as { data: object[] }
        return Response.json({ status: 1, data: answered(data) })
      }
      await watch.check()
      watch.state.disturb = null
      await watch.check()
      expect(await watch.open()).toEqual([])
    })

    test('a new chat, and one that is gone; what was found in it is over', async () => {
      await watch.foreign('PUT', path, { upload: false })
      await watch.check()
      await watch.foreign('POST', '/chats', { name: 'New' })
      await watch.foreign('DELETE', path)
      await watch.check()
      expect(await watch.open()).toEqual([])
    })
  })

  describe('chats that could not be read', () => {
    test('are said, and looked at the next time', async () => {
      await watch.own('POST', `${path}/banned-ips`, { ip: '192.0.2.7' })
      await watch.check()
      await watch.foreign('DELETE', `${path}/banned-ips/192.0.2.7`)
      watch.state.disturb = (request, answer) =>
        request.url.endsWith('/banned-ips') ? Response.json({ status: false }, { status: 500 }) : answer()
      await watch.check()
      expect((await watch.read()).watch.last).toMatchObject({ chats: 1, unchecked: [{ id: chatId, name: 'Main' }] })
      watch.state.disturb = null
      await watch.check()
      expect((await watch.read()).watch.last).toMatchObject({ unchecked: [] })
      expect(await watch.open()).toEqual([['Main', 'ranges', 1, 0]])
    })
  })
})
