import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { versionOf } from '#contract/own-service.ts'
import { pageReads } from '#contract/page-data.ts'
import { readPage } from '#dashboard/features/messages/read.ts'
import { runWrite } from '#dashboard/platform/api/actions.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { call, knownSession, request } from '#dashboard/platform/session/session.ts'
import { getSession, setSession } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { startPages } from '#gateway/testing/pages.ts'
import { takePageData } from './page-data.ts'
import { chatFrame, chatPages, detailPages, framelessPages } from './pages.ts'
import { dashboardPages, type PageEntry } from './places.ts'

/** What the gateway puts into the HTML of a page is taken over as if the page had asked for it. */

const registry = [
  ...[dashboardPages, detailPages, framelessPages]
    .flatMap((pages) => Object.values(pages))
    .map((page) => ({ path: page.path, parts: [page] as Parts })),
  ...Object.entries(chatPages).map(([tab, page]) => ({ path: `${chatFrame.path}/${tab}`, parts: [chatFrame, page] as Parts })),
].map(({ path, parts }) => ({
  path,
  data: parts.flatMap(({ data, early = [] }) => [...data, ...early]),
  scripts: [],
  styles: [],
  frame: true,
}))
type Parts = Pick<PageEntry, 'data' | 'early'>[]

const asked: string[] = []
/** The element of a page; `isThere` until it is removed. */
const element = { textContent: '', isThere: false, remove: () => (element.isThere = false) }

function take(text: string) {
  Object.assign(element, { textContent: text, isThere: true })
  takePageData()
  expect(element.isThere).toBe(false)
}

beforeEach(() => {
  setSession({ session: null })
  asked.length = 0
  vi.stubGlobal('document', { querySelector: () => (element.isThere ? element : null) })
})
afterEach(() => vi.unstubAllGlobals())

describe('on each page of the registry', () => {
  let pages: Awaited<ReturnType<typeof startPages>>
  let cookie: string
  beforeEach(async () => {
    pages = await startPages({}, registry)
    ;({ cookie } = await pages.signIn())
    await pages.call(cookie, 'POST', '/chats', { name: 'Lobby' })
    await pages.call(cookie, 'POST', '/chats/1/polls', { question: 'Tea?', answer1: 'Yes', answer2: 'No' })
    await pages.call(cookie, 'POST', '/chats/1/banned-ips', { ip: '192.0.2.7' })
    await pages.call(cookie, 'POST', '/chats/1/messages', { text: 'Hello' })
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      asked.push(path)
      const headers = { ...(init.headers as Record<string, string>), cookie, 'sec-fetch-site': 'same-origin' }
      if (path === '/catalogue.json') return new Response('{"languages":{"en":"English"},"sounds":[],"countries":{}}')
      return pages.app.fetch(new Request(`http://127.0.0.1:4173${path}`, { ...init, headers }))
    })
  })
  afterEach(() => pages.close())

  test.each(registry)('$path finds the session and its data, and asks for neither', async ({ path, data }) => {
    const { html } = await pages.open(path.replace(':chatId', '1').replace(':pollId', '1'), cookie)
    take(/id="page-data">(.*?)<\/script/s.exec(html)![1]!)
    const session = await knownSession()
    expect(session.signedIn).toBe(true)
    const taken: unknown[] = []
    for (const name of data)
      taken.push(name === 'catalogue' ? await queryClient.fetchQuery(catalogueQuery) : queryClient.getQueryData(pageReads[name](1)))
    expect(asked).toEqual([])

    queryClient.clear()
    for (const [index, name] of data.entries()) {
      const [endpoint, input] = pageReads[name === 'catalogue' ? 'account' : name](1)
      const fetched = await (name === 'catalogue' ? queryClient.fetchQuery(catalogueQuery) : call(endpoint, input))
      expect([name, taken[index]]).toEqual([name, fetched])
      // The keys of `taken` are objects: every data is one.
      expect([name, versionOf(taken[index] as object)]).toEqual([name, versionOf(fetched)])
    }
    setSession({ session: null })
    expect(session).toEqual(await knownSession())
  })

  describe('Messages starts', () => {
    const messages = '/bff/api/chats/1/messages'
    const lists = () => asked.filter((path) => path.startsWith(messages)).length
    beforeEach(async () => {
      await pages.call(cookie, 'POST', '/chats/1/messages', { text: 'Bye' })
      take(/id="page-data">(.*?)<\/script/s.exec((await pages.open('/chats/1/messages', cookie)).html)![1]!)
    })
    afterEach(() => vi.useRealTimers())

    test('with those in its HTML, once: the next read finds newer ones', async () => {
      await pages.call(cookie, 'POST', '/chats/1/messages', { text: 'Wait' })
      const texts = async () => (await readPage(1, {}, null)).messages.map(({ text }) => text)
      expect([await texts(), asked]).toEqual([['Bye', 'Hello'], []])
      expect([await texts(), lists()]).toEqual([['Wait', 'Bye', 'Hello'], 1])
    })

    test.each<[string, () => unknown]>([
      ['a time range', () => readPage(1, { from: 1 }, null)],
      ['another chat', () => readPage(2, {}, null).catch(() => {})],
    ])('with a request for %s', async (_, readOther) => {
      await readOther()
      expect(asked).toHaveLength(1)
    })

    test('with a request once it is not fresh', async () => {
      vi.useFakeTimers({ now: Date.now() + 15_000, toFake: ['Date'] })
      await readPage(1, {}, null)
      expect(lists()).toBe(1)
    })

    test('with a request once this page has sent a write', async () => {
      await runWrite('messageSend', () => request('messageSend', { params: { chatId: 1 }, body: { text: 'Wait' } }))
      asked.length = 0
      expect([(await readPage(1, {}, null)).messages.length, lists()]).toEqual([3, 1])
    })
  })
})

const account = { name: 'accountRead', input: {}, etag: null, answer: { status: true, data: { id: 7, plan: {} } } }
const social = { name: 'socialRead', input: {}, etag: '"1"', answer: { status: 1, data: { social: '1', networkOneLink: null } } }
const cached = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])

test.each([
  ['no JSON', '{'],
  ['something else', '7'],
  ['no session', JSON.stringify({ answers: [social] })],
  ['a session that this release does not know', JSON.stringify({ session: { ...signedIn, identity: 7 }, answers: [social] })],
  ['nobody signed in', JSON.stringify({ session: { signedIn: false, service: signedIn.service, demo: null }, answers: [social] })],
])('%s is ignored as a whole', (_, text) => {
  take(text)
  expect([getSession(), cached()]).toEqual([null, []])
})

test.each([
  ['of another form', { ...account, answer: { status: true, data: [] } }],
  ['that refuses', { ...social, name: 'chatList', answer: { status: false, data: [] } }],
  ['of an unknown endpoint', { ...account, name: 'roomList' }],
])('an answer %s is ignored, the session is not', (_, wrong) => {
  take(JSON.stringify({ session: signedIn, answers: [social, wrong] }))
  expect([getSession(), cached()]).toEqual([signedIn, ['socialRead']])
})

test('without the element, as in development, nothing happens', () => {
  takePageData()
  expect([getSession(), cached()]).toEqual([null, []])
})
