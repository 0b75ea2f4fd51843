import { ban, banBox, chooseForAll, storedBans, openBans, row, search, table, checkbox } from '../support/verbs/banned-ips.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { escape } from '../support/verbs/keys.ts'

/** The banned addresses of a chat by touch, and by keyboard alone. */

const messy = ['5.188.62.0-5.188.62.255', '9.1.1.0-9.1.1.127', '9.1.1.128-9.1.1.255', '9.1.1.7', '77.111.244.0-77.111.247.255']

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('addresses are banned, looked up, unbanned and tidied by touch @thorough', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await ban(account, chatId, ...messy)
    await openBans(page, chatId)
    await page.getByRole('button', { name: 'Ban', exact: true }).tap()
    await banBox(page).fill('20.0.0.0/30')
    await page.getByRole('button', { name: 'Ban 4 addresses' }).tap()
    await expect(banBox(page)).toHaveValue('')
    await dialog(page, 'Ban addresses').getByRole('button', { name: 'Close' }).tap()
    await expect(row(page, '20.0.0.0/30')).toBeVisible()
    await checkbox(page, '20.0.0.0/30').tap()
    await checkbox(page, '5.188.62.0/24').tap()
    await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Unban…' }).tap()
    await dialog(page, 'Unban 2 entries?').getByRole('button', { name: 'Unban 2 entries' }).tap()
    await expect(row(page, '20.0.0.0/30')).toBeHidden()
    await page.getByRole('button', { name: 'Tidy up' }).tap()
    await dialog(page, 'Tidy up').getByRole('button', { name: 'Tidy up' }).tap()
    await expect.poll(() => storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.255', '77.111.244.0-77.111.247.255'])
  })
})

test('addresses are looked up, banned, sorted, selected and unbanned, and the map is used, by keyboard alone @thorough', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255', '20.0.0.1')
  await openBans(page, chatId)
  await page.getByRole('main').focus()
  await page.keyboard.press('b')
  await expect(banBox(page)).toBeFocused()
  await page.keyboard.type('30.0.0.1')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, '30.0.0.1')).toBeVisible()
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('20.0.0.1')
  await expect(page.getByRole('status').filter({ hasText: 'Banned by 20.0.0.1' })).toBeVisible()
  await page.keyboard.press('Escape')

  const size = table(page).getByRole('columnheader', { name: 'Addresses' })
  await size.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(size).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Enter')
  await expect(table(page).getByRole('checkbox').nth(1)).toHaveAccessibleName('Select 9.1.1.0/24')

  await checkbox(page, '20.0.0.1').focus()
  await page.keyboard.press('Space')
  await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Unban…' }).focus()
  await page.keyboard.press('Enter')
  const asked = dialog(page, 'Unban 20.0.0.1?')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, '20.0.0.1')).toBeHidden()

  const map = page.getByRole('region', { name: 'Where the bans are' })
  await map.getByRole('button', { name: /^0\.0\.0\.0\/8/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('button', { name: /^1\.0\.0\.0\/8/ })).toBeFocused()
  await chooseForAll(page, 'Import a list…')
  await escape(dialog(page, 'Import a list'))
})
