import { expect, test } from '../support/fixtures.ts'
import { pages } from '../support/pages.ts'
import { addChat } from '../support/verbs/chats.ts'

/** More would queue on the six connections that a browser opens to a server. */
const maxRequests = 20

const mostVisited = new Set(['Overview', 'Chats', 'Settings', 'Messages', 'Polls'])

for (const { name, path, loaded } of pages) {
  const tag = mostVisited.has(name) ? '' : ' @thorough'
  test(`a cold load of ${name} shows its content with the answers to ${maxRequests} requests${tag}`, async ({
    signedIn: page,
    account,
  }) => {
    const chatId = await addChat(account, 'Harbour')
    const requests: string[] = []
    // Those beyond the limit are never answered.
    await page.route('**', async (route) => {
      if (requests.push(route.request().url()) <= maxRequests) await route.continue()
    })
    await page.goto(path(chatId), { waitUntil: 'commit' })
    await expect(loaded(page), requests.join('\n')).toBeVisible()
  })
}

test('the first script begins with the hint to compile all of it, which V8 ignores anywhere else', async ({ request }) => {
  const html = await (await request.get('/sign-in')).text()
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
  expect(await (await request.get(script!)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
