import type { Page, Request } from '@playwright/test'
import { api } from '#contract/api.ts'
import { fillPath } from '#contract/endpoint.ts'
import { gatewayPaths } from '#contract/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { createAccount, expect, openSession, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { bigScreen, pages } from '../support/pages.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { ban } from '../support/verbs/banned-ips.ts'
import { addBusyChat, loadAll, loadedStatus, message, openMessages, post } from '../support/verbs/messages.ts'
import { signOut } from '../support/verbs/session.ts'

/** The HTML of a page contains its data and a skeleton. */

/** Data that came with the page are read again once they are 15 seconds old, which is as long as a busy machine may need to start it. */
const stayFresh = (page: Page) => page.clock.setFixedTime(new Date())

const pathOf = (request: Request) => new URL(request.url()).pathname

for (const { name, path, reads, loaded } of [...pages, bigScreen])
  test(`${name} starts without a request for the session or for its data @thorough`, async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Lobby')
    await account.api('pollCreate', { params: { chatId }, body: { question: 'Tea?', answer1: 'Yes', answer2: 'No' } })
    const asked: string[] = []
    await stayFresh(page)
    page.on('request', (request) => asked.push(pathOf(request)))
    await page.goto(path(chatId))
    await expect(loaded(page)).toBeVisible()
    const ofPage = reads.map((read) => gatewayPaths.api + fillPath(api[read].path, { chatId }))
    // The overview shows itself before it has the catalogue.
    const catalogue = name === 'Home' ? [] : ['/catalogue.json']
    const needless = new Set([gatewayPaths.session, `${gatewayPaths.api}/account`, ...catalogue, ...ofPage])
    expect(asked.filter((path) => needless.has(path))).toEqual([])
  })

test('messages that came with the page are followed by older and by new ones; banned addresses come too, those of another chat are asked for', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addBusyChat(account, 520)
  const asked: URLSearchParams[] = []
  const list = gatewayPaths.api + fillPath(api.messageList.path, { chatId })
  page.on('request', (request) => pathOf(request) === list && asked.push(new URL(request.url()).searchParams))
  await stayFresh(page)
  // On a busy machine they may come too late for the HTML.
  await expect(async () => {
    asked.length = 0
    await openMessages(page, chatId)
    await expect(loadedStatus(page)).toContainText('500 loaded')
    await expect.poll(() => asked.some((query) => query.has('from'))).toBe(true)
    // Those that ask for new messages name the newest one.
    expect(asked.filter((query) => !query.has('from')).length).toBe(0)
  }).toPass()
  await loadAll(page)
  await expect(loadedStatus(page)).toContainText('all 520')
  expect(asked.filter((query) => !query.has('from')).map((query) => query.has('next'))).toEqual([true])
  await post(account, chatId, 'Fresh from the kitchen')
  await page.getByRole('button', { name: /^1 new message/ }).click()
  await expect(message(page, 'Fresh from the kitchen')).toBeVisible()
  expect(asked.filter((query) => !query.has('from') && !query.has('next'))).toEqual([])

  const other = await addChat(account, 'Studio')
  await ban(account, chatId, '203.0.113.4')
  await ban(account, other, '203.0.113.9')
  const lists: string[] = []
  await stayFresh(page)
  page.on('request', (request) => lists.push(pathOf(request)))
  await page.goto(to.bannedIps(chatId))
  await expect(page.getByRole('row', { name: '203.0.113.4' })).toBeVisible()
  const listOf = (id: number) => gatewayPaths.api + fillPath(api.banList.path, { chatId: id })
  expect(lists).not.toContain(listOf(chatId))
  await page.getByRole('button', { name: /, switch to another chat$/ }).click()
  await dialog(page, /, switch to another chat$/)
    .getByRole('link', { name: 'Studio' })
    .click()
  await expect(page.getByRole('row', { name: '203.0.113.9' })).toBeVisible()
  expect(lists).toContain(listOf(other))
})

