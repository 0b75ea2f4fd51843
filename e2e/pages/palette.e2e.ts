import type { Page, Route } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, bulkBar, dialog, storedSettings, row, checkbox } from '../support/verbs/chats.ts'
import { chooseForAll, openBans } from '../support/verbs/banned-ips.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import { post, checkbox as tickOf } from '../support/verbs/messages.ts'
import { personMenu } from '../support/verbs/session.ts'

const box = 'Go to a chat, a page, a setting, an action or an IP address'

const fieldOf = (page: Page) => page.getByRole('textbox', { name: box })

test('G and a letter go to the places from every page; the list of keys and the palette name them', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  const places = {
    h: ['Home', to.home()],
    i: ['Inbox', to.inbox()],
    c: ['Chats', to.chats()],
    a: ['Automation', to.rules()],
    l: ['Changes', to.changes()],
  }
  // Their pages have A and L as keys of their own.
  for (const from of [to.messages(hall), to.compareMoments(hall)])
    for (const [letter, [, path]] of Object.entries(places)) {
      await page.goto(from)
      // Its code comes once the page is drawn, and listens.
      await expect(personMenu(page)).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(page).toHaveURL(path!)
    }
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [letter, [name]] of Object.entries(places)) await expect(keys).toContainText(`Go to ${name}g${letter}`)
  await escape(keys)
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('inbox')
  await expect(page.getByRole('button', { name: 'Inbox g i', exact: true })).toBeVisible()
  await fieldOf(page).fill('g')
  await page.keyboard.press('i')
  await expect(fieldOf(page)).toHaveValue('gi')
})

test('the palette opens a chat, a setting, an action and recent pages by keyboard alone', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  const night = await addChat(account, 'Nachtcafé Köln')
  await page.goto(to.settings(hall))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hall')
  await page.keyboard.press('Control+k')
  const field = fieldOf(page)
  await expect(field).toBeFocused()
  await field.fill('nachtcafe')
  await expectAccessible(page)
  const first = page.getByRole('button', { name: 'Nachtcafé Köln' })
  const textColour = await first
    .getByText((await storedSettings(account, night)).hash)
    .evaluate((element) => getComputedStyle(element).color)
  await expect(first.locator('svg')).toHaveCSS('color', textColour)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.settings(night))
  // The URL changes a moment before the page, and the palette depends on the page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nachtcafé Köln')

  await page.keyboard.press('Control+k')
  await field.fill('upload')
  await expect(page.getByRole('button', { name: /^File upload/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`chats/${night}/settings\\?setting=upload`))

  await page.keyboard.press('Control+k')
  await field.fill('show keyboard shortcuts')
  await page.keyboard.press('Enter')
  await escape(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('button', { name: 'Hall · Settings', exact: true })).toBeVisible()
  await expect(page.getByText('setting=')).toBeHidden()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('copy settings')
  await expect(page.getByRole('button', { name: /^Compare settings with another chat, and copy them/ })).toBeVisible()
  await field.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('every key after the shortcut goes to the palette, also while its code is loading @thorough', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await post(account, hall, 'Doors at eight')
  const field = fieldOf(page)

  let code = await holdCode(page, to.messages(hall))
  const message = tickOf(page, 'Doors at eight')
  await message.press('Space')
  await expect(message).toBeChecked()
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

  code = await holdCode(page, to.chats())
  await expect(row(page, 'Hall')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('social')
  await page.keyboard.press('Enter')
  await code.release()
  await expect(page).toHaveURL(to.social())

  code = await holdCode(page, to.chats())
  await expect(row(page, 'Hall')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('/[')
  await expect(page.getByRole('searchbox', { name: 'Search name or hash' })).not.toBeFocused()
  await code.release()
  await expect(dialog(page, 'New chat').getByLabel('Name')).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search name or hash' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeAttached()
  await page.keyboard.press('Escape')

  await checkbox(page, 'Hall').press('Space')
  await expect(bulkBar(page)).toBeVisible()
  await bulkBar(page).getByRole('button', { name: 'Delete…' }).press('Enter')
  await page.keyboard.press('n')
  await expect(dialog(page, 'Delete Hall?')).toBeVisible()
  await expect(dialog(page, 'New chat')).toBeHidden()
  await expect(checkbox(page, 'Hall')).toBeChecked()
})

/** Opens a page and holds back all code that its HTML does not name, until the test releases it. */
async function holdCode(page: Page, path: string) {
  let isHeld = true
  const waiting: Route[] = []
  const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const html = await (await answer).text()
    if (isHeld && !html.includes(new URL(route.request().url()).pathname)) waiting.push(route)
    else await route.continue()
  })
  await page.goto(path)
  return {
    release: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      isHeld = false
      await Promise.all(waiting.map((route) => route.continue()))
    },
  }
}

