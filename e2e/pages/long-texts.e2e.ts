import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { test as onFaulty } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, choose, dialog, row } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { message, openMessages, post } from '../support/verbs/messages.ts'
import { openSettings } from '../support/verbs/settings.ts'

/** Texts and numbers that are longer than the available space. */

const longName = `The ${'very '.repeat(33)}long name`
const tooltip = (page: Page) => page.getByRole('tooltip')

/** Whether the element fits its box, and the page the window. */
const fits = (element: Locator) =>
  element.evaluate((box) => box.scrollWidth <= box.clientWidth && document.documentElement.scrollWidth <= innerWidth)

test('a message of 2,000 characters is truncated and can be expanded @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, `Once ${'upon a time '.repeat(165)}the end`, 'Short')
  await openMessages(page, chatId)
  const long = message(page, 'Once upon a time')
  await expect(long).not.toContainText('the end')
  await expect(message(page, 'Short').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expectAccessible(page)
  await long.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(long).toContainText('the end')
  await long.getByRole('button', { name: 'Show less' }).press('Enter')
  await expect(long).not.toContainText('the end')
})

onFaulty('a message of spaces is recognisable @thorough', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, { text: 'Hello', username: 'Ann' })
  upstream.arm('GET', /\/messages\?/, {
    answer: (messages) => void Object.assign(messages['0'] as object, { text: '    ', userName: '  ' }),
  })
  await openMessages(page, chatId)
  const list = page.getByRole('grid')
  await expect(list.getByText('only white space, 4 characters')).toBeVisible()
  await expect(list.getByText('only white space, 2 characters')).toBeVisible()
})

test('a name of 180 characters is truncated, and its full text is reachable by keyboard @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, longName)
  await page.goto(to.chats())
  const link = row(page, longName).getByRole('link', { name: longName })
  await link.focus()
  await expect(tooltip(page)).toHaveText(longName)
  await page.keyboard.press('Escape')

  await openSettings(page, chatId)
  const listed = page.getByRole('list', { name: 'Pinned and recent chats' }).getByRole('link', { name: longName })
  await expect(listed).toHaveAttribute('title', longName)
  const switcher = page.getByRole('button', { name: `${longName}, switch to another chat` })
  await expect(switcher).toHaveAttribute('title', longName)
  await switcher.press('Enter')
  await expect(page.getByRole('link', { name: longName }).last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await choose(page, longName, 'Delete…')
  const title = dialog(page, `Delete ${longName}?`).getByRole('heading').getByText(longName)
  await title.focus()
  await expect(tooltip(page)).toHaveText(`Delete ${longName}?`)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  onFaulty('a long name does not make the page scroll sideways @thorough', async ({ signedIn: page, account, upstream }) => {
    const chatId = await addChat(account, longName)
    // That for the HTML, which does not wait for it, and that of the page.
    upstream.arm('GET', /banned-ips$/, 'held', 2)
    await page.goto(to.bannedIps(chatId))
    await expect(page.getByRole('status', { name: 'Loading the banned addresses' })).toBeVisible()
    expect(await fits(page.locator('html')), 'while the bans are loading').toBe(true)
    upstream.release()
    for (const path of [to.chats(), to.settings(chatId), to.messages(chatId), to.polls(chatId), to.bannedIps(chatId)]) {
      await page.goto(path)
      await expect(page.getByText(longName).filter({ visible: true }).first()).toBeVisible()
      expect(await fits(page.locator('html')), path).toBe(true)
    }
  })
})

/** The texts of the dialog that reach beyond its sides, but those that end in an ellipsis. */
const textsOutside = (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .evaluate((box) => {
      const { left, right } = box.getBoundingClientRect()
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const isCut = getComputedStyle(node.parentElement!).textOverflow === 'ellipsis' || node.parentElement!.closest('.visually-hidden')
        const rects = [...range.getClientRects()]
        if (!isCut && rects.some((rect) => rect.right > right + 1 || rect.left < left - 1)) found.push(node.nodeValue ?? '')
      }
      return found
    })

test('a word of 90 letters stays inside the dialogs of a phone', async ({ signedIn: page, account }) => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 90)
  const chatId = await addChat(account, word)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(to.chats())
  await expect(page.getByRole('button', { name: `Actions for ${word}` })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: /^Go to/ }).fill('donau')
  await expect(page.getByRole('dialog').getByText(word).first()).toBeVisible()
  expect(await textsOutside(page), 'the palette').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, word, 'Delete…')
  await expect(dialog(page, `Delete ${word}?`)).toContainText('Banned ranges')
  expect(await textsOutside(page), 'deleting').toEqual([])
  await page.keyboard.press('Escape')

  await openSettings(page, chatId)
  const file = JSON.stringify({ roomkeeper: 1, settings: { name: word.slice(1), allowLinks: false } })
  await page.getByLabel('Settings file').setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  const line = dialog(page, 'Import settings').getByRole('row', { name: /Chat name/ })
  await expect(line).toContainText(word.slice(1))
  expect(await textsOutside(page), 'importing').toEqual([])
  expect((await line.getByText('Chat name').boundingBox())?.width, 'the label').toBeGreaterThan(60)
})

for (const width of [360, 1280])
  test(`a count of 16,775,931 addresses fits its column at ${width} px @thorough`, async ({ signedIn: page, account }) => {
    await page.setViewportSize({ width, height: 740 })
    const chatId = await addChat(account, 'Lobby')
    await account.api('banCreate', { params: { chatId }, body: { ip: '1.0.0.0', lastIp: '1.255.250.250' } })
    await account.api('banCreate', { params: { chatId }, body: { ip: '0.0.0.0', lastIp: '255.255.255.255' } })
    await page.goto(to.bannedIps(chatId))
    for (const size of ['16,775,931', '4,294,967,296']) {
      const cell = page.getByRole('table', { name: 'Banned addresses' }).getByRole('cell', { name: size, exact: true })
      await expect(cell).toBeVisible()
      expect(await fits(cell)).toBe(true)
    }
  })
