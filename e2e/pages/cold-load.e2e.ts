import { expect, test } from '../support/fixtures.ts'
import { pages } from '../support/pages.ts'
import { addChat } from '../support/verbs/chats.ts'

/** More would queue on the six connections that a browser opens to a server. */
const maxRequests = 20

const mostVisited = new Set(['Home', 'Chats', 'Settings', 'Messages', 'Polls'])

for (const [which, chosen] of [
  ['the most visited pages', pages.filter(({ name }) => mostVisited.has(name))],
  ['every other page @thorough', pages.filter(({ name }) => !mostVisited.has(name))],
] as const)
  test(`with an empty cache ${maxRequests} answers are enough to show ${which}`, async ({ signedIn, context, account }) => {
    const chatId = await addChat(account, 'Harbour')
    await signedIn.close()
    for (const { path, loaded } of chosen) {
      const page = await context.newPage()
      const requests: string[] = []
      // Those beyond the limit are never answered. What a route sees is not answered from the cache of the browser.
      await page.route('**', async (route) => {
        if (requests.push(route.request().url()) <= maxRequests) await route.continue()
      })
      await page.goto(path(chatId), { waitUntil: 'commit' })
      await expect(loaded(page), requests.join('\n')).toBeVisible()
      await page.close()
    }
  })

test('the first script begins with the hint to compile all of it, which V8 ignores anywhere else @thorough', async ({ request }) => {
  const html = await (await request.get('/sign-in')).text()
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
  expect(await (await request.get(script!)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
