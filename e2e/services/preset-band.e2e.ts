import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, storedSettings } from '../support/verbs/chats.ts'
import { jobs, receipt } from '../support/verbs/messages.ts'

/** The band above every page with several modes that are on at once, and a chat in which one could not be turned on. */

test('where the service fails in one chat, its reason is shown and it is tried again; with a second mode the band counts both @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const [stage, bar] = [await addChat(account, 'Main stage'), await addChat(account, 'Bar')]
  const before = await storedSettings(account, bar)
  const band = page.getByRole('region', { name: 'Modes that are on' })
  const turnOn = async (preset: string) => {
    await page.goto(to.modes(preset))
    await page.getByRole('button', { name: 'Turn on…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on in 2 chats' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  upstream.arm('PUT', new RegExp(`/chats/${bar}$`), 'refused with words')
  await turnOn('lockdown')
  await jobs(page).getByRole('link', { name: 'Show the chat that is left' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Not on a Sunday' }).first()).toContainText('Bar')
  expect(await storedSettings(account, bar)).toEqual(before)
  await upstream.heal()
  await page
    .getByRole('button', { name: /^Try again: .+ in Bar$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“Lockdown” is on')
  await expect(band).toContainText('Lockdown in 2 chats')
  expect(await storedSettings(account, bar)).toMatchObject({ anonymous: false })

  await turnOn('quiet-hours')
  await expect(band).toContainText('2 modes on in 2 chats')
  await expect(receipt(page, '“Quiet hours” is on')).toBeVisible()
  await expect(band.getByRole('button')).toHaveCount(0)
  await band.getByRole('link', { name: 'Show modes' }).click()
  const listed = page.getByRole('navigation', { name: 'All modes' })
  await expect(listed.getByRole('button', { name: /^Lockdown/ })).toContainText('On in 2')
  await expect(listed.getByRole('button', { name: /^Quiet hours/ })).toContainText('On in 2')
  await page.goto(to.modes('quiet-hours'))
  await page.getByRole('article').getByRole('button', { name: 'End now' }).click()
  await expect(band).toContainText('Lockdown in 2 chats')
  await expect(receipt(page, '“Quiet hours” has ended')).toBeVisible()
  await band.getByRole('button', { name: 'End now' }).click()
  await expect(band).toBeHidden()
  await expect(receipt(page, '“Lockdown” has ended')).toBeVisible()
  expect(await storedSettings(account, bar)).toEqual(before)
  expect(await storedSettings(account, stage)).toMatchObject({ anonymous: true })
})
