import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { gatewayPaths, identityHeader } from '#contract/session.ts'
import { scopedTokens } from '#contract/workspace/scoped-tokens.ts'
import type { RoleName } from '#contract/workspace/grant.ts'
import { codeOf } from '../../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../../testing/team.ts'

/** A preset that is being turned on needs the rights of its lender until each chat has been changed. */

onEveryEngine('presets under way', (bench) => {
  let team: TestTeam
  let workspace: string
  let chats: [number, number]
  let dana: TestPerson
  beforeEach(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    workspace = team.pageHeaders(team.ines.cookie)[identityHeader]
    chats = [await createChat('One'), await createChat('Two')]
    dana = await add('Dana', 'manager')
  })
  afterEach(() => team.close())

  async function createChat(name: string): Promise<number> {
    const answer = await team.call(team.ines.cookie, 'POST', '/chats', { name })
    return ((await answer.json()) as { chatId: number }).chatId
  }
  const add = async (name: string, role: RoleName) => team.join((await team.invite(team.ines, { name, role, chats })).secret)
  const change = async ({ id }: TestPerson, changes: object) => {
    const {
      name,
      role,
      chats: granted,
      limits,
      email,
      revision,
    } = (await team.get(team.ines.cookie, 'personRead', { params: { personId: id } })).data
    const body = { name, role, chats: granted, limits, email, revision, ...changes }
    expect((await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: id }, body })).status).toBe(200)
  }
  const remove = ({ id }: TestPerson) => team.askConfirmed(team.ines, 'personRemove', { params: { personId: id } })
  const turnOn = async ({ cookie }: TestPerson, more: object = {}) =>
    (
      await team.get(cookie, 'presetTurnOn', {
        params: { onId: 'on' },
        body: { presetId: 'lockdown', chatIds: chats, until: null, ...more },
      })
    ).data.on
  const states = async () => (await team.get(team.ines.cookie, 'presetOnList')).data[0]?.chats.map(({ state }) => state)
  /** As if the gateway had stopped before it got to the second chat. */
  const interrupt = () =>
    team.query
      .updateTable('preset_chat')
      .set({ state: 'waiting', turned_on: null })
      .where('workspace', '=', workspace)
      .where('chat_id', '=', chats[1])
      .execute()
  const lent = async () => (await team.get(team.ines.cookie, 'lentList')).data.filter(({ kind }) => kind === 'preset')
  const own = { values: { allowLinks: false } }
  const linksIn = async (chatId: number) =>
    ((await (await team.call(team.ines.cookie, 'GET', `/chats/${chatId}`)).json()) as { data: { allowLinks: boolean } }).data.allowLinks
  /** Refuses every change of settings. */
  const refuseWrites = async ({ method }: Request) =>
    method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : null

  test.each([
    ['values of one’s own need the right to change settings', own, false],
    ['stored values need the right to use presets only', {}, true],
  ])('%s, until the chat was changed', async (_, more, goesOn) => {
    await turnOn(dana, more)
    await interrupt()
    expect(await lent()).toMatchObject([{ personId: dana.id, reach: [chats[1]] }])
    await change(dana, { role: 'moderator' })
    expect(await states()).toEqual(['on', goesOn ? 'waiting' : 'failed'])
  })

  test('a chat that was read before the right was taken is not changed after it', async () => {
    let isTaken = false
    team.faults.answer = async ({ method, url }) => {
      if (method === 'GET' && url.endsWith(`/${chats[0]}`) && !isTaken) {
        isTaken = true
        await change(dana, { role: 'moderator' })
      }
      return null
    }
    await turnOn(dana, { ...own, chatIds: [chats[0]] })
    expect(isTaken).toBe(true)
    expect(await states()).toEqual(['failed'])
    expect(await linksIn(chats[0])).toBe(true)
  })

  test('who tries it again answers for it from then on, and needs what its values need', async () => {
    const tom = await add('Tom', 'moderator')
    const eve = await add('Eve', 'manager')
    team.faults.answer = refuseWrites
    await turnOn(dana, own)
    team.faults.answer = async () => null
    expect(await states()).toEqual(['failed', 'failed'])
    expect(await codeOf(await team.ask(tom.cookie, 'presetRetry', { params: { onId: 'on' } }))).toBe('no_right')
    await team.get(eve.cookie, 'presetRetry', { params: { onId: 'on' } })
    expect(await states()).toEqual(['on', 'on'])
    await interrupt()
    await remove(dana)
    expect(await states()).toEqual(['on', 'waiting'])
    await remove(eve)
    expect(await states()).toEqual(['on', 'failed'])
  })

  test.each(['the token is revoked', 'its creator is removed'])('what a scoped token turns on stops when %s', async (how) => {
    const max = await team.join((await team.invite(team.ines, { name: 'Max', role: 'owner' })).secret)
    const draft = { label: 'Bot', role: 'moderator', chats, expiresInDays: 30 }
    const created = await team.askConfirmed(max, 'scopedTokenCreate', { body: draft })
    const { token, secret } = scopedTokens.scopedTokenCreate.response.parse(await created.json()).data
    const answer = await team.send(`${gatewayPaths.programWorkspace}/presets-on/on`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ presetId: 'lockdown', chatIds: chats, until: null }),
    })
    expect(answer.status).toBe(200)
    await interrupt()
    expect(await lent()).toMatchObject([{ personId: max.id, reach: [chats[1]] }])
    if (how === 'the token is revoked')
      expect((await team.ask(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } })).status).toBe(200)
    else await remove(max)
    expect(await states()).toEqual(['on', 'failed'])
  })
})
