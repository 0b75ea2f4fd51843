import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { api, apiNames, type ApiName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyKeyHours, idempotencyReplayedHeader } from '#contract/own-service.ts'
import { createApp } from '../app.ts'
import type { AnyQuery } from '#db/part.ts'
import { checksumOf } from '../backup/rows.ts'
import { servicePart } from '../backup/service-part.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { onEveryEngine, type Bench } from '../testing/databases.ts'
import { samples } from '../testing/samples.ts'
import { isProof } from '../../test-runs.ts'

const nonIdempotent = apiNames.filter((name) => (api[name] as Endpoint).nonIdempotent)
const keyed = (key: string) => ({ [idempotencyKeyHeader]: key })
const isReplayed = ({ headers }: { headers: Headers }) => headers.get(idempotencyReplayedHeader) === 'true'

/** A chat with a poll that has votes, and a message. */
async function furnished(bench: Bench) {
  const { accountId, call, token } = await bench.newAccount()
  const { chatId } = (await call('POST', '/chats', { name: 'Stage' })).body
  await call('POST', `/chats/${chatId}/polls`, { question: 'Tea?', answer1: 'Yes', answer2: 'No', send: true })
  await call('POST', `/chats/${chatId}/messages`, { text: 'Hello' })
  const vote = () => bench.database.query.updateTable('poll').set({ answer1count: 5 }).where('chat_id', '=', chatId).execute()
  await vote()
  const sample = (name: ApiName) => samples(chatId).find((one) => one.name === name)!
  const send = (name: ApiName, key?: string, body?: unknown) => {
    const { method, path, ...rest } = sample(name)
    return call(method, path, body ?? rest.body, key === undefined ? {} : keyed(key))
  }
  const texts = async () => {
    const { data } = (await call('GET', `/chats/${chatId}/messages?fast=true`)).body
    return (data as { text: string }[]).map(({ text }) => text)
  }
  return { accountId, token, chatId, call, send, sample, vote, texts }
}

/** All that the acts can change, without what every request touches. */
const contents = ({ database }: Bench) =>
  Promise.all(
    Object.entries(servicePart.keys)
      .filter(([table]) => !['idempotency_key', 'token'].includes(table))
      // The tables of the service, by their names.
      .map(async ([table, key]) => [table, await checksumOf(database.query as unknown as AnyQuery, table, key)]),
  )

