import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaults } from '#contract/settings-derive.ts'
import { maxPageCharacters } from '#contract/values.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { ChatVersion, ChatVersionValues } from '#contract/gateway/chat-versions.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'

onEveryEngine('versions of a chat', (bench) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  let chatId: number
  let workspace: string

  beforeAll(async () => {
    gateway = await startGateway({}, bench.place)
    cookie = (await gateway.signIn()).cookie
    const created = await gateway.call(cookie, 'POST', '/chats', { name: 'Main stage' })
    chatId = ((await created.json()) as { chatId: number }).chatId
    workspace = (await gateway.query.selectFrom('audit_line').select('workspace').executeTakeFirstOrThrow()).workspace
  })
  afterAll(() => gateway.close())

  async function save(settings: object) {
    gateway.clock.ms += 60_000
    const read = await gateway.call(cookie, 'GET', `/chats/${chatId}`)
    const answer = await gateway.call(cookie, 'PUT', `/chats/${chatId}`, settings, { 'if-match': read.headers.get('etag') ?? '' })
    expect(answer.status).toBe(200)
    return gateway.clock.ms
  }

  async function see(kind: 'first' | 'outside' | 'own', value: object, changes: object[] = []) {
    gateway.clock.ms += 60_000
    const at = gateway.clock.ms
    const row = { workspace, chat_id: chatId, at, kind, looked_before: kind === 'first' ? null : at - 30_000 }
    await gateway.query
      .insertInto('drift_version')
      .values({ ...row, value: JSON.stringify(value), changes: JSON.stringify(changes) })
      .execute()
    return at
  }

  const answerOf = (path: string, as = cookie) => gateway.send(`/bff/workspace${path}`, { headers: { ...fromPage, cookie: as } })
  const list = async (id = chatId, before?: string | null) =>
    gatewayApi.versionList.response.parse(await (await answerOf(`/chats/${id}/versions${before ? `?before=${before}` : ''}`)).json()).data
  const valuesOf = async (id: string): Promise<ChatVersionValues['values']> =>
    gatewayApi.versionRead.response.parse(await (await answerOf(`/chats/${chatId}/versions/${id}`)).json()).data.values

  test('own changes come from the audit log, changes from outside from what was seen, newest first', async () => {
    await save({ upload: false })
    const [only] = (await list()).versions
    expect(await list()).toMatchObject({ watchedSince: null, next: null })
    // Nothing else is known of it.
    expect(await valuesOf(only!.id)).toEqual({})
    const first = await see('first', { ...defaults, name: 'Main stage', upload: false })
    await save({ upload: true, name: 'Main' })
    await see('own', { ...defaults, name: 'Main', upload: true })
    const outside = await see('outside', { ...defaults, name: 'Main', upload: true, anonymous: false }, [
      { name: 'anonymous', before: true, after: false },
    ])

    const { versions, watchedSince } = await list()
    expect(watchedSince).toBe(first)
    expect(versions.map(({ kind, changes }) => [kind, changes.map(({ name }) => name)])).toEqual([
      ['outside', ['anonymous']],
      ['own', ['name', 'upload']],
      ['first', []],
      ['own', ['upload']],
    ])
    expect(versions[0]).toMatchObject({ at: outside, from: outside - 30_000, who: null })
    expect(versions[1]!.who).toMatchObject({ kind: 'token', name: 'Kim' })

    const [seenOutside, own, seenFirst, before] = await Promise.all(versions.map(({ id }) => valuesOf(id)))
    expect(seenOutside).toMatchObject({ name: 'Main', upload: true, anonymous: false })
    expect(own).toMatchObject({ name: 'Main', upload: true, anonymous: true })
    expect(seenFirst).toMatchObject({ name: 'Main stage', upload: false })
    expect(before).toMatchObject({ name: 'Main stage', upload: false })
  })

  test('however long texts are, an answer is short, and its pages reach every version once, newest first', async () => {
    const earlier = (await list()).versions
    const saved: number[] = []
    // Control characters take six characters in JSON.
    const text = (number: number) => String.fromCharCode(1 + (number % 8)).repeat(4900)
    for (let number = 0; number < 30; number++) {
      const texts = { offlineMessage: text(number), groupChatWelcomeMessage: text(number), privateChatWelcomeMessage: text(number) }
      saved.push(await save({ ...texts, upload: number % 2 === 0 }))
      if (number % 10 === 5) saved.push(await see('outside', defaults, [{ name: 'offlineMessage', before: text(number), after: '' }]))
    }
    const found: ChatVersion[] = []
    let next: string | null = null
    do {
      const page = await list(chatId, next)
      expect(JSON.stringify(page).length).toBeLessThan(2.5 * maxPageCharacters)
      found.push(...page.versions)
      next = page.next
    } while (next !== null)
    expect(found.map(({ at }) => at)).toEqual([...saved.toReversed(), ...earlier.map(({ at }) => at)])
    expect(found.slice(-earlier.length)).toEqual(earlier)
    // Far behind the last one that was seen.
    expect((await valuesOf(found[8]!.id))['upload']).toBe(found[8]!.changes.find(({ name }) => name === 'upload')?.after)
  })

  test('a version of another chat does not exist, and who may not read settings is refused', async () => {
    const [version] = (await list()).versions
    expect((await answerOf(`/chats/${chatId + 1}/versions/${version!.id}`)).status).toBe(404)
    expect((await list(chatId + 1)).versions).toEqual([])
    const host = await gateway.signInAs(member('moderator', [chatId]))
    expect((await answerOf(`/chats/${chatId}/versions`, host)).status).toBe(403)
  })
})
