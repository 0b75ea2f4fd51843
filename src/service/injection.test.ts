import { afterAll, beforeAll, expect, it } from 'vitest'
import { figure } from '../test-figure.ts'
import { onEveryEngine, type Answer, type Call } from './testing/databases.ts'
import { isProof } from '../test-runs.ts'

/** What scanners such as sqlmap send, in every place of a request that takes text. Nothing of it is SQL to us: it comes back as the text it is. */

// oxfmt-ignore
const payloads = [
  `'`, `"`, `\\`, `';--`, `' or '1'='1`, `" or ""="`, `') or ('1'='1' --`, `1 or 1=1`, `1; drop table chat`, `'; drop table chat; --`, `'; delete from message; --`,
  `' union select null,null,null --`, `' union all select token_key from account --`, `1 and sleep(5)`, `1); select pg_sleep(5); --`, `'||pg_sleep(5)||'`,
  `' and 1=(select count(*) from sqlite_master) --`, `'; attach database '/tmp/x' as x; --`, `' and randomblob(1000000000) --`, `$1`, `?1`, `:id`, `%27`, `\${7*7}`,
  `'; update account set plan_rooms = 99; --`, `1' and extractvalue(1,concat(0x7e,version())) --`, `' or exists(select 1 from token) --`, `/**/or/**/1=1`, `';copy (select 1) to program 'id'; --`, `ʼ or 1=1 --`,
]

type Send = (call: Call, chat: string, payload: string) => Promise<Answer>

/** Where it is put. Those that keep it must give it back unchanged. */
// oxfmt-ignore
const places: [string, Send, kept?: (call: Call, chat: string) => Promise<unknown>][] = [
  ['name of a chat', (call, chat, name) => call('PUT', chat, { name }), async (call, chat) => (await call('GET', chat)).body.data],
  ['setting', (call, chat, filterWords) => call('PUT', chat, { filterWords }), async (call, chat) => (await call('GET', chat)).body.data],
  ['poll', (call, chat, question) => call('POST', `${chat}/polls`, { question, answer1: question, answer2: 'B' }), async (call, chat) => (await call('GET', `${chat}/polls`)).body.data],
  ['message', (call, chat, text) => call('POST', `${chat}/messages`, { text, username: text, image: text }), async (call, chat) => (await call('GET', `${chat}/messages?fast=true&reverse`)).body.data],
  ['account', (call, _, company) => call('PUT', '/account', { company, reservedName: company }), async (call) => (await call('GET', '/account')).body.data],
  ['social', (call, _, networkTwoName) => call('PUT', '/social', { networkTwoName }), async (call) => (await call('GET', '/social')).body.data],
  ['next', (call, chat, next) => call('GET', `${chat}/messages?${new URLSearchParams({ fast: 'true', next })}`)],
  ['from', (call, chat, from) => call('GET', `${chat}/messages?${new URLSearchParams({ fast: 'true', from })}`)],
  ['id in the path', (call, _, id) => call('DELETE', `/chats/${encodeURIComponent(id)}`)],
  ['ban in the path', (call, chat, ip) => call('DELETE', `${chat}/banned-ips/${encodeURIComponent(ip)}`)],
  ['list of ids', (call, chat, id) => call('POST', `${chat}/messages/delete`, [id])],
  ['name of a field', (call, chat, field) => call('PUT', chat, { [field]: 1 })],
  ['token', (call, chat, token) => call('GET', chat, undefined, { authorization: `Bearer ${encodeURIComponent(token)}` })],
]

/** The gate sends every fourth, from another one on in each place. */
const sentTo = (place: number) => payloads.filter((_, index) => isProof || index % 4 === place % 4)

onEveryEngine('injection', (bench) => {
  let [sent, errors, slowest] = [0, 0, 0]
  let call: Call
  let chat: string
  beforeAll(async () => {
    call = (await bench.newAccount(5)).call
    chat = `/chats/${(await call('POST', '/chats', { name: 'Room' })).body.chatId}`
  })
  afterAll(() => {
    if (isProof)
      figure('S13', errors === 0 && slowest < 1000, `${sent} payloads: ${errors} errors, the slowest answer after ${Math.ceil(slowest)} ms`)
  })

  it.each(places)('%s', async (place, send, kept) => {
    for (const payload of sentTo(places.findIndex(([name]) => name === place))) {
      const start = performance.now()
      const answer = await send(call, chat, payload)
      slowest = Math.max(slowest, performance.now() - start)
      sent++
      if (answer.status >= 500) errors++
      expect([payload, answer.status]).toEqual([payload, kept ? 200 : expect.toSatisfy((status: number) => status < 500)])
      if (kept) expect(JSON.stringify(await kept(call, chat))).toContain(JSON.stringify(payload))
    }
    // Every table is there, and the plan is as it was.
    expect((await call('GET', '/account')).body.data).toMatchObject({ plan: { rooms: 5, usedRooms: 1 } })
  })
})
