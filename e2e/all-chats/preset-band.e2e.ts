import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, storedSettings, toast } from '../support/verbs/chats.ts'

/** The band above every page: several presets that are on at once, and one that failed in a chat. */

test('where the service fails in one chat the band says so, and offers to try again; with a second preset it counts both @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const [stage, bar] = [await addChat(account, 'Main stage'), await addChat(account, 'Bar')]
  const before = await storedSettings(account, bar)
  const band = page.getByRole('region', { name: 'Presets that are on' })
  const turnOn = async (preset: string) => {
    await page.goto(to.presets(preset))
    await page.getByRole('button', { name: 'Turn on…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on in 2 chats' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  upstream.arm('PUT', new RegExp(`/chats/${bar}$`), 'refused with words')
  await turnOn('lockdown')
  await expect(page.getByRole('alert').filter({ hasText: 'Lockdown is not on in 1 chat' })).toContainText('Bar: Not on a Sunday')
  await expect(band).toContainText('Lockdown in 1 of 2 chats')
  await expect(page.getByRole('article')).toContainText('Bar Not turned on. Not on a Sunday')
  expect(await storedSettings(account, bar)).toEqual(before)
  await upstream.heal()
  await band.getByRole('button', { name: 'Try again' }).click()
  await expect(band).toContainText('Lockdown in 2 chats')
  // The band may show it before the action has ended, and until then the browser asks before it leaves the page.
  await expect(toast(page, 'Lockdown is on in all of its chats')).toBeVisible()
  expect(await storedSettings(account, bar)).toMatchObject({ anonymous: false })

  await turnOn('quiet-hours')
  await expect(band).toContainText('2 presets on in 2 chats')
  await expect(band.getByRole('button')).toHaveCount(0)
  await band.getByRole('link', { name: 'Show presets' }).click()
  await expect(page.getByRole('link', { name: /^Presets/ })).toContainText('2 on')
  await page.goto(to.presets('quiet-hours'))
  await page.getByRole('article').getByRole('button', { name: 'End now' }).click()
  await expect(band).toContainText('Lockdown in 2 chats')
  await band.getByRole('button', { name: 'End now' }).click()
  await expect(band).toBeHidden()
  expect(await storedSettings(account, bar)).toEqual(before)
  expect(await storedSettings(account, stage)).toMatchObject({ anonymous: true })
})
