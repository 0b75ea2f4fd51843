import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { elsewhere } from '../support/verbs/session.ts'
import { addChats, bulkBar, choose, dialog, row, rowNames, select, toast } from '../support/verbs/chats.ts'
import { storedRecords } from '../support/verbs/records.ts'

/** Labels of chats, and saved views of the list: both are shared with everybody in the account. */

async function addLabel(page: Page, label: string) {
  const asked = dialog(page, /^Labels of/)
  await asked.getByLabel('New label').fill(label)
  await asked.getByLabel('New label').press('Enter')
  await expect(asked).toBeHidden()
}

const filter = (page: Page) => page.getByRole('group', { name: 'Filter' })

test('chats get labels one by one and several at once, and the list is filtered by them', async ({ signedIn: page, account }) => {
  await addChats(account, 'Hall', 'Stage', 'Bar')
  await page.goto(to.chats())
  await choose(page, 'Hall', 'Labels…')
  await expect(dialog(page, 'Labels of Hall')).toContainText('Shared with everyone in this account')
  await addLabel(page, 'live')
  await expect(row(page, 'Hall')).toContainText('live')

  await select(page, 'Hall', 'Stage')
  await bulkBar(page).getByRole('button', { name: 'Labels…' }).click()
  const asked = dialog(page, 'Labels of 2 chats')
  await expect(asked.getByRole('checkbox', { name: 'live' })).toBeChecked({ indeterminate: true })
  await expectAccessible(page)
  // The spelling that is in use stays.
  await addLabel(page, 'LIVE')
  await expect(toast(page, 'The labels of 2 chats were saved')).toBeVisible()
  await expect(row(page, 'Stage')).toContainText('live')

  await filter(page).getByRole('button', { name: 'Label', exact: true }).click()
  await page.getByRole('menuitem', { name: 'live' }).click()
  await expect(rowNames(page)).toHaveText(['Hall', 'Stage'])
  await expect(page).toHaveURL(/label=live/)
  await expectAccessible(page)
  await page.reload()
  await expect(rowNames(page)).toHaveText(['Hall', 'Stage'])
  await filter(page).getByRole('button', { name: 'Label: live' }).click()
  await expect(rowNames(page)).toHaveCount(3)

  await choose(page, 'Hall', 'Labels…')
  await dialog(page, 'Labels of Hall').getByRole('checkbox', { name: 'live' }).uncheck()
  await dialog(page, 'Labels of Hall').getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Hall')).not.toContainText('live')
  expect((await storedRecords(page, 'chat-labels')).map(({ value }) => value)).toEqual([{ labels: ['live'] }])
})

test('labels are set by keyboard on a phone @thorough', async ({ signedIn: page, account }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addChats(account, 'Hall')
  await page.goto(to.chats())
  await page.getByRole('button', { name: 'Actions for Hall' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Labels…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Labels of Hall').getByLabel('New label')).toBeFocused()
  await page.keyboard.type('a very long label of a chat')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Hall' })).toContainText('a very long label')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a view of the list is saved, opened by someone else, replaced and deleted @thorough', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  await addChats(account, { name: 'Hall', offline: true }, 'Stage')
  await page.goto(`${to.chats()}?show=offline&sort=name`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save this view as').fill('Closed')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('list', { name: 'Saved views' })).toContainText('Closed')

  const other = await elsewhere(browser, baseURL!, account)
  await other.goto(to.chats())
  await expect(rowNames(other)).toHaveCount(2)
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('button', { name: 'Closed', exact: true }).click()
  await expect(rowNames(other)).toHaveText(['Hall'])
  await expect(other).toHaveURL(/show=offline&sort=name/)
  await other.getByRole('button', { name: 'Delete the view Closed' }).click()
  await expect(toast(other, 'Saved view deleted')).toBeVisible()
  expect(await storedRecords(other, 'saved-views')).toEqual([])
  await other.context().close()
})
