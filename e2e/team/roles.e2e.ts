import type { RoleName } from '#contract/gateway/role-names.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'

const everything = ['Home', 'Inbox', 'Chats', 'Automation', 'Changes', 'People', 'Account']
const allTabs = ['Messages', 'Polls', 'Banned IPs', 'Settings']

const roles: { role: RoleName; places: string[]; tabs: string[] }[] = [
  { role: 'owner', places: everything, tabs: allTabs },
  { role: 'manager', places: everything.filter((place) => place !== 'People'), tabs: allTabs },
  {
    role: 'moderator',
    places: ['Home', 'Inbox', 'Chats', 'Automation', 'Changes'],
    tabs: ['Messages', 'Polls', 'Banned IPs'],
  },
  { role: 'host', places: ['Home', 'Inbox', 'Chats', 'Changes'], tabs: ['Messages', 'Polls'] },
  { role: 'accountant', places: ['Home', 'Changes', 'Account'], tabs: [] },
]

for (const { role, places, tabs } of roles) {
  const tag = role === 'moderator' ? '' : ' @thorough'
  test(`the navigation of the role ${role} holds what it may open, and no page asks for what it may not${tag}`, async ({ team }) => {
    const { page } = await team.join({ name: 'Priya Raman', role })
    const navigation = page.getByRole('navigation', { name: 'Pages' })
    const chats = navigation.getByRole('list', { name: 'Pinned and recent chats' }).getByRole('link')
    await expect(chats).toHaveCount(tabs.length === 0 ? 0 : 2)
    const links = navigation.locator('a:not(li a)')
    await expect(links).toHaveText(places.map((name) => new RegExp(`^${name}`)))
    for (const name of places) {
      await links.filter({ hasText: name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
    }
    if (tabs.length === 0) return
    await page.goto(to.chats())
    await page.getByRole('table', { name: 'Chats' }).getByRole('link', { name: 'Main stage' }).click()
    const parts = page.getByRole('navigation', { name: 'Parts of this chat' }).getByRole('link')
    await expect(parts).toHaveText(tabs.map((tab) => new RegExp(`^${tab}`)))
    for (const tab of tabs) {
      await parts.filter({ hasText: tab }).click()
      await expect(parts.filter({ hasText: tab })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    }
  })
}

test('a direct address to a page of another role says which right it needs and whom to ask @thorough', async ({ team }) => {
  const { page } = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await page.goto(to.settings(team.mainStage))
  await expect(page.getByRole('heading', { name: 'You can’t open “Settings”' })).toBeVisible()
  await expect(page.getByText('Opening this page needs the permission “Read settings”.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Inês Carvalho' })).toBeVisible()
  await expect(page).toHaveURL(to.settings(team.mainStage))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the chat' }).click()
  await expect(page).toHaveURL(to.messages(team.mainStage))

  await page.goto(to.social())
  await expect(page.getByRole('heading', { name: 'You can’t open “Social”' })).toBeVisible()
  await page.goto(to.messages(team.backstage))
  await expect(page.getByRole('heading', { name: 'You can’t open this chat' })).toBeVisible()
})

test('an accountant lands on the plan, and the profile is text to read', async ({ team }) => {
  const { page } = await team.join({ name: 'Sofia Nunes', role: 'accountant', chats: [] })
  await page.goto(to.account())
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Plan')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1)
  await expect(page.getByRole('region', { name: /^Profile/ })).toContainText('Full name')
  await expectAccessible(page)
})

test('what a moderator may not do is left out of lists, menus and the palette; a chat outside their own is asked for as a chat, not as a right', async ({
  team,
}) => {
  const { page } = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await page.goto(to.chats())
  await expect(page.getByRole('table', { name: 'Chats' })).toBeVisible()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Announcement'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Main stage' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'Pin to the top'])
  await page.keyboard.press('Escape')

  await page.goto(to.messages(team.mainStage))
  await page.getByRole('button', { name: 'More actions for messages' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete selected messages' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete all messages…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('textbox', { name: /^Go to/ })
  await field.fill('poll')
  await expect(page.getByRole('button', { name: /Polls/ }).first()).toBeVisible()
  await expect(page.getByText('New poll')).toHaveCount(0)
  await field.fill('social')
  await expect(page.getByText('No matches.')).toBeVisible()

  await page.goto(to.messages(team.backstage))
  await expect(page.getByText('You have the permission “See chats” in other chats, but this one is not among yours.')).toBeVisible()
  await expect(page.getByText(/^Please add this chat to those that I can work in/)).toBeVisible()
  await expect(page.getByText(/Please give me the permission/)).toHaveCount(0)
  await expectAccessible(page)
})

test('the notice about a missing right fits a phone @thorough', async ({ team }) => {
  const { page } = await team.join(
    { name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] },
    { viewport: { width: 360, height: 740 }, hasTouch: true },
  )
  await page.goto(to.settings(team.mainStage))
  await expect(page.getByRole('heading', { name: 'You can’t open “Settings”' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Priya Raman, Moderator' }).click()
  await page.getByRole('menuitem', { name: 'My passkeys' }).click()
  await expect(page.getByRole('dialog', { name: 'My passkeys' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, '[role=dialog][aria-modal]')
})
