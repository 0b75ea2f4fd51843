import { to } from '#dashboard/platform/to.ts'
import { expectOpened, startNewChat } from '../support/verbs/chats.ts'
import { createAccount, expect, openSession, test as plain } from '../support/fixtures.ts'
import { startProduct, type Product } from '../support/product.ts'

/** Tests that stop and start a product of their own. */
const test = plain.extend<{ own: { server: Product } }>({
  own: async ({ folder }, use) => {
    const own = { server: await startProduct({ DATA_DIR: folder }) }
    await use(own)
    await own.server.stop()
  },
  baseURL: async ({ own }, use) => use(own.server.address),
})

test('chats and the session survive a restart', async ({ page, own, folder, baseURL, allowErrors }) => {
  const account = await createAccount(baseURL!, 'ada', undefined, folder)
  await openSession(page, baseURL!, account.token)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Lasting')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expectOpened(page, 'Lasting')
  // Font subsets, prefetched chunks and what the page polls may be requested while the server is stopping, and while it is down.
  allowErrors(/status of 503|ERR_CONNECTION_(?:REFUSED|RESET)|ERR_EMPTY_RESPONSE/)
  await own.server.stop()
  own.server = await startProduct({ DATA_DIR: folder, PORT: new URL(baseURL!).port })
  await page.reload()
  await expectOpened(page, 'Lasting')
  const { data } = await account.api('chatList', {})
  expect(data.map(({ name }) => name)).toEqual(['Lasting'])
})
