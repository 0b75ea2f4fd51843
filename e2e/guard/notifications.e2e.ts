import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/receiver.ts'
import { addChat, confirm, dialog, toast } from '../support/verbs/chats.ts'

/** Notifications: channels with a real receiver, deliveries, and the notices in the page. */

const channel = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Channels' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Test ${name}`, exact: true }) })

const answer = (page: Page) => page.getByRole('region', { name: /^Test of/ })

/** Fills in the drawer of a new webhook. */
async function fillWebhook(page: Page, name: string, address: string, secret: string) {
  await page.getByRole('button', { name: 'Add channel' }).click()
  const drawer = dialog(page, 'Add a channel')
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByLabel('Address').fill(address)
  await drawer.getByLabel('Secret').fill(secret)
  return drawer
}

async function addWebhook(page: Page, name: string, address: string) {
  const drawer = await fillWebhook(page, name, address, 'a secret of the receiver')
  await drawer.getByLabel('A mode was turned on').check()
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await expect(drawer).toBeHidden()
}

async function turnOnLockdown(page: Page) {
  await page.goto(to.modes())
  await page.getByRole('button', { name: 'Turn on…' }).first().click()
  await dialog(page, 'Turn on Lockdown').getByRole('button', { name: 'Turn on in 1 chat' }).click()
  await expect(page.getByRole('region', { name: 'Modes that are on' })).toBeVisible()
  // The band may know it before the request is answered, and until then the browser asks before the page is left.
  await expect(dialog(page, 'Turn on Lockdown')).toBeHidden()
}

test('a webhook is added and tested, its secret is never shown again, it is tested on a phone, and deleted', async ({
  signedIn: page,
  receiver,
}) => {
  await page.goto(to.account())
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByText('Add a webhook or an e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Add channel' }).click()
  const drawer = dialog(page, 'Add a channel')
  await expect(drawer.getByRole('radio', { name: 'E-mail' })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await expect(drawer).toContainText('Enter a name')
  await expectAccessible(page, '[role=dialog]')
  await drawer.getByLabel('Name').fill('ops')
  await drawer.getByLabel('Address').fill(receiver.address)
  await drawer.getByRole('button', { name: 'Generate' }).click()
  const secret = await drawer.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^[\da-f]{64}$/)
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await expect(toast(page, '“ops” was added')).toBeVisible()
  await expect(channel(page, 'ops')).toContainText('Nothing sent yet')

  await page.getByRole('button', { name: 'Test ops' }).click()
  await expect(answer(page)).toContainText('Delivered. The receiver answered 200.')
  await expect(answer(page).getByLabel('Body of the answer')).toHaveText('ok')
  await expect(answer(page)).toContainText(/sha256=.{4}….{4}/)
  expect(receiver.received).toHaveLength(1)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: 'test' })
  expect(receiver.received[0]!.headers['x-roomkeeper-signature']).toMatch(/^sha256=[\da-f]{64}$/)

  // A receiver that echoes everything it knows.
  receiver.state.respond = (request, response) => void response.writeHead(500).end(`no queue at ${request.url} for ${secret}`)
  await answer(page).getByRole('button', { name: 'Send again' }).click()
  await expect(answer(page).getByRole('alert')).toContainText('The receiver answered 500. It can be reached. Check its log.')
  await expect(answer(page).getByLabel('Body of the answer')).toHaveText('no queue at /hooks/… for …')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions for ops' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const edit = dialog(page, 'Edit “ops”')
  await expect(edit.getByLabel('Address')).toHaveValue('')
  await expect(edit.getByLabel('Secret')).toHaveValue('')
  await edit.getByLabel('Name').fill('operators')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  expect(await page.content()).not.toContain(secret)
  expect(await page.content()).not.toContain('secret-path')

  // On a phone nothing is wider than the screen, and notices are in the menu.
  receiver.state.respond = (_, response) => void response.writeHead(200).end('ok')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Test operators' }).click()
  await expect(answer(page)).toContainText('Delivered. The receiver answered 200.')
  await expect(answer(page)).toBeInViewport()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(360)
  await page.getByRole('radio', { name: 'Delivery log' }).check()
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  expect(await width()).toBe(360)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await dialog(page, 'Menu').getByRole('button', { name: 'Notices' }).click()
  await expect(dialog(page, 'Notices')).toContainText('No notices')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(to.notifications())

  await page.getByRole('button', { name: 'Actions for operators' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await confirm(page, 'Delete the channel “operators”?', 'Delete')
  await expect(channel(page, 'operators')).toHaveCount(0)
})

