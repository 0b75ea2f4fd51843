import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChat, confirm, dialog, storedSettings } from '../support/verbs/chats.ts'
import { deleteSelected, openMessages, post, receipt } from '../support/verbs/messages.ts'
import { expectSaved, field, openSettings, save, settingSwitch } from '../support/verbs/settings.ts'

/** The audit log of an account, as a person alone sees it: all browsers, and programs. */

const entries = (page: Page) => page.getByRole('list', { name: 'Changes' }).locator('[data-index]')
const entry = (page: Page, words: string | RegExp) => entries(page).filter({ hasText: words })
const opened = (page: Page) => page.getByRole('complementary', { name: 'Entry' })

async function openLog(page: Page, path = to.changes()): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'Everyone' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('End of the changes')).toBeVisible()
}

async function switchOff(page: Page, chatId: number): Promise<void> {
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  await save(page)
}

test('what a browser and programs changed is listed, opened with its steps, and undone with the same review', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', sound_ring: 'bell' })
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  await field(page, 'groupChatWelcomeMessage').fill('Hello,\nand welcome 👋')
  await save(page)
  await openLog(page)
  await expectAccessible(page)
  await expect(entry(page, 'Chat created')).toContainText('through the API')
  const changed = entry(page, '2 settings changed')
  await expect(changed).toContainText(/Lobby.*File upload.*On.*Off.*Done/s)

  await changed.getByRole('button', { name: '2 settings changed', exact: true }).click()
  await expect(page).toHaveURL(/entry=\d+/)
  await expect(opened(page)).toContainText('Written before sending')
  await expect(opened(page)).toContainText(`PUT /chats/${chatId}`)
  await expect(opened(page)).toContainText('signed in with the access token')
  await expect(opened(page)).toContainText('All 2 settings still hold these values.')
  await expectAccessible(page)
  await page.reload()
  await expect(opened(page).getByRole('heading', { name: '2 settings changed' })).toBeFocused()

  await opened(page)
    .getByRole('button', { name: /^Undo: 2 settings changed/ })
    .click()
  const review = dialog(page, 'Review 2 changes')
  await expect(review.getByRole('row', { name: /File upload/ })).toHaveText(/Off.*On/)
  expect((await storedSettings(account, chatId)).upload).toBe(false)
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expectSaved(page)
  expect(await storedSettings(account, chatId)).toMatchObject({ upload: true, groupChatWelcomeMessage: '', sound_ring: 5 })

  await openLog(page)
  await expect(entries(page).first()).toContainText(/Undo of line \d+, show it/)
  const undone = entry(page, /Undone by .+ at \d\d:\d\d/)
  await expect(undone.getByRole('button', { name: /^Undo:/ })).toHaveCount(0)
  await entries(page).first().getByRole('button', { name: 'show it' }).click()
  await expect(opened(page)).toContainText(/Undone by/)
})

test('what is written meanwhile is offered, and comes into the list on request', async ({ signedIn: page, account, context }) => {
  const chatId = await addChat(account, { name: 'Lobby' })
  await page.clock.install()
  await openLog(page)
  await switchOff(await context.newPage(), chatId)
  await page.clock.runFor(16_000)
  const more = page.getByRole('button', { name: 'Show new entries' })
  await expect(more).toBeVisible()
  await expect(entry(page, '1 setting changed')).toHaveCount(0)
  await more.click()
  await expect(entries(page).first()).toContainText('File upload')
  await expect(more).toBeHidden()
})

