import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageReads } from '#contract/page-data.ts'
import { cookieOf, sessionFrom } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { catalogue, startPages } from '../testing/pages.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'
import type { Member } from '../access/member.ts'

/** The data in the HTML of a page: what is in it, and when it is left out. */

let pages: Awaited<ReturnType<typeof startPages>>
beforeEach(async () => {
  pages = await startPages()
})
afterEach(() => pages.close())

const policyOf = (answer: Response) => answer.headers.get('cache-control')

/** Signs in an account with a chat, which has a poll. */
async function signInWithChat(name = 'Lobby') {
  const { cookie } = await pages.signIn()
  const created = (await (await pages.call(cookie, 'POST', '/chats', { name })).json()) as { chatId: number }
  const path = `/chats/${created.chatId}`
  await pages.call(cookie, 'POST', `${path}/polls`, { question: 'Tea?', answer1: 'Yes', answer2: 'No' })
  await pages.call(cookie, 'POST', `${path}/banned-ips`, { ip: '192.0.2.7' })
  await pages.call(cookie, 'POST', `${path}/messages`, { text: 'Hello' })
  return { cookie, chatId: created.chatId }
}

test.each([
  ['/', ['accountRead', 'chatList'], false],
  ['/chats?show=open', ['accountRead', 'chatList'], true],
  ['/social', ['accountRead', 'socialRead'], false],
  ['/sign-in?next=/chats', [], false],
  ['/chats/:chatId/settings', ['accountRead', 'chatList', 'chatRead'], true],
  ['/chats/:chatId/polls', ['accountRead', 'chatList', 'chatRead', 'pollList'], true],
  ['/chats/:chatId/messages', ['accountRead', 'chatList', 'chatRead', 'messageList'], true],
  ['/chats/:chatId/banned-ips?text=192', ['accountRead', 'banList', 'chatList', 'chatRead'], true],
  ['/chats/:chatId/polls/present/1', ['chatRead', 'pollList'], false],
])('%s contains the session and what its reads would return', async (path, names, hasCatalogue) => {
  const { cookie, chatId } = await signInWithChat()
  const { data } = await pages.open(path.replace(':chatId', String(chatId)), cookie)
  expect(data?.session).toEqual(await sessionFrom(await pages.send('/bff/session', { headers: { cookie } })))
  expect(data?.catalogue).toEqual(hasCatalogue ? catalogue : undefined)
  expect(data?.answers.map(({ name }) => name).toSorted()).toEqual(names)
  const paths: Record<string, string> = {
    accountRead: '/account',
    chatList: '/chats',
    chatRead: `/chats/${chatId}`,
    pollList: `/chats/${chatId}/polls`,
    socialRead: '/social',
    banList: `/chats/${chatId}/banned-ips`,
    messageList: `/chats/${chatId}/messages?fast=true&limit=500&reverse=true`,
  }
  const inputs = Object.fromEntries(Object.values(pageReads).map((read) => read(chatId)))
  for (const { name, input, etag, answer } of data?.answers ?? []) {
    const asked = await pages.call(cookie, 'GET', paths[name]!)
    expect([name, input, answer]).toEqual([name, inputs[name], await asked.json()])
    expect(etag).toBe(asked.headers.get('etag'))
  }
})

test('what a person may not read is left out', async () => {
  const { chatId: own } = await signInWithChat()
  const { chatId: other } = await signInWithChat()
  const namesFor = async (person: Member, path: string) => {
    const { data } = await pages.open(path, await pages.signInAs(person))
    return data?.answers.map(({ name }) => name).toSorted()
  }
  const host = member('host', [own])
  expect(await namesFor(host, `/chats/${own}/messages`)).toEqual(['accountRead', 'chatList', 'chatRead', 'messageList'])
  expect(await namesFor(host, `/chats/${own}/banned-ips`)).toEqual(['accountRead', 'chatList', 'chatRead'])
  expect(await namesFor(host, `/chats/${other}/messages`)).toEqual(['accountRead', 'chatList'])
  expect(await namesFor(host, '/social')).toEqual(['accountRead'])
  expect(await namesFor(member('accountant', []), '/chats')).toEqual(['accountRead'])
})

test('texts of the account cannot end the element, and never receive the nonce', async () => {
  const name = '</script><script>alert(1)</script><!-- <script> \u2028\u2029 __CSP_NONCE__ </body></head>'
  const { cookie } = await signInWithChat(name)
  const { html, data } = await pages.open('/chats', cookie)
  expect(data?.answers.find((read) => read.name === 'chatList')).toMatchObject({ answer: { data: [{ name }] } })
  expect(html.match(/<\/?script|<!--|\u2028|\u2029|<\/body>|<\/head>/g)).toEqual(['</head>', '<script', '</script', '</body>'])
})

