import { to } from '#dashboard/platform/to.ts'
import { addChat } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  checkbox,
  deleteSelected,
  jobs,
  jobsButton,
  list,
  message,
  openMessages,
  post,
  receipt,
  receiptNumber,
  rows,
  spam,
  stopTimeToUndo,
  storedMessages,
  undoBar,
} from '../support/verbs/messages.ts'

test('a deletion sends nothing for six seconds, in which one key undoes it, whatever was searched and however fast the keys are', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  const other = await addChat(account, 'Stage')
  await post(account, chatId, 'one', 'two', 'three')
  await openMessages(page, chatId)
  const sent: string[] = []
  page.on('request', (request) => /\/messages\/\w+$/.test(request.url()) && sent.push(request.url()))
  const search = page.getByRole('searchbox').first()
  await search.fill('two')
  await expect(message(page, 'three')).toBeHidden()
  await checkbox(page, 'two').click()
  await stopTimeToUndo(page)
  await page.keyboard.press('d')
  await expect(message(page, 'two')).toContainText('will be deleted')
  // The focus is out of the field, so that the next key undoes.
  await expect(search).not.toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  await expect(message(page, 'two')).not.toContainText('deleted')
  // By the button, which goes with the selection.
  await checkbox(page, 'two').click()
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await expect(undoBar(page).getByRole('button', { name: /Undo/ })).toBeFocused()
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  await expect(search).not.toBeFocused()
  await expect(search).toHaveValue('two')
  await search.fill('')
  await search.blur()

  await message(page, 'two').click()
  // A key that is held down deletes no message but the one at the cursor.
  for (let count = 0; count < 20; count++) await page.keyboard.down('d')
  await page.keyboard.up('d')
  await expect(undoBar(page)).toContainText('1 message will be deleted')
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  // Twice before the browser has stored the first, and the undo as early.
  await Promise.all(['d', 'd', 'u'].map((key) => page.keyboard.press(key)))
  await expect(rows(page).filter({ hasText: 'will be deleted' })).toHaveCount(0)
  await expect(undoBar(page)).toBeHidden()
  await Promise.all(['d', 'd'].map((key) => page.keyboard.press(key)))
  await expect(undoBar(page)).toContainText('1 message will be deleted')
  await expect(rows(page).filter({ hasText: 'will be deleted' })).toHaveCount(1)
  // Neither another filter nor another chat hides or hurries it.
  await search.fill('three')
  await expect(undoBar(page)).toContainText('1 message will be deleted')
  await openMessages(page, other)
  await openMessages(page, chatId)
  await expect(undoBar(page)).toContainText('1 message will be deleted')
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  expect(sent).toEqual([])
  expect(await storedMessages(account, chatId)).toHaveLength(3)
})

test('the undo bar does not move after it appears, because the panel of selected messages closes in the same render @thorough', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'go')
  await openMessages(page, chatId)
  await checkbox(page, 'go').check()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
  const renders = await page.evaluateHandle(() => {
    const seen: { hasBar: boolean; hasPanel: boolean }[] = []
    const has = (selector: string) => document.querySelector(selector) !== null
    // Called after each render: React changes the document in one task.
    const look = () => seen.push({ hasBar: has('[aria-label="Undo"]'), hasPanel: has('[aria-label="Inspector"]') })
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await stopTimeToUndo(page)
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await expect(undoBar(page)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeHidden()
  const withBar = (await renders.jsonValue()).filter(({ hasBar }) => hasBar)
  expect(withBar.length).toBeGreaterThan(0)
  expect(withBar.filter(({ hasPanel }) => hasPanel)).toEqual([])
})

test.describe('with the panel of jobs closed', () => {
  test.use({ jobsOpen: false })

  test('the receipt of a deletion is true and shown in the sidebar of every page @thorough', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'stay', 'go', 'go too')
    await openMessages(page, chatId)
    await page.getByRole('searchbox').fill('go')
    await page.getByRole('checkbox', { name: 'Select all 2 loaded that match' }).check()
    await deleteSelected(page)
    await expect(jobsButton(page)).toHaveAccessibleName('Jobs: 2 messages deleted')
    await expect(receiptNumber(page, 'Deleted')).toBeHidden()
    await jobsButton(page).click()
    await expect(receipt(page, '2 messages deleted')).toBeVisible()
    await expect(receiptNumber(page, 'Deleted')).toHaveText('2')
    await expect(receiptNumber(page, 'Not deleted')).toHaveText('0')
    expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['stay'])
    await page.getByRole('searchbox').fill('')
    await expect(rows(page)).toHaveText([/stay/])
    await page.goto(to.bannedIps(chatId))
    await expect(receipt(page, '2 messages deleted')).toBeVisible()
    await expectAccessible(page)
    const { x, width, height } = (await jobs(page).boundingBox())!
    expect([x, width <= 224, height <= 240]).toEqual([0, true, true])

    // In the folded sidebar it is a ring, which unfolds the sidebar at the jobs.
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect(receiptNumber(page, 'Deleted')).toBeHidden()
    expect((await jobs(page).boundingBox())!.width).toBeLessThanOrEqual(56)
    await expectAccessible(page)
    await jobsButton(page).press('Enter')
    await expect(receiptNumber(page, 'Deleted')).toBeVisible()
    await expect(jobsButton(page)).toBeFocused()

    await jobs(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(jobs(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()

    await page.goto(to.changes())
    await expect(page.getByRole('main')).toContainText('2 messages deleted')
    await expect(jobs(page)).toBeHidden()
  })
})

test('messages are selected, deleted, undone and their author shown by keyboard alone', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, { text: 'one', username: 'Ann' }, { text: 'two', username: 'Ann' }, { text: 'three', username: 'Ann' })
  await openMessages(page, chatId)
  await page.keyboard.press('ArrowDown')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible()
  await stopTimeToUndo(page)
  await page.keyboard.press('d')
  await expect(undoBar(page)).toBeVisible()
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByRole('region', { name: 'Author Ann' })).toContainText('3 loaded')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the card' }).press('Enter')
  await page.keyboard.press('d')
  await undoBar(page).getByRole('button', { name: 'Delete now' }).press('Enter')
  await page.clock.setSystemTime(new Date())
  await expect(receipt(page, '1 message deleted')).toBeVisible({ timeout: 30_000 })
  expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['one', 'two'])
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog', { name: 'Time' })).toBeVisible()
})

