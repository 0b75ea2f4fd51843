import { to } from '#dashboard/platform/to.ts'
import { atBothWidths, test } from '../support/access/check.ts'
import { openAccount, prepareCurrency, unsavedBar } from '../support/verbs/account.ts'
import { addChat, dialog, expectDialog } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { bigScreen, pages } from '../support/pages.ts'

/** A1, continued: the pages of the account, and every page that failed. */

atBothWidths((isNarrow) => {
  test('account, social settings and Activity in all states', async ({ signedIn: page, account, check }) => {
    await addChat(account, 'Hall')
    await openAccount(page)
    await check('account')
    await page.getByRole('combobox', { name: 'Country' }).click()
    await check('countries')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nobody')
    await page.getByRole('button', { name: /^Save/ }).click()
    await check('a wrong e-mail address')
    await page.getByRole('button', { name: 'Discard' }).first().click()
    await check('discard')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
    await check('currency')
    await page.goto(to.account())
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(dialog(page, 'Confirm with the access token')).toBeVisible()
    await check('confirm with the token')
    await page.goto(to.social())
    await expect(page.getByRole('switch', { name: 'Social settings' })).toBeVisible()
    await check('social')
    await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
    await page.getByRole('textbox', { name: 'Handle' }).fill('two words')
    await page.keyboard.press('Tab')
    await expect(unsavedBar(page)).toContainText('2 changes')
    // The head of a phone has room for the buttons only.
    await expect(page.getByRole('status').filter({ hasText: '2 changes' })).toBeVisible({ visible: !isNarrow })
    await check('social, wrong')
    await page.evaluate(() => localStorage.clear())
    await openAccount(page)
    await page.getByRole('textbox', { name: 'City' }).fill('Porto')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('status').filter({ hasText: /saved/i }).first()).toBeVisible()
    await check('saved')
    await page.goto(to.changes())
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
    await check('activity')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expectDialog(page)
    await check('undo')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('every page that failed to load', async ({ signedIn: page, account, upstream, check, allowErrors }) => {
    allowErrors(/status of 50\d/)
    const chatId = await addChat(account, 'Hall')
    upstream.arm('GET', /./, '500 JSON')
    // The overview keeps what it has read and is tested below.
    const failing = [...pages, bigScreen].filter(({ name, reads }) => reads.length > 0 && name !== 'Home')
    for (const { name, path } of failing) {
      await page.goto(path(chatId))
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
      await check(name)
    }
    await upstream.heal()
    await page.goto(to.home())
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
    upstream.arm('GET', /./, '500 JSON')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await check('overview, old')
  })
})
