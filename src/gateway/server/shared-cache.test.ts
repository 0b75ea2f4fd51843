import { expect, test } from 'vitest'
import { identityHeader, type Session } from '#contract/session.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { cookieOf, fromPage, sessionFrom } from '../testing/gateway.ts'
import { startPages } from '../testing/pages.ts'
import { sharedCache } from '../testing/shared-cache.ts'

/** Persons behind one shared cache, as in a company or a badly configured CDN: none of them ever gets what belongs to another. */

const names = ['Adelheid', 'Bartolomea']
const visitors = [...names, null]

async function start() {
  const pages = await startPages()
  const cache = sharedCache((request) => Promise.resolve(pages.app.fetch(request)))
  const send = (path: string, cookie: string | null, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    cache.send(new Request(`http://127.0.0.1:4173${path}`, { ...init, headers: { ...headers, ...(cookie && { cookie }) } }))

  async function signIn(name: string) {
    const accountId = await createAccount(pages.database, { email: `${name}@example.org`, name, rooms: 10 })
    const { token } = await createToken(pages.database, { accountId })
    const answer = await send('/bff/session', null, fromPage, { method: 'POST', body: JSON.stringify({ token }) })
    const session: Session = await sessionFrom(answer.clone())
    const identity = session.signedIn ? session.identity : ''
    const cookie = cookieOf(answer)
    const asPage = { ...fromPage, [identityHeader]: identity }
    await send('/bff/api/chats', cookie, asPage, { method: 'POST', body: JSON.stringify({ name: `Chat of ${name}` }) })
    return { cookie, asPage }
  }

  const persons = new Map(await Promise.all(names.map(async (name) => [name, await signIn(name)] as const)))
  /** Opens a page and, like the page, asks for the session and the chats. Resolves to all texts that came back. */
  async function visit(name: string | null, path: string) {
    const person = name === null ? undefined : persons.get(name)
    const cookie = person?.cookie ?? null
    const answers = [
      await send(path, cookie, { 'sec-fetch-dest': 'document' }),
      await send('/bff/session', cookie),
      await send('/bff/api/chats', cookie, person?.asPage),
    ]
    return Promise.all(answers.map((answer) => answer.text()))
  }
  return { pages, cache, persons, send, visit }
}

test('everyone gets only what is their own, in any order, with signed-out pages between', async () => {
  const { pages, visit } = await start()
  for (const path of ['/', '/chats', '/sign-in', '/social', '/chats/1/settings', '/no/such/page'])
    for (const first of visitors)
      for (const second of visitors)
        for (const name of [first, second]) {
          const [page, ...answers] = await visit(name, path)
          for (const other of names) {
            const isOwn = other === name
            // A path that is no page of the registry has no data.
            expect([path, name, other, page!.includes(other)]).toEqual([path, name, other, isOwn && path !== '/no/such/page'])
            expect(answers.map((text) => text.includes(other))).toEqual([isOwn, isOwn])
          }
        }
  await pages.close()
})

test('after signing out nothing of the account comes back, not even with its cookie', async () => {
  const { pages, persons, send, visit } = await start()
  const { cookie, asPage } = persons.get('Adelheid')!
  expect((await visit('Adelheid', '/chats'))[0]).toContain('Chat of Adelheid')
  await send('/bff/session', cookie, asPage, { method: 'DELETE', body: '{}' })
  for (const name of ['Adelheid', null]) expect((await visit(name, '/chats')).join('\n')).not.toContain('Adelheid')
  await pages.close()
})

test('the cache stores no page, with data or without', async () => {
  const { pages, cache, visit } = await start()
  await visit(null, '/chats')
  await visit('Adelheid', '/chats')
  expect([...cache.stored.keys()]).toEqual([])
  await pages.close()
})
