import {
  ban,
  banByBox,
  bannedAddresses,
  banBox,
  choose,
  storedBans,
  isBanned,
  openBans,
  pasteInto,
  row,
  search,
  table,
  checkbox,
  verdicts,
} from '../support/verbs/banned-ips.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import { receipt } from '../support/verbs/messages.ts'

test('every notation bans addresses; each line says what it would do, and what is not banned stays in the box', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '77.111.244.0-77.111.247.255')
  await openBans(page, chatId)
  await banBox(page).fill('010.0.0.1\n::1')
  await expect(verdicts(page)).toHaveText([/leading zeros/, /IPv6/])
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(banBox(page)).toBeFocused()
  await expect(banBox(page)).toHaveAccessibleDescription(/No valid address to ban/)
  await expectAccessible(page)
  await banBox(page).fill('')
  await banBox(page).press('Control+Enter')
  await expect(banBox(page)).toHaveAccessibleDescription(/Enter an address or a range/)

  const left = ['1.2.3', '10.0.0.14', 'friend of Ana 8.8.8.8', '9.1.1.1\t9.1.1.9', 'ufw allow from 9.9.9.9']
  await banBox(page).fill(
    [
      '8.8.4.4 # a comment',
      '9.1.2.10-20',
      '9.2.0.0/23',
      '9.3.4.*',
      '77.111.245.0/24',
      '77.111.247.250-77.111.248.5',
      '1.2.3.4/24',
      ...left,
    ].join('\n'),
  )
  await expect(verdicts(page)).toHaveText([
    /New/,
    /New.*11 addresses/,
    /New.*512 addresses/,
    /New.*256 addresses/,
    /Covered.*77\.111\.244\.0\/22/,
    /Overlaps.*6 of 12 new/,
    /starts at 1\.2\.3\.0.*Did you mean 1\.2\.3\.0\/24/,
    /Invalid/,
    /Private.*not a public address/,
    /Unclear.*beside “friend of Ana”/,
    /Unclear.*A range, or two/,
    /bans no one/,
  ])
  await page.getByRole('button', { name: 'Ban 786 addresses' }).click()
  await expect(toast(page, '5 entries were banned')).toBeVisible()
  await expect(banBox(page)).toHaveValue(['1.2.3.4/24', ...left].join('\n'))
  await expect(row(page, '9.2.0.0/23')).toContainText('512')
  await expect(row(page, '8.8.4.4')).toContainText('a comment')

  await page.getByRole('radio', { name: 'A range' }).check()
  await page.getByRole('checkbox', { name: 'Include the address beside other words' }).check()
  await page.getByRole('button', { name: 'Ban 10 addresses' }).click()
  await expect(banBox(page)).toHaveValue('1.2.3.4/24\n1.2.3\n10.0.0.14\nufw allow from 9.9.9.9')
  expect(await storedBans(account, chatId)).toEqual([
    '8.8.4.4',
    '8.8.8.8',
    '9.1.1.1-9.1.1.9',
    '9.1.2.10-9.1.2.20',
    '9.2.0.0-9.2.1.255',
    '9.3.4.0-9.3.4.255',
    '77.111.244.0-77.111.247.255',
    '77.111.247.250-77.111.248.5',
  ])
})

test('100,000 invalid lines are offered as an import and reported @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  await pasteInto(banBox(page), 'lorem ipsum dolor\n'.repeat(100_000))
  const drawer = dialog(page, 'Import a list')
  await expect(drawer.getByRole('button', { name: 'Invalid 100,000' })).toBeVisible()
  await expect(drawer.getByRole('status').filter({ hasText: '0 addresses would be banned' })).toBeVisible()
})