test('nothing is in it without a session', async () => {
  const { cookie } = await signInWithChat()
  const plain = async (ofCookie: string, init?: RequestInit) => {
    const { answer, data, html } = await pages.open('/chats', ofCookie, init)
    expect([answer.status, data, policyOf(answer), answer.headers.get('vary')]).toEqual([200, null, 'no-store', 'cookie, accept-encoding'])
    expect(html).not.toContain('Lobby')
    expect(html).toContain('hidden')
  }
  expect((await pages.open('/chats', cookie)).data).not.toBeNull()
  for (const wrong of [
    '',
    'roomkeeper=',
    'roomkeeper=nobody',
    `other=${cookie}`,
    `${cookie}x`,
    'roomkeeper=%00%ff; =',
    '__Host-roomkeeper=1',
  ])
    await plain(wrong)
  await pages.send('/bff/session', { method: 'DELETE', headers: pages.pageHeaders(cookie), body: '{}' })
  await plain(cookie)
  const expired = (await signInWithChat()).cookie
  pages.clock.ms += 31 * 60_000
  await plain(expired)
})

test('only a page that a person opens contains it', async () => {
  const { cookie } = await signInWithChat()
  for (const dest of ['iframe', 'empty', 'script', 'object', 'image'])
    expect((await pages.open('/chats', cookie, { headers: { 'sec-fetch-dest': dest } })).data).toBeNull()
  expect((await pages.open('/chats', cookie, { method: 'HEAD' })).html).toBe('')
  for (const path of ['/no/such/page', '/index.html', '/chats/', '/chats/7']) expect((await pages.open(path, cookie)).data).toBeNull()
  const opened = await pages.open('/chats', cookie, { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' } })
  expect([opened.data?.session.signedIn, policyOf(opened.answer), opened.answer.headers.get('vary')]).toEqual([
    true,
    'no-store',
    'cookie, accept-encoding',
  ])
})

test('a page with its data is compressed for a browser that accepts that', async () => {
  const { cookie } = await signInWithChat()
  const answer = await pages.send('/chats', { headers: { cookie, 'accept-encoding': 'gzip, br' } })
  expect([answer.headers.get('content-encoding'), answer.headers.get('content-type')]).toEqual(['gzip', 'text/html; charset=UTF-8'])
  const html = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
  expect(html).toContain('id="page-data"')
  expect(html).toMatch(/<\/html>\s*$/)
})

test('a page whose path names no chat has the rest of its data', async () => {
  const { cookie } = await signInWithChat()
  for (const chatId of ['999', 'x', '07', '1%2f2', '9'.repeat(400)]) {
    const { answer, data } = await pages.open(`/chats/${chatId}/settings`, cookie)
    expect([answer.status, data?.answers.map(({ name }) => name).toSorted()]).toEqual([200, ['accountRead', 'chatList']])
  }
})

test('opening a page counts as using the session', async () => {
  const { cookie } = await pages.signIn()
  for (let minutes = 0; minutes < 60; minutes += 20) {
    pages.clock.ms += 20 * 60_000
    expect((await pages.open('/chats', cookie)).data?.session.signedIn).toBe(true)
  }
})

test('a page names its files for someone who will see it, and shows the skeleton only there', async () => {
  const { cookie } = await pages.signIn()
  const filesIn = (html: string) =>
    [...html.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(([, rel, href]) => `${rel} ${href}`)
  const shownIn = (html: string) => [...html.matchAll(/<div id="([\w-]+)">/g)].map(([, id]) => id).filter((id) => id !== 'root')
  const chats = (await pages.open('/chats', cookie)).html
  expect(filesIn(chats)).toEqual(['modulepreload /assets/a.js', 'modulepreload /assets/b.js', 'stylesheet /assets/c.css'])
  expect(shownIn(chats)).toEqual(['skeleton'])
  const signedOut = (await pages.open('/chats')).html
  expect([filesIn(signedOut), shownIn(signedOut)]).toEqual([[], []])
  for (const ofCookie of ['', cookie]) {
    const signIn = (await pages.open('/sign-in', ofCookie)).html
    expect([filesIn(signIn), shownIn(signIn)]).toEqual([['modulepreload /assets/s.js'], ['first-mark']])
  }
  expect(shownIn((await pages.open('/chats/7/polls/present/1', cookie)).html)).toEqual([])
})

test('without a database, a page comes without data', async () => {
  const find = () => Promise.reject(new Error('no database'))
  const broken = await startPages({ sessions: { ...pages.sessions, find } })
  const { answer, data } = await broken.open('/chats', 'roomkeeper=x')
  expect([answer.status, data]).toEqual([200, null])
  await broken.close()
})

test('a token that the service no longer accepts ends the session', async () => {
  const remote = await startRemoteService((_, response) => json(response, { status: 1, data: remoteAccount }))
  const here = await startPages({ upstream: { address: remote.address } })
  const { cookie } = await here.signIn({ token: 'x' })
  expect((await here.open('/social', cookie)).data?.session.signedIn).toBe(true)
  remote.state.answer = (request, response) =>
    request.url === '/social' ? json(response, { status: 0 }, 401) : json(response, { status: 1, data: remoteAccount })
  const { answer, data } = await here.open('/social', cookie)
  expect([answer.status, data, cookieOf(answer)]).toEqual([200, null, 'roomkeeper='])
  expect((await sessionFrom(await here.send('/bff/session', { headers: { cookie } }))).signedIn).toBe(false)
  await here.close()
  await remote.close()
})

test('the token key of the account is never in it', async () => {
  const remote = await startRemoteService(({ url }, response) =>
    json(response, { status: 1, data: url === '/account' ? remoteAccount : {} }, 200, { etag: '"1"' }),
  )
  const here = await startPages({ upstream: { address: remote.address } })
  const { cookie } = await here.signIn({ token: 'secret-token' })
  const { html, data } = await here.open('/social', cookie)
  expect(data?.answers.map(({ name, etag }) => [name, etag]).toSorted()).toEqual([
    ['accountRead', expect.stringMatching(/^W\/".{22}"$/)],
    ['socialRead', expect.stringMatching(/^W\/".{22}"$/)],
  ])
  expect(html).toContain('lee@example.org')
  expect(html).not.toMatch(/secret|tokenKey/)
  await here.close()
  await remote.close()
})

/** A service in this process that answers as the test says. */
async function startWith(answer: (path: string) => Response | Promise<Response>, options?: Parameters<typeof startPages>[0]) {
  const reached: string[] = []
  const service = {
    fetch: (request: Request) => {
      const { pathname } = new URL(request.url)
      reached.push(pathname)
      return pathname === '/account' ? Response.json({ status: true, data: remoteAccount }) : answer(pathname)
    },
  }
  const here = await startPages({ upstream: { service }, ...options })
  const { cookie } = await here.signIn()
  return { here, cookie, reached }
}

test.each([
  ['a refusal', () => Response.json({ status: false, message: 'No.' }, { status: 404 })],
  ['a refusal with status 200', () => Response.json({ status: 0, data: [] })],
  ['an error', () => Response.json({ status: true, data: [] }, { status: 500 })],
  ['a page of a proxy', () => new Response('<html>')],
  ['no answer', () => Promise.reject(new Error('gone'))],
  ['a list beyond the limit', () => Response.json({ status: true, data: ['x'.repeat(256 * 1024)] })],
])('%s is left out, the rest is there', async (_, answer) => {
  const { here, cookie } = await startWith(answer)
  const { data } = await here.open('/chats', cookie)
  expect([data?.session.signedIn, data?.answers.map(({ name }) => name)]).toEqual([true, ['accountRead']])
  await here.close()
})

test('a streamed list is left out and not read', async () => {
  const cancelled = vi.fn<() => void>()
  const { here, cookie } = await startWith(
    () => new Response(new ReadableStream({ cancel: cancelled }), { headers: { 'transfer-encoding': 'chunked' } }),
  )
  expect((await here.open('/chats', cookie)).data?.answers.map(({ name }) => name)).toEqual(['accountRead'])
  expect(cancelled).toHaveBeenCalledOnce()
  await here.close()
})

test('a page waits at most 300 ms for its data, and keeps what has arrived', async () => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const answer = () => {
    isAsked()
    return new Promise<Response>(() => {})
  }
  const { here, cookie } = await startWith(answer, { pageDataTimeoutMs: undefined })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isAnswered = false
    const opening = here.open('/chats', cookie).finally(() => (isAnswered = true))
    await asked
    await vi.advanceTimersByTimeAsync(299)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const { data } = await opening
    expect([data?.session.signedIn, data?.answers.map(({ name }) => name)]).toEqual([true, ['accountRead']])
  } finally {
    vi.useRealTimers()
  }
  await here.close()
})
