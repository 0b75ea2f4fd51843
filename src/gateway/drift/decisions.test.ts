import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { maxIgnoredSettings } from './drift-handlers.ts'
import { startDriftWithChat, type startDrift } from './test-drift.ts'

onEveryEngine('decisions on changes from outside', (bench) => {
  let watch: Awaited<ReturnType<typeof startDrift>>
  let chatId: number
  let path: string

  beforeEach(async () => {
    ;({ watch, chatId, path } = await startDriftWithChat(bench.place))
  })
  afterEach(() => watch.close())

  const put = async (body: object) => {
    const { findings } = await watch.read()
    const answer = await watch.ask('POST', '/drift/put-back', { ids: findings.map(({ id }) => id), overwrites: false, ...body })
    const { data } = (await answer.json()) as { data: { outcome: string; now: unknown }[] }
    return data.map(({ outcome, now }) => [outcome, now])
  }
  const settings = async () => (await watch.own('GET', path)).data as Record<string, unknown>

  test('put back where it holds what was found; the change is ours and has its cause', async () => {
    await watch.foreign('PUT', path, { upload: false, name: 'Theirs' })
    await watch.foreign('POST', `${path}/banned-ips`, { ip: '192.0.2.7' })
    await watch.check()
    expect(await put({})).toEqual([
      ['done', null],
      ['done', null],
      ['done', null],
    ])
    expect(await settings()).toMatchObject({ upload: true, name: 'Main' })
    expect(((await watch.own('GET', `${path}/banned-ips`)).data as unknown[]).length).toBe(0)
    await watch.check()
    expect(await watch.open()).toEqual([])
    const { versions } = await watch.versions(chatId)
    expect(versions[0]).toMatchObject({ kind: 'own', cause: { kind: 'drift' }, who: { name: 'Kim' } })
  })

  test('a poll, the profile and the social settings are put back, each alone', async () => {
    const { id } = await watch.own('POST', `${path}/polls`, { question: 'Which?', answer1: 'A', answer2: 'B', answer3: 'C' })
    await watch.own('PUT', '/account', { city: 'Lisbon', company: 'Acme', countryId: 620 })
    await watch.own('PUT', '/social', { social: true, networkOneLink: 'https://example.org', networkTwoName: '@ours' })
    await watch.check()
    await watch.foreign('PUT', `${path}/polls/${id}`, { question: 'Who?', answer1: 'A', answer2: 'B', answer3: 'C' })
    await watch.foreign('PUT', '/account', { city: 'Porto' })
    await watch.foreign('PUT', '/social', { social: true, networkTwoName: '@other' })
    await watch.check()
    // The read right before the save leaves fields out, which is not taken for empty.
    const reads = new Map<string, number>()
    watch.state.disturb = async (request, answer) => {
      const read = await answer()
      if (request.method !== 'GET' || !/\/(account|social)$/.test(request.url)) return read
      const count = (reads.get(request.url) ?? 0) + 1
      reads.set(request.url, count)
      if (count !== 2) return read
      const { data } = (await read.json()) as { data: object }
      return Response.json({ status: 1, data: { ...data, company: undefined, networkOneLink: undefined } })
    }
    expect(await put({})).toEqual([
      ['done', null],
      ['done', null],
      ['done', null],
    ])
    watch.state.disturb = null
    const [poll] = (await watch.own('GET', `${path}/polls`)).data as object[]
    expect(poll).toMatchObject({ question: 'Which?', answer1: 'A', answer2: 'B', answer3: 'C' })
    expect((await watch.own('GET', '/account')).data).toMatchObject({ city: 'Lisbon', company: 'Acme', countryId: 620 })
    expect((await watch.own('GET', '/social')).data).toEqual({
      social: true,
      networkOneLink: 'https://example.org',
      networkTwoName: '@ours',
    })
    await watch.check()
    expect(await watch.open()).toEqual([])
  })

  test.each([
    ['taken away', 620, 0],
    ['given', 0, 620],
  ])('a country that was %s is put back without a question', async (_, ours, theirs) => {
    await watch.own('PUT', '/account', { countryId: ours })
    await watch.check()
    await watch.foreign('PUT', '/account', { countryId: theirs })
    await watch.check()
    const held = async () => ((await watch.own('GET', '/account')).data as { countryId: number | null }).countryId ?? 0
    expect(await held()).toBe(theirs)
    expect(await put({})).toEqual([['done', null]])
    expect(await held()).toBe(ours)
  })

  test('asks where it holds another value by now, and overwrites when told to', async () => {
    await watch.foreign('PUT', path, { name: 'Theirs' })
    await watch.check()
    await watch.foreign('PUT', path, { name: 'Third' })
    expect(await put({})).toEqual([['asks', 'Third']])
    expect(await settings()).toMatchObject({ name: 'Third' })
    expect(await put({ overwrites: true })).toEqual([['done', null]])
    expect(await settings()).toMatchObject({ name: 'Main' })
  })

  test('accept, and ignore in this chat or in all, until it is reported again', async () => {
    await watch.foreign('PUT', path, { upload: false })
    await watch.check()
    const [finding] = (await watch.read()).findings
    await watch.ask('POST', '/drift/accept', { ids: [finding!.id] })
    expect(await watch.open()).toEqual([])
    await watch.foreign('PUT', path, { upload: true, allowLinks: false })
    await watch.check()
    const links = (await watch.read()).findings.find(({ field }) => field === 'allowLinks')!
    await watch.ask('POST', '/drift/ignored', { id: links.id, scope: 'chat' })
    await watch.foreign('PUT', path, { upload: false, allowLinks: true })
    await watch.check()
    // Back to the accepted value: nothing is left to decide.
    expect(await watch.open()).toEqual([])
    const { ignored } = await watch.read()
    expect(ignored).toMatchObject([{ field: 'allowLinks', chatId }])
    await watch.ask('DELETE', `/drift/ignored/${ignored[0]!.id}`)
    await watch.foreign('PUT', path, { allowLinks: false })
    await watch.check()
    expect(await watch.open()).toEqual([['Main', 'allowLinks', true, false]])
  })

  test('a setting more than an account may ignore is refused, and stays to be decided', async () => {
    const at = { workspace: watch.workspace, at: 1, by: 'Kim', resource: 'settings' as const, field: 'upload', chat_name: '' }
    const rows = Array.from({ length: maxIgnoredSettings }, (_, index) => ({ ...at, id: `f${index}`, chat_id: 1000 + index }))
    await watch.gateway.query.insertInto('drift_ignored').values(rows).execute()
    await watch.foreign('PUT', path, { upload: false })
    await watch.check()
    const { findings, ignored } = await watch.read()
    const ignore = () => watch.ask('POST', '/drift/ignored', { id: findings[0]!.id, scope: 'chat' })
    const refused = await ignore()
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'ignored_limit'])
    expect(await watch.open()).toHaveLength(1)
    await watch.ask('DELETE', `/drift/ignored/${ignored[0]!.id}`)
    expect((await ignore()).status).toBe(200)
    expect(await watch.open()).toEqual([])
  })

  test('the e-mail address of the account asks for a confirmation first', async () => {
    await watch.foreign('PUT', '/account', { email: 'other@example.org' })
    await watch.check()
    const ids = (await watch.read()).findings.map(({ id }) => id)
    expect((await watch.ask('POST', '/drift/put-back', { ids, overwrites: false })).status).toBe(403)
    expect(await watch.open()).toHaveLength(1)
  })

  test('a person sees and decides on the chats of their grant only', async () => {
    const other = await watch.own('POST', '/chats', { name: 'Other' })
    await watch.check()
    await watch.foreign('PUT', path, { upload: false })
    await watch.foreign('PUT', `/chats/${other.chatId}`, { upload: false })
    await watch.check()
    const manager = await watch.gateway.signInAs(member('manager', [other.chatId]))
    expect((await watch.read(manager)).findings.map(({ chatName }) => chatName)).toEqual(['Other'])
    const ids = (await watch.read()).findings.map(({ id }) => id)
    expect((await watch.ask('POST', '/drift/accept', { ids }, manager)).status).toBe(404)
  })
})
