import { ban, banBox, choose, chooseForAll, storedBans, openBans, row, search, table, checkbox } from '../support/verbs/banned-ips.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'

const messy = ['5.188.62.0-5.188.62.255', '9.1.1.0-9.1.1.127', '9.1.1.128-9.1.1.255', '9.1.1.7', '77.111.244.0-77.111.247.255']

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } })
    const isNarrow = width < 1120

    test('the page has no violation and does not scroll sideways', async ({ signedIn: page, account }) => {
      const chatId = await addChat(account, 'Hall')
      await openBans(page, chatId)
      await expectAccessible(page)
      await ban(account, chatId, ...messy)
      await page.reload()
      await checkbox(page, '9.1.1.7').check()
      await search(page).fill('9.1.1.7')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

    test('the ban box and the map have no violation', async ({ signedIn: page, account }) => {
      const chatId = await addChat(account, 'Hall')
      await ban(account, chatId, ...messy)
      await openBans(page, chatId)
      if (isNarrow) await page.getByRole('button', { name: 'Ban', exact: true }).click()
      await banBox(page).fill('8.8.8.0/24\n9.1.1.0/24\n10.0.0.1\n::1')
      await expectAccessible(page)
      if (isNarrow) {
        await dialog(page, 'Ban addresses').getByRole('button', { name: 'Close' }).click()
        await page.getByRole('button', { name: 'Map of the bans' }).click()
        await expectAccessible(page)
      }
      await page.getByRole('button', { name: 'As a table' }).click()
      await expectAccessible(page)
    })

    for (const [open, name] of [
      ['import', 'Import a list'],
      ['tidy', 'Tidy up'],
      ['rooms', 'Across chats'],
    ] as const) {
      test(`${name} has no violation`, async ({ signedIn: page, account }) => {
        const chatId = await addChat(account, 'Hall')
        await addChat(account, 'Cellar')
        await ban(account, chatId, ...messy)
        await openBans(page, chatId, `?open=${open}`)
        const shown = dialog(page, name)
        if (open === 'import') await shown.getByLabel('Or paste it here').fill('8.8.8.0/24\n9.1.1.0/24\nx')
        await expect(
          shown.getByText(open === 'import' ? 'Invalid' : open === 'rooms' ? 'Cellar' : 'Exactly the same').first(),
        ).toBeVisible()
        await expectAccessible(page)
      })
    }

    test('the dialogs of a banned range have no violation', async ({ signedIn: page, account }) => {
      const chatId = await addChat(account, 'Hall')
      await ban(account, chatId, ...messy)
      await openBans(page, chatId)
      await choose(page, '9.1.1.7', 'Note and review date…')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await choose(page, '77.111.244.0/22', 'Unban part of it…')
      await dialog(page, 'Unban part of a range').getByRole('textbox').fill('77.111.245.1')
      await expectAccessible(page)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('addresses are banned, looked up, unbanned and tidied by touch', async ({ signedIn: page, account }) => {
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

test('addresses are looked up, banned, sorted, selected and unbanned, and the map is used, by keyboard alone', async ({
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
