import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import {
  addChat,
  addChats,
  bulkBar,
  checkbox,
  dialog,
  expectOpened,
  startNewChat,
  storedNames,
  storedSettings,
} from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { everyPath } from '../support/pages.ts'
import { openSettings } from '../support/verbs/settings.ts'
import { signOut } from '../support/verbs/session.ts'

/** Everything on a phone, by touch. */
test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

const item = (page: Page, chat: string) =>
  page
    .getByRole('list', { name: 'Chats' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: chat, exact: true }) })

async function tapAction(page: Page, chat: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${chat}`, exact: true }).tap()
  await page.getByRole('menuitem', { name: action, exact: true }).tap()
}

test('a chat is created, duplicated, taken offline, brought online and deleted by touch', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  await page.goto(to.home())
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await dialog(page, 'Menu').getByRole('link', { name: 'Chats' }).tap()
  await expect(dialog(page, 'Menu')).toBeHidden()
  await page.getByRole('button', { name: 'New', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Chat', exact: true }).tap()
  await dialog(page, 'New chat').getByLabel('Name').fill('Harbour')
  await dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }).tap()
  await expectOpened(page, 'Harbour')
  await page.goBack()
  await expect(item(page, 'Harbour')).toBeVisible()

  await tapAction(page, 'Harbour', 'Duplicate…')
  await dialog(page, 'Duplicate Harbour').getByRole('button', { name: 'Duplicate' }).tap()
  await expectOpened(page, 'Harbour (copy)')
  await page.goBack()
  await expect(item(page, 'Harbour (copy)')).toBeVisible()

  await tapAction(page, 'Harbour', 'Take offline…')
  await dialog(page, 'Take Harbour offline?').getByRole('button', { name: 'Take offline' }).tap()
  await expect(item(page, 'Harbour')).toContainText('Offline')
  await tapAction(page, 'Harbour', 'Bring online')
  await expect(item(page, 'Harbour')).not.toContainText('Offline')

  await tapAction(page, 'Harbour', 'Delete…')
  await dialog(page, 'Delete Harbour?').getByRole('textbox').fill('Harbour')
  await dialog(page, 'Delete Harbour?').getByRole('button', { name: 'Delete chat' }).tap()
  await enterToken()
  await expect(item(page, 'Harbour')).toBeHidden()
  expect(await storedNames(account)).toEqual(['Harbour (copy)'])
})

test('several chats are selected, taken offline, brought online and deleted by touch @thorough', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  const ids = [await addChat(account, 'One'), await addChat(account, 'Two')]
  await addChats(account, 'Stays')
  await page.goto(to.chats())
  const selectBoth = async () => {
    for (const name of ['One', 'Two']) await checkbox(page, name).tap()
    await expect(bulkBar(page)).toContainText('2 chats selected')
  }
  const more = async (action: string) => {
    await bulkBar(page).getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: action }).tap()
  }
  const offline = () => Promise.all(ids.map(async (id) => (await storedSettings(account, id)).offline))

  await selectBoth()
  await more('Take offline…')
  await dialog(page, 'Take 2 chats offline?').getByRole('button', { name: 'Take offline' }).tap()
  await expect(item(page, 'Two')).toContainText('Offline')
  await expect(bulkBar(page)).toBeHidden()
  expect(await offline()).toEqual([true, true])

  await selectBoth()
  await more('Bring online')
  await expect(item(page, 'Two')).not.toContainText('Offline')
  await expect(bulkBar(page)).toBeHidden()
  expect(await offline()).toEqual([false, false])

  await selectBoth()
  await more('Delete…')
  await dialog(page, 'Delete 2 chats?').getByRole('textbox').fill('2 chats')
  await dialog(page, 'Delete 2 chats?').getByRole('button', { name: 'Delete 2 chats' }).tap()
  await enterToken()
  await expect(item(page, 'One')).toBeHidden()
  await expect(item(page, 'Stays')).toBeVisible()
  expect(await storedNames(account)).toEqual(['Stays'])
})

test('search, filters, tabs, the chat switcher and sign-out work by touch @thorough', async ({ signedIn: page, account }) => {
  await addChats(account, { name: 'Radio Wieża', offline: true }, 'Harbour')
  await page.goto(to.chats())
  await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('wieza')
  await expect(item(page, 'Harbour')).toBeHidden()
  await page.getByRole('button', { name: 'Clear: Search name or hash' }).tap()
  await expect(item(page, 'Harbour')).toBeVisible()
  await page.getByRole('button', { name: 'State' }).tap()
  await page.getByRole('menuitem', { name: 'Offline' }).tap()
  await expect(item(page, 'Harbour')).toBeHidden()
  await item(page, 'Radio Wieża').getByRole('link').tap()
  await page.getByRole('navigation', { name: 'Parts of this chat' }).getByRole('link', { name: 'Banned IPs' }).tap()
  await expect(page.getByRole('heading', { name: 'No banned addresses' })).toBeVisible()
  await page.getByRole('button', { name: 'Radio Wieża, switch to another chat' }).tap()
  await dialog(page, 'Radio Wieża, switch to another chat').getByRole('link', { name: 'Harbour' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour')
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await signOut(page)
  await expect(page).toHaveURL(to.signIn())
})

// What fits 320 px fits wider phones.
test('nothing scrolls sideways at 320 px @thorough', async ({ signedIn: page, account, context }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte und noch viel mehr Wörter'
  const chatId = await addChat(account, { name, offline: true, monetizeLogin: true, forceSDKLogin: true })
  const expectNarrow = async (what: string) => {
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName}: ${element.scrollWidth} in ${element.clientWidth}`),
    )
    expect(wider, what).toEqual([])
  }
  for (const path of everyPath(chatId)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNarrow(path)
  }
  await page.goto(to.chats())
  await checkbox(page, name).tap()
  await expect(bulkBar(page)).toBeVisible()
  await expectNarrow('bulk bar')
  await tapAction(page, name, 'Delete…')
  await expect(dialog(page, `Delete ${name}?`)).toBeVisible()
  await expectNarrow('dialog')
  await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Cancel' }).tap()
  await tapAction(page, name, 'Duplicate…')
  await expect(dialog(page, `Duplicate ${name}`)).toBeVisible()
  await expectNarrow('drawer')
  await context.clearCookies()
  await page.goto(to.signIn())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNarrow('sign-in')
})