test('the keyboard goes through the list and the open entry; an undo that is sent at once names the entry it undoes', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await addChat(account, 'Bar')
  await account.api('banCreate', { params: { chatId }, body: { ip: '192.0.2.7' } })
  await openLog(page, `${to.changes()}?kind=chats`)
  await page.keyboard.press('ArrowDown')
  await expect(entry(page, 'Bar').getByRole('button', { name: 'Chat created' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('o')
  await expect(opened(page)).toContainText('Lobby')
  await page.keyboard.press('ArrowUp')
  await expect(opened(page)).toContainText('Bar')
  await page.keyboard.press('Escape')
  await expect(opened(page)).toBeHidden()
  await expect(entry(page, 'Bar').getByRole('button', { name: 'Chat created' })).toBeFocused()

  await openLog(page)
  await entry(page, 'Banned')
    .getByRole('button', { name: /^Undo:/ })
    .click()
  await confirm(page, 'Undo “Banned”?', 'Undo')
  await expect(entry(page, 'Unbanned')).toContainText(/Undo of line \d+/)
  await expect(entry(page, /^(?!.*Unbanned).*Banned/s)).toContainText(/Undone by/)
  expect((await account.api('banList', { params: { chatId } })).data).toEqual([])
})

test('a job is one entry with its counts; its single entries are shown on request @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...Array.from({ length: 30 }, (_, index) => `go ${index}`))
  await openMessages(page, chatId)
  await page.getByRole('checkbox', { name: /^Select all 30/ }).check()
  await deleteSelected(page)
  await expect(receipt(page, '30 messages deleted')).toBeVisible()
  await openLog(page)
  const job = entry(page, '30 messages deleted')
  await expect(job).toContainText(/Hall.*Show 2 entries.*Job “.+”.*Done.*Deleted messages can’t be restored\./s)
  await job.getByRole('button', { name: /^Show 2 entries/ }).click()
  await expect(job.getByRole('listitem')).toHaveCount(2)
  await job.getByRole('listitem').first().getByRole('button').click()
  await expect(opened(page)).toContainText('Job “')
  await expect(opened(page).getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})

test('filters are in the address, count single entries and decide what is exported @thorough', async ({ signedIn: page, account }) => {
  const lobby = await addChat(account, 'Lobby')
  await addChat(account, 'Bar')
  await account.api('banCreate', { params: { chatId: lobby }, body: { ip: '192.0.2.7' } })
  await openLog(page)
  // Signing in is one of them.
  await expect(page.getByText('4 entries')).toBeVisible()
  await page.getByLabel('Chat', { exact: true }).selectOption('Lobby')
  await expect(page.getByText('2 of 4 entries')).toBeVisible()
  await page.getByLabel('Action').selectOption('Banned')
  await expect(entries(page)).toHaveCount(1)
  await page.getByLabel('Time').selectOption('Today')
  await page.reload()
  await expect(page.getByText('1 of 4 entries')).toBeVisible()
  await expect(entries(page)).toHaveText(/Banned.*Lobby.*192\.0\.2\.7/s)
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatch(/,program,Banned IPs,Banned,\d+,Lobby,192\.0\.2\.7,/)

  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No entries match these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(entries(page)).toHaveCount(4)
})

test('a setting and a chat lead to their history @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await addChat(account, 'Bar')
  await switchOff(page, chatId)
  await settingSwitch(page, 'upload').focus()
  // Over “Reset”, which stands between.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.changes({ chatId, field: 'upload' }))
  await expect(entries(page)).toHaveText(/1 setting changed/)
  await page.getByRole('button', { name: 'Remove the filter by field' }).click()
  await expect(entries(page)).toHaveCount(2)

  await page.goto(to.settings(chatId))
  await page.getByRole('button', { name: 'Actions for Lobby' }).click()
  await page.getByRole('menuitem', { name: 'Changes in this chat' }).click()
  await expect(page).toHaveURL(to.changes({ chatId }))
  await expect(entries(page)).toHaveCount(2)
})

test('long activity is read page by page, and a failure keeps what was read @thorough', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/status of 50\d|ERR_FAILED/)
  for (let index = 0; index < 110; index++) await account.api('chatCreate', { body: { name: `Chat ${index}` } })
  await page.route(/workspace\/audit\?.*before=/, (route) => route.abort())
  await page.goto(to.changes())
  await expect(entry(page, 'Chat 109')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByText('Older entries could not be loaded.')).toBeVisible()
  await page.unroute(/workspace\/audit\?.*before=/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('End of the changes')).toBeVisible()
  await page.keyboard.press('End')
  await expect(entry(page, /Chat 0\D/)).toBeVisible()
})

test('a log that was changed afterwards says so @thorough', async ({ signedIn: page, account }) => {
  await addChat(account, 'Lobby')
  await page.route(/workspace\/audit\/count/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { chain: object } }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, chain: { ...body.data.chain, brokenAt: 48_376 } } } })
  })
  await openLog(page)
  await expect(page.getByRole('alert')).toContainText('The audit log was changed at line 48,376.')
  await expect(entries(page)).toHaveCount(2)
  await expectAccessible(page)
})

test('“Me” lists what one did, as it happens @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await page.goto(to.ownChanges())
  await expect(entries(page)).toHaveText(/Signed in with the account token/)
  await switchOff(page, chatId)
  await page.goto(to.ownChanges())
  await expect(entries(page).first()).toHaveText(/1 setting changed/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('entries, filters and the open entry fit the screen @thorough', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'A chat with a name that is as long as names of chats ever are in practice')
    await switchOff(page, chatId)
    await openLog(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Filters' }).tap()
    await dialog(page, 'Filters').getByLabel('Action').selectOption('Settings')
    await expectAccessible(page)
    await dialog(page, 'Filters').getByRole('button', { name: 'Close' }).tap()
    await expect(page.getByRole('button', { name: 'Filters, 1 set' })).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
    await entries(page).getByRole('button', { name: '1 setting changed', exact: true }).tap()
    await expect(dialog(page, 'Entry')).toContainText('Written before sending')
    await expectAccessible(page)
    await dialog(page, 'Entry').getByRole('button', { name: 'Close' }).tap()
    await expect(dialog(page, 'Entry')).toBeHidden()
  })
})
