import { afterAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { figure } from '../test-figure.ts'
import { createToken, revokeToken } from './accounts/accounts.ts'
import { createApp } from './app.ts'
import { onAnyEngine, type Answer, type Bench, type Call } from './testing/databases.ts'
import { samples } from './testing/samples.ts'
import { isProof } from '../test-runs.ts'

/** Who may do what: every route of the API, asked by everybody there is. */

/** An account with a chat that has a poll, a message and both bans of the samples. */
async function furnished(bench: Bench) {
  const owner = await bench.newAccount(10)
  const chatId = (await owner.call('POST', '/chats', { name: 'Room' })).body.chatId
  await owner.call('POST', `/chats/${chatId}/polls`, { question: 'Q', answer1: 'A', answer2: 'B' })
  await owner.call('POST', `/chats/${chatId}/messages`, { text: 'Hello' })
  await owner.call('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.1' })
  await owner.call('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.0', lastIp: '192.0.2.255' })
  return { ...owner, chatId }
}

/** Every row that an account can reach, without what a mere use of its tokens changes. */
async function allOf({ database }: Bench, accountId: number, chatId: number) {
  const of = (table: 'poll' | 'message' | 'banned_range') =>
    database.query.selectFrom(table).selectAll().where('chat_id', '=', chatId).execute()
  return [
    await database.query.selectFrom('account').selectAll().where('id', '=', accountId).execute(),
    await database.query.selectFrom('chat').selectAll().where('account_id', '=', accountId).execute(),
    await of('poll'),
    await of('message'),
    await of('banned_range'),
  ]
}

const refused = (status: number, code: string) => ({ status, body: { status: false, code, message: expect.stringMatching(/\w/) } })

/** Tokens that open nothing, by what is wrong with them. */
async function closedTokens({ database, clock }: Bench, accountId: number): Promise<[string, string][]> {
  const expired = await createToken(database, { accountId, expires: Math.floor(clock.now / 1000) }, clock.now)
  const revoked = await createToken(database, { accountId }, clock.now)
  await revokeToken(database, revoked.tokenId)
  return [
    ['empty', ''],
    ['bad', `rk_${'A'.repeat(43)}`],
    ['bad', 'x'],
    ['expired', expired.token],
    ['revoked', revoked.token],
    ['revoked, twice', `${revoked.token} ${revoked.token}`],
  ]
}

onAnyEngine('access', (bench) => {
  let right = 0
  const all = samples(0).length * 6
  afterAll(() => {
    if (isProof)
      figure(
        'S10',
        right === all,
        `${right} of ${all} right: ${samples(0).length} reads and changes x (none, bad, expired, revoked, other account, own)`,
      )
  })
  const asks = (call: Call, name: string, chatId: number): Promise<Answer> => {
    const sample = samples(chatId).find((one) => one.name === name)
    return call(sample?.method ?? '', sample?.path ?? '', sample?.body)
  }

  it.each(samples(0))('$name is for the owner alone', async ({ name, path }) => {
    const { accountId, chatId, call } = await furnished(bench)
    const before = await allOf(bench, accountId, chatId)

    for (const [wrong, token] of await closedTokens(bench, accountId)) {
      const answer = await asks(bench.callWith(token), name, chatId)
      expect(answer, wrong).toMatchObject(refused(401, 'unauthorized'))
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
    }
    const sample = samples(chatId).find((one) => one.name === name)!
    const nobody = await createApp({ database: bench.database }).fetch(
      new Request(`http://service.test${sample.path}`, {
        method: sample.method,
        ...(sample.body !== undefined && { body: JSON.stringify(sample.body) }),
      }),
    )
    expect({ status: nobody.status, body: await nobody.json() }).toMatchObject(refused(401, 'unauthorized'))
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer realm="roomkeeper"')
    right += 4

    const stranger = await bench.newAccount()
    if (path.startsWith('/chats/')) {
      // Not yours and not there: the same to the last letter, for the chat and for what is in it.
      const [foreign, missing] = [await asks(stranger.call, name, chatId), await asks(stranger.call, name, 999_999_999)]
      expect(foreign).toMatchObject(refused(404, 'not_found'))
      expect(foreign.body).toEqual(missing.body)
    } else {
      const answer = await asks(stranger.call, name, chatId)
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`"id":${accountId}\\b|"id":${chatId}\\b`))
    }
    expect(await allOf(bench, accountId, chatId)).toEqual(before)
    right++

    const own = await asks(call, name, chatId)
    expect(own.status).toBe(200)
    expect(api[name].response.safeParse(own.body).success).toBe(true)
    expect(own.headers.get('cache-control')).toBe('no-store')
    if (name !== 'pollCreate') expect(own.body['status']).toBe(true)
    right++
  })

  it("finds another account's poll, message and ban in none of its own chats", async () => {
    const owner = await furnished(bench)
    const stranger = await bench.newAccount()
    const mine = (await stranger.call('POST', '/chats', { name: 'Mine' })).body.chatId
    const before = await allOf(bench, owner.accountId, owner.chatId)
    for (const { name } of samples(0).filter(({ path }) => /polls\/|messages\/1|banned-ips\//.test(path)))
      expect(await asks(stranger.call, name, mine), name).toMatchObject(refused(404, 'not_found'))
    expect(await allOf(bench, owner.accountId, owner.chatId)).toEqual(before)
  })
})
