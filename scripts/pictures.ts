import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { findBrowser } from './browser.mjs'
import { root } from './prepare.mjs'

/**
 * Takes the pictures of docs/pictures again, from the demo account of a product that was started with new data:
 * `npm run pictures -- http://127.0.0.1:3000`. Three stay as they are, because the demo has nothing to show there: changes.png and schedule.png need a
 * day of work, connection.png a chat service at another address.
 */

const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const wide = { width: 1280, height: 800 }
const chatId = 1
/** Pages that look again every few seconds are never idle. */
const settledMs = 2000

interface Picture {
  path: string
  isDark?: true
  size?: { width: number; height: number }
  /** What is done on the page before. */
  prepare?: (page: Page) => Promise<void>
}

const pictures: Record<string, Picture> = {
  home: { path: to.home() },
  inbox: { path: to.inbox(), prepare: (page) => page.getByRole('list', { name: 'Waiting' }).getByRole('button').first().click() },
  chats: { path: to.chats(), size: { width: 1280, height: 480 } },
  compare: { path: to.compare() },
  messages: { path: to.messages(chatId) },
  polls: { path: to.polls(chatId) },
  present: {
    path: to.polls(chatId),
    size: { width: 1280, height: 720 },
    prepare: async (page) => {
      const link = page.locator('a[href*="/polls/present/"]').first()
      await page.goto((await link.getAttribute('href'))!)
    },
  },
  'banned-ips': { path: to.bannedIps(chatId) },
  settings: { path: to.settings(chatId) },
  rules: { path: to.rules() },
  modes: { path: to.modes() },
  account: { path: to.account() },
  notifications: { path: to.notifications() },
  palette: {
    path: to.settings(chatId),
    isDark: true,
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: /^Go to a chat/ }).fill('link')
    },
  },
}

const browser = await chromium.launch(findBrowser())
const fileOf = (name: string) => join(root, 'docs', 'pictures', `${name}.png`)

/** Opens a page of the demo account. */
async function open({ path, isDark, size = wide, prepare }: Picture): Promise<Page> {
  const page = await browser.newPage({ baseURL: address, viewport: size, colorScheme: isDark ? 'dark' : 'light' })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Open demo' }).click()
  await page.waitForURL((url) => url.pathname === to.home())
  await page.goto(path)
  await page.waitForTimeout(settledMs)
  await prepare?.(page)
  await page.waitForTimeout(settledMs)
  return page
}

for (const [name, picture] of Object.entries(pictures)) {
  const page = await open(picture)
  await page.screenshot({ path: fileOf(name) })
  await page.close()
}

// Two phones side by side.
const phone = { width: 360, height: 740 }
const screens: string[] = []
for (const picture of [
  { path: to.messages(chatId), size: phone },
  { path: to.social(), size: phone, isDark: true as const },
]) {
  const page = await open(picture)
  screens.push((await page.screenshot()).toString('base64'))
  await page.close()
}
const both = await browser.newPage({ viewport: { width: 744, height: 740 } })
await both.setContent(
  `<body style="display:flex;gap:24px;margin:0">${screens.map((screen) => `<img src="data:image/png;base64,${screen}">`).join('')}</body>`,
)
await both.screenshot({ path: fileOf('phone') })
await browser.close()
