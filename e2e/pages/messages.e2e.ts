import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import {
  deleteSelected,
  receiptNumber,
  storedMessages,
  jobs,
  jobsButton,
  list,
  message,
  filterByAuthor,
  openMessages,
  post,
  receipt,
  rows,
  loadedStatus,
  checkbox,
  undoBar,
} from '../support/verbs/messages.ts'

/** Almost equal messages of three people. */
const spam = (messages: number, text = 'FREE backstage pass!!! http://passes.example/claim') =>
  Array.from({ length: messages }, (_, index) => ({ text: `${text}?r=${index}`, username: `fairy_${index % 3}` }))

test('reading: newest first, a poster’s name once, a true statement of what is loaded', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, { text: 'first', username: 'Ann' }, { text: 'second', username: 'Ann' }, { text: 'third', username: 'Ben' })
  await openMessages(page, chatId)
  await expect(rows(page)).toHaveText([/third/, /second/, /first/])
  await expect(loadedStatus(page)).toContainText('all 3')
  await expect(list(page).getByRole('button', { name: /Ann$/ })).toHaveCount(1)
  await expectAccessible(page)
})

test('pointing at a row moves nothing, whatever the length of its text', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...Array.from({ length: 8 }, (_, index) => 'word '.repeat(16 + index * 2)))
  await openMessages(page, chatId)
  const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const before = await heights()
    for (const row of await rows(page).all()) {
      await row.hover()
      await expect(row.getByRole('button', { name: /^Delete message/ })).toBeVisible()
      expect(await heights(), `at ${width} px`).toEqual(before)
    }
  }
})

test('an empty room says what would be here and offers the act that fills it', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openMessages(page, chatId)
  await expect(page.getByRole('heading', { name: 'No messages here' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post a message' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('filters: text without accents, expressions, links, a poster; all of it in the address', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(
    account,
    chatId,
    { text: 'Dzień dobry', username: 'Ann' },
    { text: 'call 555-1234', username: 'Ben' },
    { text: 'see https://roses.example/a', username: 'Ben' },
  )
  await openMessages(page, chatId)
  const field = page.getByRole('searchbox')
  await field.fill('dzien')
  await expect(rows(page)).toHaveText([/Dzień dobry/])
  await expect(loadedStatus(page)).toContainText('1 of all 3')

  await page.getByRole('button', { name: 'Regular expression' }).click()
  await field.fill(String.raw`\d{3}-\d{4}`)
  await expect(rows(page)).toHaveText([/call 555-1234/])
  await page.reload()
  await expect(rows(page)).toHaveText([/call 555-1234/])
  await expect(field).toHaveValue(String.raw`\d{3}-\d{4}`)

  await field.fill('(')
  await expect(page.getByRole('alert')).toContainText('This is no regular expression')
  await field.fill('')
  await page.getByRole('button', { name: /^Has link/ }).click()
  await expect(rows(page)).toHaveText([/roses/])
  await page.getByRole('button', { name: /^Has link/ }).click()
  await filterByAuthor(page, 'Ben')
  await expect(rows(page)).toHaveText([/roses/, /555/])
  await expectAccessible(page)
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
})

test('an expression that would never end is ended, and the page lives on', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, `${'a'.repeat(60)}!`, 'other')
  await openMessages(page, chatId, '?as=regexp&text=(a%2B)%2B%24')
  await expect(page.getByRole('alert')).toContainText('takes too long')
  await page.getByRole('searchbox').fill('other')
  await expect(rows(page)).toHaveText([/other/])
})

test('a time range is read from the service; a beginning after the end is refused in words', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'now')
  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'All times' }).click()
  const box = page.getByRole('dialog', { name: 'Time' })
  await box.getByLabel('From').fill('2026-05-02T10:00:00')
  await box.getByLabel('To', { exact: true }).fill('2026-05-02T09:00:00')
  await box.getByRole('button', { name: 'Apply' }).click()
  await expect(box.getByLabel('To', { exact: true })).toHaveAccessibleDescription('The start must be before the end')
  await box.getByLabel('To', { exact: true }).fill('2026-05-02T11:00:00')
  await expect(box.getByLabel('To', { exact: true })).not.toHaveAccessibleDescription(/./)
  await box.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No messages in this period')).toBeVisible()
  await expect(page).toHaveURL(/range=\d+-\d+/)
  await page.getByRole('button', { name: 'Show all times' }).click()
  await expect(rows(page)).toHaveText([/now/])
})

