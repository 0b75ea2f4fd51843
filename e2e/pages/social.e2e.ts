import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { save, unsavedBar } from '../support/verbs/account.ts'
import { test as onFaulty } from '../support/upstreams/with-faulty-upstream.ts'
import { dialog, toast } from '../support/verbs/chats.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'

async function openSocial(page: Page) {
  await page.goto(to.social())
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page).toHaveTitle('Social · Account · Roomkeeper')
}
const held = async ({ api }: TestAccount) => (await api('socialRead', {})).data
const preview = (page: Page) => page.getByRole('region', { name: /^Preview/ })

test('the social settings are previewed while typing, refused at their fields where they are invalid, saved and read back', async ({
  signedIn: page,
  account,
}) => {
  await openSocial(page)
  await expect(page.getByRole('main')).toContainText('all group chats')
  await expect(page.getByRole('switch', { name: 'Social settings' })).toBeChecked()
  await expect(preview(page)).toContainText('no link set')
  await page.getByLabel('Link to share').fill('javascript:alert(1)')
  await page.getByLabel('Handle').fill('two words')
  await page.getByLabel('Handle').blur()
  await expect(page.getByLabel('Link to share')).toHaveAccessibleDescription(/starts with https/)
  await expect(page.getByLabel('Handle')).toHaveAccessibleDescription(/Remove the spaces/)
  await expect(preview(page).getByRole('link')).toHaveCount(0)
  await expect(preview(page)).toContainText('the link is not valid')
  await expect(preview(page)).toContainText('the handle is not valid')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByLabel('Link to share')).toBeFocused()
  await expect(unsavedBar(page)).toContainText('Go to the invalid value')
  expect((await held(account)).networkOneLink).toBe('')

  await page.getByLabel('Link to share').fill('https://example.org/chat?a=1')
  await page.getByLabel('Handle').fill('roomkeeper')
  await expect(preview(page).getByRole('link', { name: 'https://example.org/chat?a=1' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(preview(page)).toContainText('@roomkeeper')
  await save(page)
  await expect(toast(page, 'Social settings saved')).toBeVisible()
  expect(await held(account)).toEqual({ social: true, networkOneLink: 'https://example.org/chat?a=1', networkTwoName: 'roomkeeper' })
  await page.getByRole('switch', { name: 'Social settings' }).click()
  await expect(preview(page)).toContainText('Social settings are disabled')
  await save(page)
  await expect(unsavedBar(page)).toBeHidden()
  expect(await held(account)).toMatchObject({ social: false, networkTwoName: 'roomkeeper' })
})

test('a conflict is resolved by the user @thorough', async ({ signedIn: page, account }) => {
  await openSocial(page)
  await page.getByLabel('Handle').fill('mine')
  await account.api('socialUpdate', { body: { social: true, networkTwoName: 'theirs' } })
  await save(page)
  const asked = dialog(page, '1 value was changed elsewhere')
  await asked.getByRole('radio', { name: 'Theirs: theirs' }).check()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(unsavedBar(page)).toBeHidden()
  await expect(page.getByLabel('Handle')).toHaveValue('theirs')
  expect((await held(account)).networkTwoName).toBe('theirs')
})

onFaulty(
  'a service without social settings says so, and the navigation still works @thorough',
  async ({ signedIn: page, upstream, allowErrors }) => {
    allowErrors(/status of 502/)
    upstream.arm('GET', /^\/social$/, '502 HTML')
    await page.goto(to.social())
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await upstream.heal()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Handle')).toBeVisible()
  },
)
