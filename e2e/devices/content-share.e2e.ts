import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { ban, openBans } from '../support/verbs/banned-ips.ts'
import { addChat, addChats } from '../support/verbs/chats.ts'
import { openMessages, post } from '../support/verbs/messages.ts'
import { expect, test } from '../support/fixtures.ts'

/** The part of the window's height, down its middle, that shows rows of a list. */
const shareOfRows = (page: Page) =>
  page.evaluate(() => {
    const heights = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y))
    const isRow = (element: Element | null) => element?.closest('[role=row], tr, li') && !element.closest('nav, th')
    return heights.filter(isRow).length / innerHeight
  })

for (const { width, height, what, pages } of [
  { width: 360, height: 640, what: 'a phone', pages: ['messages', 'bans', 'compare'] },
  { width: 640, height: 400, what: 'a window of 1280 × 800 at 200 %', pages: ['bans'] },
] as const)
  test(`once scrolled, at least half of the height of ${what} is content: ${pages.join(', ')}`, async ({ signedIn: page, account }) => {
    await page.setViewportSize({ width, height })
    // Compare shows the setting that differs.
    const chatId = await addChat(account, { name: 'Hall', filterWords: 'spam' })
    await addChats(account, ...Array.from({ length: 14 }, (_, index) => `Chat ${index}`))
    await post(account, chatId, ...Array.from({ length: 40 }, (_, index) => ({ text: `Message ${index}`, username: 'Ann' })))
    await ban(account, chatId, ...Array.from({ length: 20 }, (_, index) => `192.0.2.${index * 2}`))
    const open = {
      messages: () => openMessages(page, chatId),
      bans: () => openBans(page, chatId),
      compare: () => page.goto(to.compare()),
    }
    for (const name of pages) {
      await open[name]()
      await page.mouse.move(width / 2, 20)
      await page.mouse.wheel(0, 2000)
      await expect.poll(() => shareOfRows(page), name).toBeGreaterThanOrEqual(0.5)
    }
  })
