import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expect, test, type Team } from './team.ts'
import { banBox, banByBox, openBans, row, storedBans } from './verbs/banned-ips.ts'
import { confirm, dialog, rowNames, storedSettings, toast } from './verbs/chats.ts'
import { checkbox, deleteSelected, message, openMessages, post, receipt, storedMessages } from './verbs/messages.ts'
import { barButton, expectSaved, openSettings, settingSwitch } from './verbs/settings.ts'

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of this chat' })
const entry = (page: Page, words: RegExp) => page.getByRole('list', { name: 'Changes' }).locator('[data-index]').filter({ hasText: words })

/** Owner, Moderator of one chat and Accountant work in browsers of their own: each sees only theirs, and the audit log tells all of it. */
export async function workForADay(team: Team): Promise<void> {
  const { account, mainStage, backstage } = team
  await post(account, mainStage, 'Welcome', { text: 'FREE backstage pass', username: 'ticket_fairy' })
  await post(account, backstage, 'Load in at six')
  const rui = await team.join({ name: 'Rui Tavares', role: 'owner' })
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [mainStage] })
  const sofia = await team.join({ name: 'Sofia Nunes', role: 'accountant', chats: [] })

  await test.step('the moderator cleans her chat, and sees no other', async () => {
    const { page } = priya
    await page.goto(to.chats())
    await expect(rowNames(page)).toHaveText(['Main stage'])
    await expect(pages(page).getByRole('link', { name: /^(Account|Social)/ })).toHaveCount(0)
    await openMessages(page, mainStage)
    await expect(tabs(page).getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await checkbox(page, 'FREE backstage pass').check()
    await deleteSelected(page)
    await expect(receipt(page, '1 message deleted')).toBeVisible()
    await expect(message(page, 'Welcome')).toBeVisible()
    await openBans(page, mainStage)
    await banByBox(page, '9.8.7.6')
    await expect(row(page, '9.8.7.6')).toBeVisible()
    // Until the box is empty again, the page asks before it is left.
    await expect(banBox(page)).toHaveValue('')
    expect(await storedBans(account, mainStage)).toEqual(['9.8.7.6'])
    await page.goto(to.messages(backstage))
    await expect(page.getByRole('main')).toContainText('You can’t open this chat')
    await expect(page.getByText('Load in at six')).toHaveCount(0)
  })

  await test.step('the accountant reads the plan and nothing else', async () => {
    const { page } = sofia
    await expect(pages(page).getByRole('link', { name: 'Chats' })).toHaveCount(0)
    await page.goto(to.account())
    await expect(page.getByRole('main')).toContainText('Plan')
    await expect(
      page
        .getByRole('region', { name: /^Profile/ })
        .getByRole('term')
        .filter({ hasText: 'Full name' }),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: /^Profile/ }).getByRole('textbox')).toHaveCount(0)
    await page.goto(to.messages(mainStage))
    await expect(page.getByText('Welcome')).toHaveCount(0)
  })

  await test.step('the owner changes a setting, reads who did what, and takes the ban back', async () => {
    const { page } = rui
    await openSettings(page, backstage)
    await settingSwitch(page, 'upload').uncheck()
    await barButton(page, 'Save').click()
    // Nobody knows which sounds another service has.
    const ask = dialog(page, /^Save without/)
    await expect(ask.or(toast(page, 'Settings saved')).first()).toBeVisible()
    if (await ask.isVisible()) await ask.getByRole('button', { name: 'Save' }).click()
    await expectSaved(page)
    expect((await storedSettings(account, backstage)).upload).toBe(false)
    await page.goto(to.changes())
    await expect(entry(page, /Rui Tavares.*1 setting changed.*Backstage.*Done/s)).toBeVisible()
    await expect(entry(page, /Priya Raman.*(Message|1 message).*deleted.*Main stage.*Done/s)).toBeVisible()
    const banned = entry(page, /Priya Raman.*Banned.*Main stage.*Done/s)
    await banned.getByRole('button', { name: /^Undo:/ }).click()
    await confirm(page, 'Undo “Banned”?', 'Undo')
    await expect(entry(page, /Rui Tavares.*Unbanned.*Undo of line/s)).toBeVisible()
    expect(await storedBans(account, mainStage)).toEqual([])
    for (const { name } of [priya, sofia]) await expect(entry(page, new RegExp(name)).first()).toBeVisible()
  })

  await test.step('the moderator is removed: her open page says so, and nothing of hers is lost', async () => {
    await openMessages(priya.page, mainStage)
    await team.owner.remove('Priya Raman')
    await expect(priya.page.getByText(/removed/).first()).toBeVisible({ timeout: 40_000 })
    const texts = (await storedMessages(account, mainStage)).map(({ text }) => text)
    expect(texts).toEqual(['Welcome'])
    await rui.page.reload()
    await expect(entry(rui.page, /Priya Raman.*removed|removed.*Priya Raman/is)).toBeVisible()
  })
}