test('a very wide range must be typed to confirm, and the user’s own address is left out until selected; the search says what is banned, and unbanning what will be allowed', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255', '9.1.1.7', '20.0.0.1', '30.0.0.1-30.0.0.4')
  await openBans(page, chatId)
  await banBox(page).fill('9.8.0.0/14\n127.0.0.1')
  await expect(verdicts(page)).toHaveText([/Very wide.*262,144 addresses/, /Your own/])
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(banBox(page)).toHaveAccessibleDescription(/Select below what to ban/)
  await page.getByRole('checkbox', { name: 'Include the very wide range' }).check()
  await expect(banBox(page)).not.toHaveAccessibleDescription(/Select below/)
  await page.getByRole('button', { name: 'Ban 262,144 addresses' }).click()
  const asked = dialog(page, 'Ban 9.8.0.0/14?')
  await asked.getByRole('textbox').fill('9.8.0.0')
  await asked.getByRole('textbox').press('Enter')
  await expect(asked.getByRole('button', { name: /^Ban/ })).toHaveAttribute('aria-disabled', 'true')
  expect(await storedBans(account, chatId)).toHaveLength(4)
  await asked.getByRole('textbox').fill('9.8.0.0-9.11.255.255')
  await asked.getByRole('button', { name: /^Ban/ }).click()
  await expect(asked).toBeHidden()
  expect(await storedBans(account, chatId)).toContain('9.8.0.0-9.11.255.255')

  const found = (words: string) => page.getByRole('status').filter({ hasText: words })
  await search(page).fill('9.1.1.7')
  await expect(found('Banned by 9.1.1.0/24 and 1 more')).toBeVisible()
  await search(page).fill('9.1.2.1')
  await expect(found('Not banned')).toBeVisible()
  await search(page).fill('9.1.1.128-9.1.2.1')
  await expect(found('Partly banned')).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: '9.1.1.0/24' }).click()
  await expect(found('Banned by 9.1.1.0/24')).toBeVisible()
  await search(page).fill('20.')
  await expect(table(page).getByRole('checkbox', { name: /^Select \d+\./ })).toHaveCount(1)
  await expect(table(page).locator('mark').first()).toHaveText('20.')
  await search(page).fill('')

  await choose(page, '9.1.1.7', 'Unban…')
  const one = dialog(page, 'Unban 9.1.1.7?')
  await expect(one).toContainText('No address will be allowed again')
  await one.getByRole('button', { name: 'Unban' }).click()
  await expect(row(page, '9.1.1.7')).toBeHidden()
  await checkbox(page, '20.0.0.1').check()
  await checkbox(page, '30.0.0.1 – 30.0.0.4').or(checkbox(page, '30.0.0.1-30.0.0.4')).check()
  const bar = page.getByRole('region', { name: 'Selected entries' })
  await expect(bar).toContainText('2 entries selected')
  const lift = bar.getByRole('button', { name: 'Unban…' })
  await lift.press('Enter')
  const several = dialog(page, 'Unban 2 entries?')
  await expect(several).toContainText('5 addresses will be allowed again')
  await escape(several)
  await expect(bar).toContainText('2 entries selected')
  await expect(lift).toBeFocused()
  await lift.press('Enter')
  await several.getByRole('button', { name: 'Unban 2 entries' }).press('Enter')
  await expect(several).toBeHidden()
  await expect(table(page).locator(':focus')).toHaveCount(1)
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.255', '9.8.0.0-9.11.255.255'])
})

test('unbanning one address of a range unbans no other @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255', '9.1.1.90-9.1.1.110')
  const before = await bannedAddresses(account, chatId)
  await openBans(page, chatId)
  await choose(page, '9.1.1.0/24', 'Unban part of it…')
  const asked = dialog(page, 'Unban part of a range')
  await asked.getByRole('button', { name: 'Unban', exact: true }).click()
  await expect(asked.getByRole('textbox')).toHaveAccessibleDescription('Enter an address or a range')
  await asked.getByRole('textbox').fill('9.1.2.1')
  await expect(asked).toContainText('Not banned in this chat')
  await asked.getByRole('textbox').fill('9.1.1.100')
  await expect(asked).toContainText('1 address will be allowed again')
  await asked.getByRole('button', { name: 'Unban', exact: true }).click()
  await expect(receipt(page, '9.1.1.100 unbanned')).toBeVisible()
  const spared = before.find((address) => address % 256 === 100)
  expect(await bannedAddresses(account, chatId)).toEqual(before.filter((address) => address !== spared))
  for (const [address, banned] of [
    ['9.1.1.99', true],
    ['9.1.1.100', false],
    ['9.1.1.101', true],
    ['9.1.1.0', true],
    ['9.1.1.255', true],
    ['9.1.0.255', false],
    ['9.1.2.0', false],
  ] as const)
    expect([address, await isBanned(account, chatId, address)]).toEqual([address, banned])
  await search(page).fill('9.1.1.100')
  await expect(page.getByRole('status').filter({ hasText: 'Not banned' })).toBeVisible()
})

