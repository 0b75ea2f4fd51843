import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addChat } from '../../e2e/support/verbs/chats.ts'
import { createAccount, expect, openSession, test as plain } from '../../e2e/support/fixtures.ts'
import { copyProduct } from '../../e2e/support/product-copy.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { field, openSettings } from '../../e2e/support/verbs/settings.ts'

/** R15: a new release under an open page. */

interface Release {
  folder: string
  server: Product
}

/** The built product in a folder of its own, where a test may make another release of it. */
const released = plain.extend<{ release: Release }>({
  release: async ({ folder }, use) => {
    await copyProduct(folder)
    await mkdir(join(folder, 'data'))
    const release = { folder, server: await startProduct({ DATA_DIR: join(folder, 'data') }, { folder }) }
    await use(release)
    await release.server.stop()
  },
  baseURL: async ({ release }, use) => use(release.server.address),
})

/** Stops it, gives every file of the app another name, as a build of other sources does, and starts it again. @param without files that the new release has lost */
async function releaseAnew(release: Release, without: (content: string) => boolean = () => false) {
  const { folder, server } = release
  await server.stop()
  const app = join(folder, 'dist/app')
  await rm(join(app, '.earlier.json'), { force: true })
  const files = (await readdir(join(app, 'assets'))).filter((name) => /\.(js|css)$/.test(name))
  const renamed = (text: string) => files.reduce((all, name) => all.replaceAll(name, `n${name}`), text)
  for (const name of files) {
    const content = await readFile(join(app, 'assets', name), 'utf8')
    await rm(join(app, 'assets', name))
    for (const end of ['.br', '.gz']) await rm(join(app, 'assets', name + end), { force: true })
    if (!without(content)) await writeFile(join(app, 'assets', `n${name}`), renamed(content))
  }
  await writeFile(join(app, 'index.html'), renamed(await readFile(join(app, 'index.html'), 'utf8')))
  release.server = await startProduct({ DATA_DIR: join(folder, 'data'), PORT: new URL(server.address).port }, { folder })
}

released.describe('R15', () => {
  released.beforeEach(({ allowErrors }) => allowErrors(/status of 404|Failed to (fetch|load)|ERR_CONNECTION|Refused to apply style/))

  /** A page that was loaded, with a draft in the settings of a chat. Resolves to how often it was loaded since. */
  async function openTab(page: Page, release: Release) {
    const account = await createAccount(release.server.address, 'ada', undefined, join(release.folder, 'data'))
    const chatId = await addChat(account, 'Lobby')
    await openSession(page, release.server.address, account.token)
    await openSettings(page, chatId)
    await field(page, 'name').fill('Hall')
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('Hall')
    await page.waitForLoadState('networkidle')
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    return { chatId, loads }
  }
  const toSocial = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Social' }).click()

  released(
    'R15 a newer release causes one load, which opens the page and keeps the draft, and so does the next one',
    async ({ page, release }) => {
      const { chatId, loads } = await openTab(page, release)
      for (const [reloads, name] of [
        [1, 'Social'],
        [2, 'Activity'],
      ] as const) {
        await releaseAnew(release)
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        expect(loads).toHaveLength(reloads)
        await expect(page.getByText('Couldn’t load this page')).toBeHidden()
        await page.waitForLoadState('networkidle')
      }
      await openSettings(page, chatId)
      await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
      await expect(field(page, 'name')).toHaveValue('Hall')
    },
  )

  released('R15 a part of the open page whose file is gone causes one load, which keeps the draft', async ({ page, release }) => {
    const { loads } = await openTab(page, release)
    await releaseAnew(release)
    const switcher = page.getByRole('button', { name: /switch to another chat$/ })
    await switcher.click()
    await expect.poll(() => loads.length).toBe(1)
    await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
    await expect(field(page, 'name')).toHaveValue('Hall')
    await switcher.click()
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
    expect(loads).toHaveLength(1)
  })

  released('R15 a file that no release has causes one load for each release, then an error; never a loop', async ({ page, release }) => {
    const { loads } = await openTab(page, release)
    await releaseAnew(release, (content) => content.includes('apply to all group chats of the account'))
    // The page that was being opened is loaded, and once more: the tab cannot know that the release it then has is the newest.
    await toSocial(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t load this page' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
    await toSocial(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t load this page' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(loads).toHaveLength(2)
  })
})