test('once another account has signed in, a reload and a new tab show only its chats; after signing out, Back shows nothing of it', async ({
  signedIn: page,
  account,
  context,
  baseURL,
  allowErrors,
}) => {
  // What the page reads when it is idle is refused: 401 while the session is replaced, 409 once it is another account's.
  allowErrors(/status of (401|409)/)
  const other = await createAccount(baseURL!, `other-${account.accountId}`)
  await addChat(account, 'Lobby')
  await addChat(other, 'Studio')
  await page.goto(to.chats())
  await expect(page.getByText('Lobby').first()).toBeVisible()
  await openSession(page, baseURL!, other.token)
  const tab = await context.newPage()
  await tab.goto(to.chats())
  await page.reload()
  for (const each of [tab, page]) {
    await expect(each.getByText('Studio').first()).toBeVisible()
    expect(await each.content()).not.toContain('Lobby')
  }

  await page.goto(to.social())
  await signOut(page)
  await expect(page).toHaveURL(to.signIn())
  for (const _ of ['social', 'chats']) {
    await page.goBack()
    await expect(page.getByLabel('Access token')).toBeVisible()
    expect(await page.content()).not.toMatch(/Studio|Ada Example/)
  }
})

test.describe('while scripts and stylesheets are late', () => {
  const skeleton = (page: Page) => page.getByRole('status', { name: 'Loading' })

  /** Opens a page whose files arrive only when the returned function is called. */
  async function openLate(page: Page, path: string) {
    const release = await holdRequests(page, '/assets/**')
    await page.goto(path, { waitUntil: 'commit' })
    return release
  }

  const isPainted = (page: Page) => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  const boxOf = (page: Page) =>
    page.evaluate(() => {
      const skeleton = document.querySelector('#skeleton')!
      const side = skeleton.querySelector('aside')!
      return { canvas: getComputedStyle(skeleton).backgroundColor, side: getComputedStyle(side).backgroundColor, width: side.offsetWidth }
    })

  const schemes = {
    light: { canvas: 'rgb(255, 255, 255)', side: 'rgb(249, 250, 251)' },
    dark: { canvas: 'rgb(18, 22, 25)', side: 'rgb(12, 15, 18)' },
  }
  for (const [scheme, colours] of Object.entries(schemes))
    for (const isChosen of [false, true])
      test(`the skeleton is painted in the ${scheme} scheme ${isChosen ? 'that was chosen' : 'of the system'}${isChosen && scheme === 'dark' ? '' : ' @thorough'}`, async ({
        signedIn: page,
      }) => {
        const other = scheme === 'dark' ? 'light' : 'dark'
        await page.emulateMedia({ colorScheme: (isChosen ? other : scheme) as 'light' | 'dark' })
        if (isChosen) await page.addInitScript((kept) => localStorage.setItem('mantine-color-scheme-value', kept), scheme)
        const release = await openLate(page, to.chats())
        await expect(skeleton(page)).toBeVisible()
        await expect.poll(() => isPainted(page)).toBe(1)
        expect(await boxOf(page)).toEqual({ ...colours, width: 224 })
        release()
        await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
        await expect(skeleton(page)).toBeHidden()
      })

  test('the skeleton has the sidebar that the person has, none on a phone, and no frame for visitors, the sign-in page and the big screen', async ({
    page,
    account,
    baseURL,
  }) => {
    let release = await openLate(page, to.chats())
    await expect(page.locator('#skeleton')).toBeAttached()
    await expect(skeleton(page)).toBeHidden()
    await openSession(page, baseURL!, account.token)
    for (const path of [to.signIn(), to.present(1, 1)]) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('#skeleton')).toBeAttached()
      await expect(skeleton(page)).toBeHidden()
    }
    release()
    await page.goto(to.chats())
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    release = await openLate(page, to.chats())
    await expect(skeleton(page)).toBeVisible()
    expect((await boxOf(page)).width).toBe(56)
    await page.setViewportSize({ width: 360, height: 640 })
    expect((await boxOf(page)).width).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    release()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
  })
})