test('a time typed in part is named and kept, and nothing is read by it', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'now')
  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'All times' }).click()
  const box = page.getByRole('dialog', { name: 'Time' })
  for (const [label, button] of [
    ['From', 'Apply'],
    ['Jump to', 'Jump'],
  ] as const) {
    const field = box.getByLabel(label, { exact: true })
    await field.focus()
    await page.keyboard.type('05')
    await box.getByRole('button', { name: button, exact: true }).click()
    await expect(field).toHaveAccessibleDescription('Complete the date, or clear it')
    await expect(field).toBeFocused()
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true)
  }
  await expectAccessible(page)
  await expect(page).not.toHaveURL(/range=/)
})

test('new messages wait behind their button; rows never move by themselves', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'old')
  await openMessages(page, chatId)
  await post(account, chatId, 'fresh', 'fresher')
  const news = page.getByRole('button', { name: / new messages/ })
  await expect(news).toHaveAccessibleName('2 new messages')
  await expect(rows(page)).toHaveText([/old/])
  // What they are is said before anybody looks.
  await post(account, chatId, ...spam(10))
  await expect(page.getByRole('button', { name: '12 new messages 10 look like spam' })).toBeVisible()
  await news.click()
  await expect(rows(page)).toHaveText([...Array<RegExp>(10).fill(/FREE/), /fresher/, /fresh/, /old/])
  await expect(news).toBeHidden()
})

test('choosing: a click, a range with Shift, all that match; the selection is ids and outlives filters', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'one', 'two', 'three', 'four', 'five')
  await openMessages(page, chatId)
  await checkbox(page, 'two').click()
  await checkbox(page, 'four').click({ modifiers: ['Shift'] })
  await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible()
  // The shield of the system stands before its name.
  const author = page.getByRole('complementary', { name: 'Inspector' }).getByRole('listitem').first()
  const [shield, row] = await Promise.all([author.getByRole('img', { name: 'No user id:' }).boundingBox(), author.boundingBox()])
  expect(Math.abs(shield!.y + shield!.height / 2 - (row!.y + row!.height / 2))).toBeLessThan(3)

  // Below 1200 px the text keeps the width, and the inspector is a drawer.
  await page.setViewportSize({ width: 1024, height: 768 })
  const bar = page.getByRole('region', { name: 'What is selected' })
  await expect(bar).toContainText('3 selected')
  expect(
    await message(page, 'four')
      .getByRole('gridcell')
      .nth(3)
      .evaluate(({ clientWidth }) => clientWidth),
  ).toBeGreaterThan(400)
  await bar.getByRole('button', { name: 'By author and text' }).click()
  await expect(dialog(page, '3 selected').getByRole('heading', { name: 'By author 1' })).toBeVisible()
  await escape(dialog(page, '3 selected'))
  await expect(bar).toContainText('3 selected')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('searchbox').fill('five')
  await page.getByRole('checkbox', { name: 'Select all 1 loaded that match' }).check()
  await expect(page.getByRole('heading', { name: '4 selected' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(checkbox(page, 'one')).not.toBeChecked()
  await expectAccessible(page)
  // The first leaves the field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await escape(dialog(page, 'Keys on this page'))
  await expect(page.getByRole('heading', { name: '4 selected' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: /selected/ })).toBeHidden()
})

test('undo: for six seconds nothing is sent', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'stay', 'go')
  await openMessages(page, chatId)
  const sent: string[] = []
  page.on('request', (request) => /\/messages\/\w+$/.test(request.url()) && sent.push(request.url()))
  await checkbox(page, 'go').check()
  // The six seconds last as long as this test needs.
  await page.clock.setFixedTime(new Date())
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await expect(message(page, 'go')).toContainText('will be deleted')
  await expectAccessible(page)
  await undoBar(page).getByRole('button', { name: /Undo/ }).click()
  await expect(undoBar(page)).toBeHidden()
  await expect(message(page, 'go')).not.toContainText('deleted')
  expect(sent).toEqual([])
  expect(await storedMessages(account, chatId)).toHaveLength(2)
})

