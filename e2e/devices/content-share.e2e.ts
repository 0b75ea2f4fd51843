import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { ban, openBans } from '../support/verbs/banned-ips.ts'
import { addChat, addChats } from '../support/verbs/chats.ts'
import { openMessages, post } from '../support/verbs/messages.ts'
import { startRule } from '../support/verbs/rules.ts'
import { expect, test } from '../support/fixtures.ts'

const things = [
  'pianos',
  'umbrellas',
  'lanterns',
  'notebooks',
  'kettles',
  'violins',
  'marbles',
  'gardens',
  'helmets',
  'pyjamas',
  'ladders',
  'bonnets',
]

/** The part of the window's height, down its middle, that shows rows of a list. */
const shareOfRows = (page: Page) =>
  page.evaluate(() => {
    const heights = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y))
    const isRow = (element: Element | null) => element?.closest('[role=row], tr, li') && !element.closest('nav, th')
    return heights.filter(isRow).length / innerHeight
  })

for (const { width, height, what } of [
  { width: 360, height: 640, what: 'a phone' },
  { width: 640, height: 400, what: 'a window of 1280 × 800 at 200 %' },
] as const)
  test(`once scrolled, at least half of the height of ${what} is content`, async ({ signedIn: page, account, baseURL }) => {
    await page.setViewportSize({ width, height })
    // Compare shows the setting that differs.
    const chatId = await addChat(account, { name: 'Hall', filterWords: 'spam' })
    await addChats(account, ...Array.from({ length: 14 }, (_, index) => `Chat ${index}`))
    await post(account, chatId, ...Array.from({ length: 40 }, (_, index) => ({ text: `Message ${index}`, username: 'Ann' })))
    await ban(account, chatId, ...Array.from({ length: 20 }, (_, index) => `192.0.2.${index * 2}`))
    await startRule(account, baseURL!, { mark: true, deleteAfterSeconds: null, announce: null, preset: null, notify: false })
    // Texts that differ, so that none is a copy of another.
    await post(account, chatId, ...things.map((thing) => ({ text: `cheap ${thing}`, username: thing })))
    const list = {
      messages: () => openMessages(page, chatId),
      bans: () => openBans(page, chatId),
      compare: async () => {
        await page.goto(to.compare())
        await expect(page.getByRole('main').getByText('Chat 3', { exact: true })).toBeVisible()
      },
      inbox: async () => {
        await page.goto(to.inbox())
        await expect(page.getByRole('main').getByText('cheap pianos')).toBeVisible()
      },
    }
    for (const [name, open] of Object.entries(list)) {
      await open()
      await page.mouse.move(width / 2, height * 0.72)
      await page.mouse.wheel(0, 300)
      await expect.poll(() => shareOfRows(page), name).toBeGreaterThanOrEqual(0.5)
      await page.mouse.wheel(0, -300)
      await expect.poll(() => page.locator('[data-goes-down]').count(), name).toBe(0)
    }
  })