onEveryEngine('a request with a key', (bench) => {
  it('is supported by the ten non-idempotent endpoints', () => {
    expect(nonIdempotent.toSorted()).toEqual(
      [
        'pollCreate',
        'pollReset',
        'pollResend',
        'pollPublish',
        'messageSend',
        'messageDeleteAll',
        'chatCreate',
        'chatDuplicate',
        'currencySet',
        'banCreate',
      ].toSorted(),
    )
  })

  it.each(nonIdempotent)(
    '%s: a repetition gets the same answer and changes nothing; without the key it is carried out again',
    async (name) => {
      const { send, vote, call, chatId } = await furnished(bench)
      const first = await send(name, 'act-1')
      expect([first.status, isReplayed(first)]).toEqual([200, false])
      // Something new that a second reset or deletion would take away, and a later second for every date.
      await vote()
      await call('POST', `/chats/${chatId}/messages`, { text: 'Written meanwhile' })
      bench.clock.now += 2000
      const before = await contents(bench)
      const again = await send(name, 'act-1')
      expect([again.status, isReplayed(again), again.body]).toEqual([200, true, first.body])
      expect(await contents(bench)).toEqual(before)

      const anew = await send(name)
      expect(isReplayed(anew)).toBe(false)
      // A currency and a ban can be had only once.
      if (anew.status === 409) expect(['currencySet', 'banCreate']).toContain(name)
      else expect(await contents(bench)).not.toEqual(before)
    },
  )

  it('is refused when the key was used for another request, and nothing is done', async () => {
    const { send } = await furnished(bench)
    await send('messageSend', 'act-1')
    const before = await contents(bench)
    for (const other of [await send('messageSend', 'act-1', { text: 'Other' }), await send('chatCreate', 'act-1')])
      expect([other.status, other.body['code'], isReplayed(other)]).toEqual([422, 'idempotency_key_reused', false])
    expect(await contents(bench)).toEqual(before)
  })

  it('recognises the same content in another notation', async () => {
    const { send, texts } = await furnished(bench)
    await send('messageSend', 'act-1', { text: 'A', username: 'Kim' })
    expect(isReplayed(await send('messageSend', 'act-1', '{ "username": "Kim",\n "text": "A" }'))).toBe(true)
    expect(await texts()).toEqual(['Hello', 'A'])
  })

  it('is separate for each account', async () => {
    const [one, other] = [await furnished(bench), await furnished(bench)]
    const made = [await one.send('chatCreate', 'act-1'), await other.send('chatCreate', 'act-1')]
    expect(made.map(isReplayed)).toEqual([false, false])
    expect(made[0]?.body.chatId).not.toBe(made[1]?.body.chatId)
  })

  it(`is remembered for ${idempotencyKeyHours} hours`, async () => {
    const { send, accountId } = await furnished(bench)
    const start = bench.clock.now
    await send('messageSend', 'act-1')
    await send('messageSend', 'act-2')
    bench.clock.now = start + idempotencyKeyHours * 3_600_000 - 1000
    expect(isReplayed(await send('messageSend', 'act-1'))).toBe(true)
    bench.clock.now += 1000
    expect(isReplayed(await send('messageSend', 'act-1'))).toBe(false)
    expect(isReplayed(await send('messageSend', 'act-1'))).toBe(true)
    const old = { account_id: accountId, request: '', status: 200, answer: '{}' }
    const many = Array.from({ length: 1200 }, (_, index) => ({ ...old, key: `old ${index}`, time: Math.floor(index / 100) }))
    await bench.database.query.insertInto('idempotency_key').values(many).execute()
    await deleteExpiredKeys(bench.database, bench.clock.now)
    const keys = bench.database.query.selectFrom('idempotency_key').select('key').where('account_id', '=', accountId)
    expect(await keys.execute()).toEqual([{ key: 'act-1' }])
    bench.clock.now = start
  })

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('with the key %j is not valid', async (key) => {
    const { send } = await furnished(bench)
    const answer = await send('messageSend', key)
    expect([answer.status, answer.body['code']]).toEqual([400, 'bad_idempotency_key'])
  })

  it('accepts any key of up to 255 visible characters', async () => {
    const { send } = await furnished(bench)
    for (const key of ['"9b1d-42"', '~!@#$%^&*', 'x'.repeat(255)]) expect((await send('messageSend', key)).status).toBe(200)
  })

  it('stores refusals too, but nothing for invalid requests', async () => {
    const { send, call, chatId } = await furnished(bench)
    await send('banCreate')
    const refused = await send('banCreate', 'act-1')
    expect([refused.status, refused.body['code']]).toEqual([409, 'already_banned'])
    await call('DELETE', `/chats/${chatId}/banned-ips/192.0.2.9`)
    const again = await send('banCreate', 'act-1')
    expect([again.status, isReplayed(again), again.body]).toEqual([409, true, refused.body])
    expect((await send('messageSend', 'act-2', { text: '' })).status).toBe(400)
    expect((await send('messageSend', 'act-2', { text: 'Right' })).status).toBe(200)
    const gone = await call('DELETE', '/chats/999999999/messages', undefined, keyed('act-3'))
    expect([gone.status, gone.body['code']]).toEqual([404, 'not_found'])
  })

  it('is carried out once among 20 concurrent repetitions', async () => {
    const { send, call, texts } = await furnished(bench)
    for (const name of ['chatCreate', 'messageSend', 'banCreate', 'messageDeleteAll'] as const) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(name, `act-${name}`)))
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      if (name === 'messageSend') expect(await texts()).toEqual(['Hello', 'Hello'])
      // Those that find a deletion at work do it with it.
      if (name !== 'messageDeleteAll') expect(answers.filter(isReplayed)).toHaveLength(19)
    }
    expect((await call('GET', '/chats')).body['count']).toBe(2)
  })

  it('does not block requests with other keys', async () => {
    const { send, call } = await furnished(bench)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send('chatCreate', `act-${index}`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await call('GET', '/chats')).body['count']).toBe(21)
  })

  it('leaves no key behind when it fails halfway', async () => {
    const { send, sample, token, texts } = await furnished(bench)
    const { method, path, body } = sample('messageSend')
    const broken = createApp({
      database: {
        ...bench.database,
        serializable: (work) =>
          bench.database.serializable(async (trx) => {
            await work(trx)
            throw new Error('the disk is gone')
          }),
      },
    })
    expect((await bench.callWith(token, broken)(method, path, body, keyed('act-1'))).status).toBe(500)
    expect(isReplayed(await send('messageSend', 'act-1'))).toBe(false)
    expect(await texts()).toEqual(['Hello', 'Hello'])
  })

  // A process each, which takes seconds.
  describe.runIf(isProof)('when the service is killed', () => {
    const program = fileURLToPath(new URL('test-killed-process.ts', import.meta.url))

    /** The request in a process that does not live to answer it. */
    async function killed(
      { sample, token }: Awaited<ReturnType<typeof furnished>>,
      name: ApiName,
      when: 'before' | 'after',
      commit: number,
    ) {
      const { method, path, body } = sample(name)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...keyed('act-1') }
      const request = JSON.stringify([path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }])
      const child = fork(program, [JSON.stringify(bench.place), request, when, String(commit)], { execArgv: ['--import', 'tsx'] })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    }

    it('after the work and before the answer: it is not carried out again', async () => {
      const room = await furnished(bench)
      await killed(room, 'messageSend', 'after', 1)
      expect(await room.texts()).toEqual(['Hello', 'Hello'])
      expect(isReplayed(await room.send('messageSend', 'act-1'))).toBe(true)
      expect(await room.texts()).toEqual(['Hello', 'Hello'])
    })

    it('before the commit: the repetition carries it out once', async () => {
      const room = await furnished(bench)
      await killed(room, 'messageSend', 'before', 1)
      expect(await room.texts()).toEqual(['Hello'])
      expect(isReplayed(await room.send('messageSend', 'act-1'))).toBe(false)
      expect(await room.texts()).toEqual(['Hello', 'Hello'])
    })

    it('while deleting all messages: the repetition deletes those of the first request only', async () => {
      const room = await furnished(bench)
      await killed(room, 'messageDeleteAll', 'after', 2)
      await room.call('POST', `/chats/${room.chatId}/messages`, { text: 'Written meanwhile' })
      expect(await room.texts()).toEqual(['Hello', 'Written meanwhile'])
      expect((await room.send('messageDeleteAll', 'act-1')).status).toBe(200)
      expect(await room.texts()).toEqual(['Written meanwhile'])
      expect(isReplayed(await room.send('messageDeleteAll', 'act-1'))).toBe(true)
      expect(await room.texts()).toEqual(['Written meanwhile'])
    })
  })
})
