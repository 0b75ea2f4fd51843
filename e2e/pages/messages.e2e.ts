import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import { checkbox, filterByAuthor, list, loadedStatus, message, openMessages, post, rows, spam } from '../support/verbs/messages.ts'

test('messages are listed newest first, with each author named once; new ones wait behind their button, so that rows do not move', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, { text: 'first', username: 'Ann' }, { text: 'second', username: 'Ann' }, { text: 'third', username: 'Ben' })
  await openMessages(page, chatId)
  const listed = [/third/, /second/, /first/]
  await expect(rows(page)).toHaveText(listed)
  await expect(loadedStatus(page)).toContainText('all 3')
  await expect(list(page).getByRole('button', { name: /Ann$/ })).toHaveCount(1)
  await expectAccessible(page)
  // A double-click on a word selects the word and not the message.
  await page.getByText('second', { exact: true }).dblclick()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('second')
  await expect(checkbox(page, 'second')).not.toBeChecked()

  await post(account, chatId, 'fresh', 'fresher')
  const news = page.getByRole('button', { name: / new messages/ })
  await expect(news).toHaveAccessibleName('2 new messages')
  await expect(rows(page)).toHaveText(listed)
  // The button describes them before they are shown.
  await post(account, chatId, ...spam(10))
  await expect(page.getByRole('button', { name: '12 new messages 10 look like spam' })).toBeVisible()
  await news.click()
  await expect(rows(page)).toHaveText([...Array<RegExp>(10).fill(/FREE/), /fresher/, /fresh/, ...listed])
  await expect(news).toBeHidden()
})

test('pointing at a row moves nothing, whatever the length of its text @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...Array.from({ length: 8 }, (_, index) => 'word '.repeat(16 + index * 2)))
  await openMessages(page, chatId)
  const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    let before = await heights()
    // The rows are measured anew once the page has its width and its next frame.
    await expect(async () => {
      const last = before
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      before = await heights()
      expect(before).toEqual(last)
    }).toPass()
    for (const row of await rows(page).all()) {
      await row.hover()
      await expect(row.getByRole('button', { name: /^Delete message/ })).toBeVisible()
      expect(await heights(), `at ${width} px`).toEqual(before)
    }
  }
})

test('an empty chat says what the page is for and offers to post a message @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openMessages(page, chatId)
  await expect(page.getByRole('heading', { name: 'No messages here' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post a message' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('messages are filtered by text without accents, expression, link, author and time; the address keeps all of it', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await post(
    account,
    chatId,
    `${'a'.repeat(60)}!`,
    { text: 'Dzień dobry', username: 'Ann' },
    { text: 'call 555-1234', username: 'Ben' },
    { text: 'see https://roses.example/a', username: 'Ben' },
  )
  // An expression that would never end is stopped, and the page still works.
  await openMessages(page, chatId, '?as=regexp&text=(a%2B)%2B%24')
  await expect(page.getByRole('alert')).toContainText('takes too long')
  const field = page.getByRole('searchbox')
  await field.fill(String.raw`\d{3}-\d{4}`)
  await expect(rows(page)).toHaveText([/call 555-1234/])
  await page.reload()
  await expect(rows(page)).toHaveText([/call 555-1234/])
  await expect(field).toHaveValue(String.raw`\d{3}-\d{4}`)
  await field.fill('(')
  await expect(page.getByRole('alert')).toContainText('This is not a valid regular expression')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await field.fill('dzien')
  await expect(rows(page)).toHaveText([/Dzień dobry/])
  await expect(loadedStatus(page)).toContainText('1 of all 4')

  await field.fill('')
  await page.getByRole('button', { name: /^Has link/ }).click()
  await expect(rows(page)).toHaveText([/roses/])
  await page.getByRole('button', { name: /^Has link/ }).click()
  await filterByAuthor(page, 'Ben')
  await expect(rows(page)).toHaveText([/roses/, /555/])
  await expectAccessible(page)
  const author = page.getByRole('button', { name: 'Only messages of Ben: show all authors' })
  await expect(author).toBeFocused()
  await author.press('Enter')
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Author', exact: true })).toBeFocused()
  // The rows change before the address does, and Back undoes what the address holds.
  await expect(page).not.toHaveURL(/poster=/)
  await page.goBack()
  await expect(rows(page)).toHaveText([/roses/, /555/])
  await page.goBack()
  await expect(rows(page)).toHaveCount(4)

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
  await expect(rows(page)).toHaveCount(4)
})

test('an incomplete time is reported and kept, and nothing is read @thorough', async ({ signedIn: page, account }) => {
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

test('in an empty chat a posted message appears at once @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'Post a message' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Welcome')
  await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  await expect(rows(page)).toHaveText([/Welcome/])
  // Now there is a row that could move.
  await post(account, chatId, 'fresh')
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
})

test('messages are selected by a click, a range with Shift, or all that match; filters keep the selection', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'one', 'two', 'three', 'four', 'five')
  await openMessages(page, chatId)
  await checkbox(page, 'two').click()
  await checkbox(page, 'four').click({ modifiers: ['Shift'] })
  await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible()
  // The shield of the system is left of its name.
  const author = page.getByRole('complementary', { name: 'Inspector' }).getByRole('listitem').first()
  const [shield, row] = await Promise.all([author.getByRole('img', { name: 'No user id:' }).boundingBox(), author.boundingBox()])
  expect(Math.abs(shield!.y + shield!.height / 2 - (row!.y + row!.height / 2))).toBeLessThan(3)

  // Below 1200 px the text keeps the width, and the inspector is a drawer.
  await page.setViewportSize({ width: 1024, height: 768 })
  const bar = page.getByRole('region', { name: 'Selected messages' })
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
  // The first Escape leaves the field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await escape(dialog(page, 'Keyboard shortcuts'))
  await expect(page.getByRole('heading', { name: '4 selected' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: /selected/ })).toBeHidden()
})