test('a private address is an error of its field, and no input is lost @thorough', async ({ signedIn: page, receiver, allowErrors }) => {
  allowErrors(/status of 400/)
  await page.goto(to.notifications())
  const drawer = await fillWebhook(page, 'inside', 'https://10.0.0.7/hooks', 'a secret of the receiver')
  for (const [address, reason] of [
    ['https://10.0.0.7/hooks', 'Is not on the public internet'],
    ['https://[::1]/hooks', 'Is not on the public internet'],
    ['http://example.org/hooks', 'Must start with https://'],
    // The operator allows only another port of this machine.
    ['https://127.0.0.1/hooks', 'Is not on the public internet'],
  ] as const) {
    await drawer.getByLabel('Address').fill(address)
    await drawer.getByRole('button', { name: 'Add channel' }).click()
    await expect(drawer).toContainText(reason)
    await expect(drawer.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
    await expect(drawer.getByLabel('Address')).toHaveValue(address)
    await expect(drawer.getByLabel('Secret')).toHaveValue('a secret of the receiver')
  }
  await drawer.getByLabel('Address').fill(receiver.address)
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await expect(channel(page, 'inside')).toBeVisible()
  expect(receiver.received).toEqual([])
})

test('turning a mode on creates a delivery, which can be retried at once @thorough', async ({ signedIn: page, account, receiver }) => {
  await addChat(account, 'Main stage')
  await page.goto(to.notifications())
  await addWebhook(page, 'ops', receiver.address)
  receiver.state.respond = (_, response) => void response.writeHead(503).end('closed for the night')
  await turnOnLockdown(page)

  await page.goto(to.notifications())
  await page.getByRole('radio', { name: 'Delivery log' }).check()
  const log = page.getByRole('table', { name: 'Deliveries' })
  const delivery = log.getByRole('button', { name: 'Ada Example turned on the mode “Lockdown”' })
  // The worker fans out what happened, and the log is read again every 15 s.
  await expect(delivery).toBeVisible({ timeout: 60_000 })
  await delivery.click()
  await log.getByRole('button', { name: 'Try now' }).click()
  await expect(log.getByRole('list', { name: 'Tries' })).toContainText(/Try 1.+503 closed for the night/)
  await expect(log).toContainText('Retrying')
  await expect(log).toContainText('1 of 5')
  await log.getByRole('button', { name: 'Show body' }).click()
  await expect(log.getByLabel('Body')).toContainText('"event":"presetTurnedOn"')
  await expectAccessible(page)
  receiver.state.respond = (_, response) => void response.writeHead(204).end()
  await log.getByRole('button', { name: 'Try now' }).click()
  await expect(log).toContainText('Delivered')
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(page.getByText('No delivery matches the filter.')).toBeVisible()
})

test('events are turned on and off for a channel and for the person @thorough', async ({ signedIn: page, account, receiver }) => {
  await addChat(account, 'Main stage')
  await page.goto(to.notifications())
  await addWebhook(page, 'ops', receiver.address)
  const events = page.getByRole('table', { name: 'Events' })
  const drift = events.getByRole('checkbox', { name: 'A severe outside change: ops' })
  await expect(drift).not.toBeChecked()
  await drift.click()
  await expect(drift).toBeChecked()
  const own = events.getByRole('checkbox', { name: 'A mode was turned on: this page' })
  await own.click()
  await expect(own).not.toBeChecked()
  // While a change is under way, the browser asks before it reloads.
  await expect(own).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(drift).toBeChecked()
  await expect(own).not.toBeChecked()
})
