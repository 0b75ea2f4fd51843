import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

/** What runs on its own: whoever is alone with the account's token turns it on and off. */

test('standing access is turned on with the token, survives a reload, and is turned off at once', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  await page.goto(to.account())
  await page.getByRole('link', { name: 'What runs on its own' }).click()
  const standing = page.getByRole('switch', { name: 'Standing access' })
  await expect(standing).not.toBeChecked()
  await expect(page.getByText('Nothing is planned.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Worker' })).toContainText('Running')

  await standing.click()
  await enterToken()
  await expect(standing).toBeChecked()
  await expect(page.getByRole('region', { name: 'Standing access' })).toContainText(`Given by${account.name}`)
  await page.reload()
  await expect(standing).toBeChecked()

  const budget = page.getByLabel('At most')
  await expect(budget).toHaveValue('120')
  await budget.fill('5')
  await expect(page.getByRole('alert')).toHaveText('Enter a number from 10 to 600')
  await expectAccessible(page)
  await budget.fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('limit 60')).toBeVisible()

  await standing.click()
  await expect(standing).not.toBeChecked()
  await expect(page.getByText('Standing access is off. Nothing more is carried out.')).toBeVisible()

  await page.goto(to.changes({ person: 'token' }))
  for (const change of ['Standing access turned off', 'Requests a minute of Roomkeeper changed', 'Standing access turned on'])
    await expect(page.getByRole('button', { name: change, exact: true })).toBeVisible()
})