test.describe('jobs as they are before anybody opened them', () => {
  test.use({ jobsOpen: false })

  test('deleting: the receipt is what the room says, and the sidebar of every page has it', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'stay', 'go', 'go too')
    await openMessages(page, chatId)
    await page.getByRole('searchbox').fill('go')
    await page.getByRole('checkbox', { name: 'Select all 2 loaded that match' }).check()
    await deleteSelected(page)
    await expect(jobsButton(page)).toHaveAccessibleName('Jobs: 2 messages deleted')
    await expect(receiptNumber(page, 'Gone')).toBeHidden()
    await jobsButton(page).click()
    await expect(receipt(page, '2 messages deleted')).toBeVisible()
    await expect(receiptNumber(page, 'Gone')).toHaveText('2')
    await expect(receiptNumber(page, 'Still there')).toHaveText('0')
    expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['stay'])
    await page.getByRole('searchbox').fill('')
    await expect(rows(page)).toHaveText([/stay/])
    await page.goto(to.bannedIps(chatId))
    await expect(receipt(page, '2 messages deleted')).toBeVisible()
    await expectAccessible(page)
    const { x, width, height } = (await jobs(page).boundingBox())!
    expect([x, width <= 224, height <= 240]).toEqual([0, true, true])

    // Folded, a ring is left of it, which unfolds the sidebar at the jobs.
    await page.getByRole('button', { name: 'Fold the sidebar' }).click()
    await expect(receiptNumber(page, 'Gone')).toBeHidden()
    expect((await jobs(page).boundingBox())!.width).toBeLessThanOrEqual(56)
    await expectAccessible(page)
    await jobsButton(page).press('Enter')
    await expect(receiptNumber(page, 'Gone')).toBeVisible()
    await expect(jobsButton(page)).toBeFocused()

    await jobs(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(jobs(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()

    // What asks for nothing leaves after ten minutes; Activity keeps it.
    await openMessages(page, chatId)
    await checkbox(page, 'stay').check()
    await deleteSelected(page)
    await expect(receipt(page, '1 message deleted')).toBeVisible()
    await page.clock.setSystemTime(Date.now() + 11 * 60_000)
    await page.goto(to.activity())
    await expect(page.getByRole('main')).toContainText('1 message')
    await expect(jobs(page)).toBeHidden()
  })
})

test('keys alone: find, mark downwards, delete, undo, delete, the card of a poster', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, { text: 'one', username: 'Ann' }, { text: 'two', username: 'Ann' }, { text: 'three', username: 'Ann' })
  await openMessages(page, chatId)
  await page.keyboard.press('j')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('Shift+J')
  await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible()
  await page.clock.setFixedTime(new Date())
  await page.keyboard.press('d')
  await expect(undoBar(page)).toBeVisible()
  await page.keyboard.press('u')
  await expect(undoBar(page)).toBeHidden()
  await page.keyboard.press('k')
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

test('a spam wave is told, shown alone and chosen with one click', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'hello', ...spam(9, 'Call this number for better seats'), ...spam(12), 'what was that?')
  await openMessages(page, chatId)
  const hint = page.getByRole('region', { name: 'Spam wave' })
  await expect(hint).toContainText('Wave 2 of 2. 12 messages')
  await page.keyboard.press('w')
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

  // Wide windows list the waves. Where one was deleted, the rest comes back.
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

test('360 px: one bar at the bottom with everything a thumb needs', async ({ signedIn: page, account }) => {
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
  const bar = page.getByRole('region', { name: 'What is selected' })
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

test('360 px: the line of jobs keeps the focus when the time to undo is over', async ({ signedIn: page, account }) => {
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
