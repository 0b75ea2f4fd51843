import type { Page } from '@playwright/test'
import { viewCookie } from '#contract/page-view.ts'
import { to } from '#dashboard/platform/to.ts'
import { createAccount, expect, openSession, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { everyPath } from '../support/pages.ts'
import { addChat, storedNames } from '../support/verbs/chats.ts'
import { ban } from '../support/verbs/banned-ips.ts'

/** The gateway draws the first screen of a page into its answer, and the script draws the same again. */

test.use({ drawsPages: true })

const drawn = (page: Page) => page.locator('#root[data-drawn]')

/** Opens a page that the gateway may draw for this window from now on. */
async function openFirst(page: Page) {
  await page.goto(to.home())
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain(viewCookie)
}

/** The HTML that the gateway sends to this browser. The first page after a start has to wait for its process. */
async function answer(page: Page, path: string): Promise<string> {
  let html = ''
  await expect(async () => {
    html = await (await page.request.get(path)).text()
    expect(html).toContain('<div id="root" data-drawn>')
  }).toPass()
  return html
}

/** Opens a page whose scripts are held back. On a busy machine drawing may take longer than the gateway waits for it. */
async function openDrawn(page: Page, path: string) {
  await expect(async () => {
    await page.evaluate((address) => location.assign(address), path)
    await expect(drawn(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
/** What a person reads in it. */
const textsIn = (html: string) =>
  /<div id="root" data-drawn>(.*)<p id="not-loaded"/s
    .exec(html)![1]!
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity]!).trim())
    .filter((text) => text !== '')

/** What the page says while it reads more, and the time when it was drawn. */
const ofTheMoment = /^(Reading…|Loading|as of|, as of|\d\d:\d\d|just now|read \d)|ago$/

async function expectSame(page: Page, path: string) {
  const texts = textsIn(await answer(page, path))
  await page.goto(path)
  await expect(drawn(page)).toHaveCount(0)
  await expect(async () => {
    const all = await page.locator('#root').evaluate((root) => root.textContent)
    expect(texts.filter((text) => !ofTheMoment.test(text) && !all.includes(text))).toEqual([])
  }).toPass()
}

test('what is drawn is what the script draws', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby <b>&</b>')
  await ban(account, chatId, '203.0.113.4')
  await account.api('pollCreate', { params: { chatId }, body: { question: 'Tea?', answer1: 'Yes', answer2: 'No' } })
  await openFirst(page)
  for (const [path, text] of [
    [to.chats(), 'Lobby <b>&</b>'],
    [to.polls(chatId), 'Tea?'],
    [to.bannedIps(chatId), '203.0.113.4'],
    [to.settings(chatId), 'Chat name'],
  ] as const) {
    // On a busy machine data may come too late for the answer.
    await expect.poll(async () => textsIn(await answer(page, path))).toContain(text)
    await expectSame(page, path)
  }
})

for (const { width, zone } of [
  { width: 360, zone: 'Pacific/Auckland' },
  { width: 768, zone: 'America/St_Johns' },
  { width: 1280, zone: 'Europe/Lisbon' },
])
  test.describe(`${width} px, ${zone}`, () => {
    test.use({ viewport: { width, height: 800 }, timezoneId: zone })
    test('every page is drawn as the script draws it @thorough', async ({ signedIn: page, account }) => {
      const chatId = await addChat(account, 'Lobby')
      await openFirst(page)
      for (const path of everyPath(chatId).filter((one) => !one.includes('/present/'))) await test.step(path, () => expectSame(page, path))
    })
  })

test('what a person does in the drawn page goes on in the one that replaces it', async ({ signedIn: page, account }) => {
  await addChat(account, 'Lobby')
  await addChat(account, 'Studio')
  await openFirst(page)
  await answer(page, to.chats())
  const release = await holdRequests(page, '/assets/**.js')
  await openDrawn(page, to.chats())
  await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('Stu')
  await page.getByRole('button', { name: 'Columns' }).click()
  release()
  await expect(drawn(page)).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search name or hash' })).toHaveValue('Stu')
  await expect(page.getByRole('link', { name: 'Studio', exact: true }).last()).toBeVisible()
  await expect(page.getByRole('table').getByText('Lobby')).toHaveCount(0)
  await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
  expect(await storedNames(account)).toEqual(['Lobby', 'Studio'])
})

test('links of the drawn page work without its script', async ({ signedIn: page, account, allowErrors }) => {
  allowErrors(/ERR_FAILED/)
  await addChat(account, 'Lobby')
  await openFirst(page)
  await answer(page, to.chats())
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await openDrawn(page, to.chats())
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL(to.people())
  await page.unroute(/\/assets\/.*\.js$/)
})

test('no page of one account has a word of another', async ({ signedIn: page, browser, baseURL, account }) => {
  const other = await createAccount(baseURL!, `${test.info().testId}-other`)
  await account.api('chatCreate', { body: { name: 'Apricot' } })
  await other.api('chatCreate', { body: { name: 'Blueberry' } })
  const context = await browser.newContext({ baseURL: baseURL! })
  const theirs = await context.newPage()
  await openSession(theirs, baseURL!, other.token)
  await openFirst(theirs)
  await openFirst(page)
  expect(await answer(page, to.chats())).toContain('Apricot')
  expect(await answer(theirs, to.chats())).toContain('Blueberry')
  for (let round = 0; round < 20; round++) {
    const [own, foreign] = await Promise.all([page, theirs].map(async (one) => (await one.request.get(to.chats())).text()))
    expect(own).not.toContain('Blueberry')
    expect(foreign).not.toContain('Apricot')
  }
  await context.close()
})
