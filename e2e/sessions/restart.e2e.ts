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

test('chats and the session survive a restart', async ({ page, own, folder, baseURL }) => {
  const account = await createAccount(baseURL!, 'ada', undefined, folder)
  await openSession(page, baseURL!, account.token)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Lasting')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expectOpened(page, 'Lasting')
  const opened = page.url()
  // Otherwise what the page polls or still loads is refused while the server stops, each time in another way.
  await page.goto('about:blank')
  await own.server.stop()
  own.server = await startProduct({ DATA_DIR: folder, PORT: new URL(baseURL!).port })
  await page.goto(opened)
  await expectOpened(page, 'Lasting')
  const { data } = await account.api('chatList', {})
  expect(data.map(({ name }) => name)).toEqual(['Lasting'])
})