test('what gets the focus in a table that is wider than the window comes out from under the names of its rows', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(to.notifications())
  for (const box of await page.getByRole('table', { name: 'Events by channel' }).getByRole('checkbox').all()) {
    await box.focus()
    const { x, y, width, height } = (await box.boundingBox())!
    expect(
      await box.evaluate((it, [left, top]) => document.elementFromPoint(left, top) === it, [x + width / 2, y + height / 2] as const),
    ).toBe(true)
  }
})

test('the groups of settings look alike in every browser @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Harbour')
  await page.goto(to.settings(chatId))
  await expect(page.getByRole('combobox', { name: 'Group', exact: true })).toHaveCSS('appearance', 'none')
})

test('a drawer keeps its content when the width changes @thorough', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Turned over')
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(drawer.getByLabel('Name')).toHaveValue('Turned over')
})

test('settings: one row of tools under the heads leaves half of the screen, and each of them works', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Harbour', upload: false })
  await openSettings(page, chatId)
  // Also below the 40 px hint of an account over its plan, more than half is left.
  expect((await page.getByRole('heading', { name: 'General' }).boundingBox())!.y).toBeLessThan(280)
  const search = page.getByRole('searchbox')
  await search.tap()
  await search.fill('upload')
  await page.getByRole('combobox', { name: 'Filter' }).selectOption('Differs (1)')
  await expect(page.getByRole('switch')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Filter' }).selectOption({ index: 0 })
  await page.getByRole('button', { name: /^Clear/ }).tap()
  // The groups lead on once the search has lost the focus.
  await page.getByRole('heading', { name: 'General' }).tap()
  await page.getByRole('combobox', { name: 'Group' }).selectOption('Sounds')
  await expect(page.getByRole('heading', { name: 'Sounds' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