test('a note that is too long and an incomplete date are reported, and nothing typed is lost @thorough', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.1')
  await openBans(page, chatId)
  await choose(page, '20.0.0.1', 'Note and review date…')
  const dialogBox = dialog(page, 'Note on 20.0.0.1')
  const [note, date] = [dialogBox.getByLabel('Note'), dialogBox.getByLabel('Review on')]
  await note.fill('x'.repeat(501))
  await date.focus()
  await page.keyboard.type('05')
  await dialogBox.getByRole('button', { name: 'Save' }).click()
  await expect(note).toHaveAccessibleDescription(/Must have at most 500 characters/)
  await expect(date).toHaveAccessibleDescription(/Complete the date, or clear it/)
  await expect(note).toHaveValue('x'.repeat(501))
  await note.fill('enough')
  await date.fill('2020-02-03')
  await dialogBox.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, '20.0.0.1')).toContainText('review since 2020-02-03: enough')
})

test('tidying a list bans the same addresses with fewer ranges @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.127', '9.1.1.128-9.1.1.255', '9.1.1.7', '9.1.1.50-9.1.1.200', '20.0.0.1', '20.0.0.2-20.0.0.9')
  const before = await bannedAddresses(account, chatId)
  await openBans(page, chatId)
  await page.getByRole('button', { name: 'Tidy up' }).click()
  const asked = dialog(page, 'Tidy up')
  await expect(asked.getByRole('row', { name: 'Entries 6 2' })).toBeVisible()
  await expect(asked.getByRole('row', { name: 'Banned addresses 265 265' })).toBeVisible()
  await expect(asked).toContainText('Exactly the same addresses')
  await asked.getByRole('button', { name: 'Tidy up' }).click()
  await expect(receipt(page, 'Tidied up: 4 entries fewer')).toBeVisible()
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.255', '20.0.0.1-20.0.0.9'])
  expect(await bannedAddresses(account, chatId)).toEqual(before)
  await expect(row(page, '9.1.1.0/24')).toBeVisible()
})

test('the map opens a block with its ranges and goes back; its table shows the same @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '77.111.244.0-77.111.247.255', '77.5.0.1', '91.2.3.4')
  await openBans(page, chatId)
  const map = page.getByRole('region', { name: 'Where the bans are' })
  await map.getByRole('button', { name: '77.0.0.0/8, 1,025 banned' }).hover()
  await expect(map).toContainText('77.0.0.0/8: 1,025 of 16,777,216 addresses banned by 2 entries')
  await map.getByRole('button', { name: '77.0.0.0/8, 1,025 banned' }).click()
  const entries = table(page).getByRole('checkbox', { name: /^Select \d+\./ })
  await expect(entries).toHaveCount(2)
  await map.getByRole('button', { name: '77.111.0.0/16, 1,024 banned' }).click()
  await expect(entries).toHaveCount(1)
  await map.getByRole('button', { name: '77.111.244.0/24, 256 banned' }).click()
  await expect(page).toHaveURL(/within=77\.111\.244\.0%2F24/)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(entries).toHaveCount(3)
  await map.getByRole('button', { name: 'As a table' }).click()
  await expect(map.getByRole('row')).toHaveText([/Block/, /77\.0\.0\.0\/8 ?1,025/, /91\.0\.0\.0\/8 ?1/])
  await map.getByRole('button', { name: '91.0.0.0/8' }).click()
  await expect(entries).toHaveCount(1)
})

test('the search is kept in the URL; an empty list says what the page is for @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  await expect(page.getByRole('heading', { name: 'No banned addresses' })).toBeVisible()
  await banByBox(page, '9.9.9.9')
  await expect(row(page, '9.9.9.9')).toBeVisible()
  await search(page).fill('9.9.9.9')
  await expect(page).toHaveURL(/text=9\.9\.9\.9/)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Banned by 9.9.9.9' })).toBeVisible()
})
