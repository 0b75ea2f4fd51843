import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { to } from '#dashboard/platform/to.ts'
import { expectOpened, startNewChat } from '../support/verbs/chats.ts'
import { createAccount, expect, openSession, test as plain } from '../support/fixtures.ts'
import { startServer, type OwnServer } from '../support/product-copy.ts'

/** Tests that stop and start a server of their own. */
const test = plain.extend<{ dataFolder: string; own: { server: OwnServer } }>({
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-restart-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
  own: async ({ dataFolder }, use) => {
    const own = { server: await startServer({ DATA_DIR: dataFolder }) }
    await use(own)
    await own.server.stop()
  },
  baseURL: async ({ own }, use) => use(own.server.address),
})

test('chats and the session are there after a restart', async ({ page, own, dataFolder, baseURL, allowTrouble }) => {
  const account = await createAccount(baseURL!, 'ada', undefined, dataFolder)
  await openSession(page, baseURL!, account.token)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Lasting')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expectOpened(page, 'Lasting')
  // A letter of another script, or a part that is fetched while nothing else is done.
  allowTrouble(/ERR_CONNECTION_REFUSED/)
  await own.server.stop()
  own.server = await startServer({ DATA_DIR: dataFolder, PORT: new URL(baseURL!).port })
  await page.reload()
  await expectOpened(page, 'Lasting')
  const { data } = await account.api('chatList', {})
  expect(data.map(({ name }) => name)).toEqual(['Lasting'])
})
