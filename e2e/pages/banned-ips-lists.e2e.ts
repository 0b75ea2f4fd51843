import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { banBox, openBans, storedBans, verdicts } from '../support/verbs/banned-ips.ts'
import { addChat } from '../support/verbs/chats.ts'

test('lines that were not banned stay in the box with their reason, and what is unclear is asked', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  await banBox(page).fill('8.8.4.4 # troll\n1.2.3\nfriend of Ana 8.8.8.8\n9.1.1.1\t9.1.1.9\nufw allow from 9.9.9.9')
  await expect(verdicts(page)).toHaveText([/New/, /Invalid/, /Unclear.*beside “friend of Ana”/, /Unclear.*A range, or two/, /bans no one/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ban 1 address' }).click()
  await expect(banBox(page)).toHaveValue('1.2.3\nfriend of Ana 8.8.8.8\n9.1.1.1\t9.1.1.9\nufw allow from 9.9.9.9')
  expect(await storedBans(account, chatId)).toEqual(['8.8.4.4'])
  await page.getByRole('radio', { name: 'A range' }).check()
  await page.getByRole('button', { name: 'Ban 9 addresses' }).click()
  await expect(banBox(page)).toHaveValue('1.2.3\nfriend of Ana 8.8.8.8\nufw allow from 9.9.9.9')
  expect(await storedBans(account, chatId)).toEqual(['8.8.4.4', '9.1.1.1-9.1.1.9'])
  await page.getByRole('checkbox', { name: 'Include the address beside other words' }).check()
  await page.getByRole('button', { name: 'Ban 1 address' }).click()
  await expect(banBox(page)).toHaveValue('1.2.3\nufw allow from 9.9.9.9')
  expect(await storedBans(account, chatId)).toEqual(['8.8.4.4', '8.8.8.8', '9.1.1.1-9.1.1.9'])
})
