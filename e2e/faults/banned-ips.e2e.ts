import {
  ban,
  banByBox,
  bannedAddresses,
  banBox,
  choose,
  chooseForAll,
  storedBans,
  openBans,
  pasteInto,
  row,
  search,
  unbanPart,
} from '../support/verbs/banned-ips.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { receiptNumber, jobs, receipt } from '../support/verbs/messages.ts'

/** Failing requests: nothing is sent twice unnoticed, nothing false is reported, and no address is unbanned by mistake. */

const posts = (seen: string[]) => seen.filter((request) => request.startsWith('POST') && request.endsWith('/banned-ips')).length
const bans = /\/banned-ips/

test.beforeEach(({ allowErrors }) => allowErrors(/the server responded with a status of|net::ERR/))

test('a ban whose answer is lost is looked up in the list and not sent again', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  upstream.arm('POST', bans, 'reset after the work', 1)
  await banByBox(page, '9.9.9.9')
  await expect(toast(page, '9.9.9.9 was banned')).toBeVisible()
  expect(posts(upstream.seen())).toBe(1)
  expect(await storedBans(account, chatId)).toEqual(['9.9.9.9'])
})

test('a ban that did not arrive is sent again once the list shows that it is missing', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  upstream.arm('POST', bans, 'reset', 1)
  await banByBox(page, '9.9.9.9')
  await expect(toast(page, '9.9.9.9 was banned')).toBeVisible()
  const seen = upstream.seen().filter((request) => bans.test(request))
  const firstPost = seen.findIndex((request) => request.startsWith('POST'))
  expect(seen[firstPost + 1]).toMatch(/^GET/)
  expect(posts(seen)).toBe(2)
})

for (const [what, fault, words] of [
  ['a refusal keeps the text and says why', 'refused with words', 'Not on a Sunday'],
  ['a service that says yes and keeps nothing is found out', 'not kept', 'did not keep it'],
] as const)
  test(what, async ({ signedIn: page, account, upstream }) => {
    const chatId = await addChat(account, 'Hall')
    await openBans(page, chatId)
    upstream.arm('POST', bans, fault)
    await banByBox(page, '9.9.9.9')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(banBox(page)).toHaveValue('9.9.9.9')
    expect(await storedBans(account, chatId)).toEqual([])
  })

test('a range that someone else unbanned in the meantime counts as unbanned', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.9.9.9', '20.0.0.1')
  await openBans(page, chatId)
  await choose(page, '9.9.9.9', 'Unban…')
  await account.api('banLift', { params: { chatId, ipAddress: '9.9.9.9' } })
  const asked = dialog(page, 'Unban 9.9.9.9?')
  await asked.getByRole('button', { name: 'Unban' }).click()
  await expect(asked).toBeHidden()
  await expect(row(page, '9.9.9.9')).toBeHidden()
})

test('unbanning part of a range continues after a reload, and nothing else is ever unbanned', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255')
  const before = await bannedAddresses(account, chatId)
  await openBans(page, chatId)
  upstream.arm('DELETE', bans, 'held', 1)
  await search(page).fill('9.1.1.100')
  await page.getByRole('button', { name: 'Unban…' }).click()
  await dialog(page, 'Unban part of a range').getByRole('button', { name: 'Unban', exact: true }).click()
  // Both parts are banned; the whole range is not unbanned yet.
  await expect.poll(() => storedBans(account, chatId)).toHaveLength(3)
  expect(await bannedAddresses(account, chatId)).toEqual(before)
  await expect.poll(() => upstream.seen().some((request) => request.startsWith('DELETE'))).toBe(true)
  await page.reload()
  await expect(receipt(page, '9.1.1.100 unbanned')).toBeVisible()
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.99', '9.1.1.101-9.1.1.255'])
})

test('unbanning part of a range is rolled back when it cannot be finished', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.1.1.0-9.1.1.255')
  await openBans(page, chatId)
  upstream.arm('DELETE', /9\.1\.1\.0(:|%3A)9\.1\.1\.255/, 'refused with words')
  await unbanPart(page, '9.1.1.0/24', '9.1.1.100')
  await expect(receipt(page, /Rolled back; no changes were made/)).toBeVisible()
  expect(await storedBans(account, chatId)).toEqual(['9.1.1.0-9.1.1.255'])
  await jobs(page)
    .getByRole('link', { name: /Show the remaining/ })
    .click()
  await expect(dialog(page, 'Remaining steps')).toContainText('Not on a Sunday')
})

test('an import in which a tenth of the requests fail is paused, resumed after a reload, complete without duplicates, and its receipt is true', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  // The job waits after each of the faults, and the 600 requests take long beside other tests.
  test.slow()
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId)
  const wanted = Array.from({ length: 600 }, (_, at) => `9.${Math.floor(at / 100)}.${at % 100}.1`)
  await chooseForAll(page, 'Import a list…')
  const drawer = dialog(page, 'Import a list')
  await drawer.getByLabel('Or paste it here').fill(wanted.join('\n'))
  upstream.arm('POST', /\/banned-ips$/, 'held', 1)
  await drawer.getByRole('button', { name: 'Ban 600 entries' }).click()
  const pause = jobs(page).getByRole('button', { name: /^Pause: / })
  await pause.click()
  await upstream.heal()
  await expect(jobs(page).getByText('paused', { exact: true })).toBeVisible()
  await page.reload()
  await expect(jobs(page).getByText('paused', { exact: true })).toBeVisible()
  for (const fault of ['reset', 'reset after the work', '502 HTML', '500 JSON', 'not kept', 'broken JSON'] as const) {
    upstream.arm('POST', /\/banned-ips$/, fault, 5)
    upstream.arm('GET', /\/banned-ips$/, fault === 'not kept' ? '500 JSON' : fault, 1)
  }
  await jobs(page)
    .getByRole('button', { name: /^Resume: / })
    .click()
  await expect(receipt(page, '600 entries banned')).toBeVisible({ timeout: 240_000 })
  await expect(receiptNumber(page, 'Done')).toHaveText('600')
  expect((await storedBans(account, chatId)).toSorted()).toEqual(wanted.toSorted())
})

test('a list that cannot be read says so, is read again, and keeps what was shown', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.9.9.9')
  upstream.arm('GET', /\/banned-ips$/, '500 JSON')
  await page.goto(`/chats/${chatId}/banned-ips`)
  await expect(page.getByRole('alert').filter({ hasText: 'The banned addresses could not be loaded' })).toContainText('The disk is full')
  await upstream.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, '9.9.9.9')).toBeVisible()
})

test('entries of the service that are not IPv4 ranges are shown, not dropped', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '9.9.9.9', '20.0.0.1')
  upstream.arm('GET', /\/banned-ips$/, {
    answer: (data) => {
      // `data` of this answer is an array.
      const [first] = data as unknown as { firstIp: string }[]
      first!.firstIp = '2001:db8::1'
    },
  })
  await openBans(page, chatId)
  await expect(page.getByText('1 entry cannot be shown:')).toBeVisible()
  await expect(row(page, '20.0.0.1')).toBeVisible()
})

test('a file that is not a list of addresses is rejected with a reason', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await openBans(page, chatId, '?open=import')
  const drawer = dialog(page, 'Import a list')
  await pasteInto(drawer.getByLabel('Or paste it here'), `[${'{"a":1},'.repeat(3000)}`)
  await expect(drawer.getByText(/This looks like JSON/)).toBeVisible()
})
