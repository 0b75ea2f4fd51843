import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

/** Background access: whoever is alone with the account's token turns it on and off, on each page of Automation. */

test('background access is turned on with the token, survives a reload, and is turned off at once', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  await page.goto(to.rules())
  const line = page.getByRole('region', { name: 'Background access' })
  await expect(line).toContainText('Runs while nobody is signed in: off')
  await line.getByRole('button', { name: 'Turn on' }).click()
  await enterToken()
  await expect(line).toContainText(/: on.*of 120 requests a minute/)
  await page.reload()
  await expect(line).toContainText(': on')
  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(line).toContainText(': on')

  await line.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Background access' })
  await expect(details).toContainText(`Given by${account.name}`)
  await expect(details.getByRole('region', { name: 'Worker' })).toContainText('Running')
  const budget = details.getByLabel('At most')
  await expect(budget).toHaveValue('120')
  await budget.fill('5')
  await expect(details.getByRole('alert')).toHaveText('Enter a number from 10 to 600')
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await budget.fill('60')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('limit 60')).toBeVisible()
  await expect(details.getByRole('link', { name: 'All automatic changes' })).toHaveAttribute('href', to.automaticChanges())
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(line).toContainText('of 60 requests a minute')

  // It folds before it reaches what stands beside it.
  await page.goto(to.modes())
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const end = () =>
      line.evaluate((section) => Math.max(...[...section.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)))
    const next = (await page.getByRole('button', { name: /^Import/ }).boundingBox())!
    await expect.poll(end).toBeLessThanOrEqual(next.x)
  }

  await line.getByRole('button', { name: 'Turn off' }).click()
  await expect(line).toContainText(': off')
  await expect(page.getByText('Background access is off. Outside changes are not found.')).toBeVisible()

  await page.goto(to.changes({ person: 'token' }))
  for (const change of ['Background access turned off', 'Requests a minute of background access changed', 'Background access turned on'])
    await expect(page.getByRole('button', { name: change, exact: true })).toBeVisible()
})