test('a spam wave is reported, shown alone and selected with one click', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'hello', ...spam(9, 'Call this number for better seats'), ...spam(12), 'what was that?')
  await openMessages(page, chatId)
  const hint = page.getByRole('region', { name: 'Spam wave' })
  await expect(hint).toContainText('Wave 2 of 2. 12 messages')
  await page.keyboard.press('[')
  await expect(hint).toContainText('Wave 1 of 2. 9 messages')
  await expect(list(page)).toBeFocused()
  await hint.getByRole('button', { name: 'Next wave' }).click()
  await expect(hint).toContainText('12 messages with nearly the same text, 3 authors')
  await hint.getByRole('button', { name: 'Show only these' }).click()
  await expect(rows(page)).toHaveCount(12)
  await page.getByRole('button', { name: 'Show all' }).click()
  await hint.getByRole('button', { name: 'Select 12' }).click()
  await expect(page.getByRole('heading', { name: '12 selected' })).toBeVisible()
  await expect(checkbox(page, 'hello')).not.toBeChecked()
  await expectAccessible(page)

  // Wide windows list the waves. After one is deleted, the other messages are shown again.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page
    .getByRole('complementary', { name: 'This chat' })
    .getByRole('button', { name: /12 messages/ })
    .click()
  await expect(page.getByText('Only the 12 messages of a wave are shown.')).toBeVisible()
  await deleteSelected(page)
  await expect(rows(page)).toHaveCount(11)
  await expect(page.getByText(/of a wave/)).toBeHidden()
})

test('at 360 px one bar at the bottom has everything within reach of a thumb @thorough', async ({ signedIn: page, account }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const chatId = await addChat(account, 'Hall')
  await post(
    account,
    chatId,
    ...spam(9, 'Call this number for better seats'),
    { text: 'stay', username: 'Ann' },
    { text: 'go', username: 'Ben' },
  )
  await openMessages(page, chatId)
  // More than half of the window is the list, also below the hint of a wave.
  await expect(page.getByRole('region', { name: 'Spam wave' })).toBeVisible()
  expect(await list(page).evaluate(({ parentElement }) => parentElement!.clientHeight)).toBeGreaterThan(350)
  await checkbox(page, 'go').check()
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar).toContainText('1 selected')
  await expectAccessible(page)
  await deleteSelected(page)
  await jobsButton(page).click()
  await expect(receipt(page, '1 message deleted')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await jobsButton(page).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: /^Has link/ }).click()
  await expect(page.getByText('No loaded message matches')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('at 360 px the line of jobs keeps the focus when the time to undo is over @thorough', async ({ signedIn: page, account }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'stay', 'go', 'go too')
  await openMessages(page, chatId)
  const line = jobsButton(page)
  await checkbox(page, 'go too').check()
  await deleteSelected(page)
  await expect(line).toHaveAccessibleName(/1 message deleted/)
  await checkbox(page, 'go').check()
  await page.getByRole('button', { name: /^Delete \d/ }).click()
  await expect(undoBar(page)).toBeVisible()
  await line.focus()
  // Six seconds.
  await expect(undoBar(page)).toBeHidden()
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(jobs(page).getByRole('status')).toHaveCount(2)
})
