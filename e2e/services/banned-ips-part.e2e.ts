import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { ban, bannedAddresses, openBans, row, storedBans, unbanPart } from '../support/verbs/banned-ips.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { jobs, receipt } from '../support/verbs/messages.ts'

/** Unbanning part of a range while the service fails in the middle. */

test('when the service fails in the middle the page shows what it holds, nothing else was allowed, and it can be finished', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255')
  const before = await bannedAddresses(account, chatId)
  await openBans(page, chatId)
  // Both parts are banned, then the service refuses to unban the range, and the parts again.
  upstream.arm('DELETE', /banned-ips/, 'refused with words')
  await unbanPart(page, '9.1.1.0/24', '9.1.1.100')
  await expect(receipt(page, 'Not completed: 9.1.1.100 unbanned')).toBeVisible()
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.255', '9.1.1.0-9.1.1.99', '9.1.1.101-9.1.1.255'])
  expect(await bannedAddresses(account, chatId)).toEqual(before)
  for (const range of ['9.1.1.0/24', '9.1.1.0 – 9.1.1.99', '9.1.1.101 – 9.1.1.255']) await expect(row(page, range)).toBeVisible()

  await upstream.heal()
  await jobs(page).getByRole('link', { name: 'Show the remaining step' }).click()
  const left = dialog(page, 'Remaining steps')
  await expect(left).toContainText('Unban 9.1.1.0/24')
  await left.getByRole('button', { name: 'Try again' }).click()
  await expect(receipt(page, '1 remaining step completed')).toBeVisible()
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.99', '9.1.1.101-9.1.1.255'])
  await expect(row(page, '9.1.1.0/24')).toBeHidden()
})