test('a link on the page does not take the focus from the palette @thorough', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await page.goto(to.settings(hall))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hall')
  const field = fieldOf(page)
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
  await page.keyboard.type('show keyboard shortcuts')
  await expect(field).toHaveValue('show keyboard shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('an IP address shows in which chats it is banned @thorough', async ({ signedIn: page, account }) => {
  const hall = await addChat(account, 'Hall')
  await addChat(account, 'Garden')
  await account.api('banCreate', { params: { chatId: hall }, body: { ip: '203.0.113.0', lastIp: '203.0.113.9' } })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(to.chats())
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Go to…' }).click()
  const field = fieldOf(page)
  await field.fill('203.0.113.10')
  await expect(page.getByText('203.0.113.10 is not banned in any chat')).toBeVisible()
  await field.fill('203.0.113.9')
  await page.getByRole('button', { name: '203.0.113.9 is banned in Hall' }).click()
  await expect(page).toHaveURL(to.bannedIps(hall, '203.0.113.9'))
})

test.describe('many chats', () => {
  test.use({ maxChats: 50 })

  test('banned ranges of many chats are read four at a time, not after closing, and not twice @thorough', async ({
    signedIn: page,
    account,
  }) => {
    const hall = await addChat(account, 'Hall')
    const others = await Promise.all(
      Array.from({ length: 44 }, (_, index) => addChat(account, `${index < 10 ? 'Garden' : 'Room'} ${index}`)),
    )
    await account.api('banCreate', { params: { chatId: Math.max(...others) }, body: { ip: '20.0.0.1' } })
    const asked: string[] = []
    let held: Route[] | null = null
    await page.route(/\/banned-ips$/, async (route) => {
      const isOther = route.request().resourceType() === 'fetch' && !route.request().url().includes(`/chats/${hall}/`)
      if (isOther) asked.push(route.request().url())
      if (isOther && held) held.push(route)
      else await route.continue()
    })
    await openBans(page, hall)
    held = []
    await chooseForAll(page, 'Compare and copy across chats…')
    const drawer = dialog(page, 'Across chats')
    await expect.poll(() => asked.length).toBe(4)
    await drawer.getByRole('searchbox', { name: 'Search chats' }).fill('garden')
    await drawer.getByRole('button', { name: 'Select the 10 matches' }).click()
    await drawer.getByRole('searchbox', { name: 'Search chats' }).fill('')
    await drawer.getByRole('button', { name: 'Select all 44' }).click()
    expect(await drawer.getByRole('checkbox').count()).toBeLessThan(20)
    await expect(drawer.getByText('Reading 44 chosen lists…')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Start' })).toHaveAttribute('aria-disabled', 'true')
    await expect(drawer.getByText('Reading 0 of 44 chats…')).toBeVisible()
    expect(asked).toHaveLength(4)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await Promise.all(held.map((route) => route.continue()))
    held = null

    await page.keyboard.press('Control+k')
    const field = fieldOf(page)
    await expect(field).toBeFocused()
    expect(asked).toHaveLength(4)
    await field.fill('20.0.0.1')
    await expect(page.getByText('Searched 40 of 45 chats.')).toBeVisible()
    await field.fill('20.0.0.2')
    await page.getByRole('button', { name: 'Search all 45 chats' }).click()
    await expect(page.getByText('20.0.0.2 is not banned in any chat. Searched 45 of 45 chats.')).toBeVisible()
    await field.fill('20.0.0.1')
    await expect(page.getByRole('button', { name: /^20\.0\.0\.1 is banned in (Garden|Room)/ })).toBeVisible()
    await expectAccessible(page)

    await field.fill('copy bans')
    await page.getByRole('button', { name: /^Compare and copy bans across chats/ }).click()
    await expect(drawer.getByText('Read 44 of 44 chats.')).toBeVisible()
    await expect(drawer.getByText('Nothing to copy: this list is empty').first()).toBeVisible()
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked).toHaveLength(44)
  })
})
