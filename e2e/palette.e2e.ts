import type { Page, Route } from '@playwright/test'
import { to } from '#dashboard/to.ts'
import { addChat, bulkBar, dialog, row, tick } from './chat-verbs.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { escape } from './key-verbs.ts'
import { openMessages, post, tick as tickOf } from './message-verbs.ts'

const box = 'Go to a chat, a page, a setting, an action or an IP address'

test('keys alone: to a room, to one of its settings, to an act, to where one was', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  const night = await addChat(account, 'Nachtcafé Köln')
  await page.goto(to.settings(hall))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hall')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: box })
  await expect(field).toBeFocused()
  await field.fill('nachtcafe')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.settings(night))
  // The address changes a moment before the page, and the palette speaks of the page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nachtcafé Köln')

  await page.keyboard.press('Control+k')
  await field.fill('upload')
  await expect(page.getByRole('button', { name: /^File upload/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`chats/${night}/settings\\?setting=upload`))

  await page.keyboard.press('Control+k')
  await field.fill('show these keys')
  await page.keyboard.press('Enter')
  await escape(page.getByRole('dialog', { name: 'Keys on this page' }))

  await page.keyboard.press('Control+k')
  await expect(page.getByText('Hall · Settings')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('from the press on, every key belongs to what opens, also while its code is loading', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await post(account, hall, 'Doors at eight')
  const code = await holdCode(page)
  const field = page.getByRole('textbox', { name: box })

  await openMessages(page, hall)
  const message = tickOf(page, 'Doors at eight')
  await message.press('Space')
  await expect(message).toBeChecked()
  code.hold()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('demo')
  await expect(field).toHaveValue('demo')
  await code.release()
  await expect(page.getByText('No matches.')).toBeVisible()
  await page.keyboard.type('!')
  await expect(field).toHaveValue('demo!')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(message).toBeChecked()
  await expect(page.getByText('will be deleted')).toBeHidden()

  await page.goto(to.chats())
  await expect(row(page, 'Hall')).toBeVisible()
  code.hold()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('social')
  await page.keyboard.press('Enter')
  await code.release()
  await expect(page).toHaveURL(to.social())

  await page.goto(to.chats())
  await expect(row(page, 'Hall')).toBeVisible()
  code.hold()
  await page.keyboard.press('n')
  await page.keyboard.type('/[')
  await expect(page.getByRole('searchbox', { name: 'Search name or hash' })).not.toBeFocused()
  await code.release()
  await expect(dialog(page, 'New chat').getByLabel('Name')).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search name or hash' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Fold the sidebar' })).toBeAttached()
  await page.keyboard.press('Escape')

  await tick(page, 'Hall').press('Space')
  await expect(bulkBar(page)).toBeVisible()
  code.hold()
  await bulkBar(page).getByRole('button', { name: 'Delete…' }).press('Enter')
  await page.keyboard.press('n')
  await code.release()
  await expect(dialog(page, 'Delete Hall?')).toBeVisible()
  await expect(dialog(page, 'New chat')).toBeHidden()
  await expect(tick(page, 'Hall')).toBeChecked()
})

/** Holds back code that the page asks for from now on, until the test lets it come. */
async function holdCode(page: Page) {
  let isHeld = false
  let waiting: Route[] = []
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (isHeld) waiting.push(route)
    else await route.continue()
  })
  return {
    hold: () => void (isHeld = true),
    release: async () => {
      expect(waiting.length).toBeGreaterThan(0)
      isHeld = false
      await Promise.all(waiting.map((route) => route.continue()))
      waiting = []
    },
  }
}

test('what the page points at beneath does not take the focus, so no key reaches it', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await page.goto(to.settings(hall))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hall')
  const field = page.getByRole('textbox', { name: box })
  for (const setting of ['File upload', 'Mentions']) {
    await page.keyboard.press('Control+k')
    await field.fill(setting)
    await page.getByRole('button', { name: new RegExp(`^${setting}`) }).press('Enter')
    await expect(page.getByRole('switch', { name: setting, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(page.locator('[data-pointed]')).toContainText('File upload')
  await page.keyboard.type('show these keys')
  await expect(field).toHaveValue('show these keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible()
})

test('an address: in which rooms it is banned', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await addChat(account, 'Garden')
  await account.api('banCreate', { params: { chatId: hall }, body: { ip: '203.0.113.0', lastIp: '203.0.113.9' } })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(to.chats())
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Go to…' }).click()
  const field = page.getByRole('textbox', { name: box })
  await field.fill('203.0.113.10')
  await expect(page.getByText('203.0.113.10 is banned in no chat')).toBeVisible()
  await field.fill('203.0.113.9')
  await page.getByRole('button', { name: '203.0.113.9 is banned in Hall' }).click()
  await expect(page).toHaveURL(to.bannedIps(hall, '203.0.113.9'))
})
