import { readFile } from 'node:fs/promises'
import { ban, bannedAddresses, choose, chooseForAll, storedBans, openBans, row, checkbox } from '../support/verbs/banned-ips.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { receipt } from '../support/verbs/messages.ts'

/** The ban lists of several chats at once. */

test('banned ranges of two chats are compared, copied and made equal, each after a preview', async ({ signedIn: page, account }) => {
  const here = await addChat(account, 'Hall')
  const there = await addChat(account, 'Cellar')
  await ban(account, here, '9.1.1.0-9.1.1.255', '20.0.0.1', '30.0.0.1')
  await ban(account, there, '9.1.1.0-9.1.1.255', '20.0.0.0-20.0.0.3', '40.0.0.1')
  await openBans(page, here)
  await chooseForAll(page, 'Compare and copy across chats…')
  const drawer = dialog(page, 'Across chats')
  const target = drawer.getByRole('checkbox', { name: 'Cellar' })
  await expect(drawer.getByRole('row', { name: /30\.0\.0\.1 1 of 2 listed missing/ })).toBeVisible()
  await expect(drawer.getByRole('row', { name: /40\.0\.0\.1 1 of 2 missing listed/ })).toBeVisible()
  await expect(drawer.getByText('Bans 1 entry. Has 3 entries now.')).toBeVisible()
  await target.check()
  await drawer.getByRole('button', { name: 'Make 1 change' }).click()
  await expect(receipt(page, '1 ban copied to 1 chat')).toBeVisible()
  expect(await storedBans(account, there)).toEqual(['9.1.1.0-9.1.1.255', '20.0.0.0-20.0.0.3', '30.0.0.1', '40.0.0.1'])

  await chooseForAll(page, 'Compare and copy across chats…')
  await drawer.getByRole('radio', { name: 'Make equal' }).check()
  await expect(drawer.getByText('Unbans 2 entries: 4 addresses will be allowed again.')).toBeVisible()
  await target.check()
  await drawer.getByRole('button', { name: 'Make 3 changes' }).click()
  await expect(receipt(page, '1 chat made equal')).toBeVisible()
  expect(await storedBans(account, there)).toEqual(await storedBans(account, here))
})

for (const format of ['Text', 'CSV', 'JSON, with notes', 'nginx deny lines', 'iptables rules']) {
  test(`a list exported and imported as ${format} bans the same addresses @thorough`, async ({ signedIn: page, account }) => {
    const here = await addChat(account, 'Hall')
    const there = await addChat(account, 'Cellar')
    await ban(account, here, '9.1.1.0-9.1.1.255', '9.1.1.250-9.1.2.3', '20.0.0.1', '30.0.0.1-30.0.0.6')
    await openBans(page, here)
    await choose(page, '20.0.0.1', 'Note and review date…')
    const note = dialog(page, 'Note on 20.0.0.1')
    await note.getByLabel('Note').fill('=1+1, "quoted"')
    await note.getByLabel('Review on').fill('2020-02-03')
    await note.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, '20.0.0.1')).toContainText('=1+1, "quoted"')

    const saved = page.waitForEvent('download')
    await chooseForAll(page, format)
    const path = await (await saved).path()
    await openBans(page, there, '?open=import')
    const drawer = dialog(page, 'Import a list')
    await drawer.getByLabel('List of addresses').setInputFiles({ name: 'list', mimeType: 'text/plain', buffer: await readFile(path) })
    await drawer.getByRole('button', { name: /^Ban \d+ entries/ }).click()
    await expect(drawer).toBeHidden()
    await expect.poll(() => bannedAddresses(account, there)).toEqual(await bannedAddresses(account, here))
    if (format.startsWith('JSON') || format === 'CSV') {
      expect(await storedBans(account, there)).toEqual(await storedBans(account, here))
      await expect(row(page, '20.0.0.1')).toContainText('review since 2020-02-03: =1+1, "quoted"')
      await expect(page.getByText('1 entry is due for review')).toBeVisible()
    }
  })
}

test('only the selected ranges are copied, to the selected chats @thorough', async ({ signedIn: page, account }) => {
  const here = await addChat(account, 'Hall')
  const [cellar, attic] = [await addChat(account, 'Cellar'), await addChat(account, 'Attic')]
  await ban(account, here, '9.1.1.0-9.1.1.255', '20.0.0.1', '20.0.0.0-20.7.255.255')
  await openBans(page, here)
  await checkbox(page, '20.0.0.0/13').check()
  await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Copy to chats…' }).click()
  const drawer = dialog(page, 'Across chats')
  await drawer.getByRole('button', { name: 'Start' }).click()
  await expect(drawer.getByText('Choose a chat')).toBeVisible()
  await drawer.getByRole('checkbox', { name: 'Cellar' }).check()
  await drawer.getByRole('button', { name: 'Make 1 change' }).click()
  const asked = dialog(page, 'Ban 20.0.0.0/13?')
  await asked.getByRole('textbox').fill('20.0.0.0-20.7.255.255')
  await asked.getByRole('button', { name: /^Ban/ }).click()
  await expect(receipt(page, '1 ban copied to 1 chat')).toBeVisible()
  expect(await storedBans(account, cellar)).toEqual(['20.0.0.0-20.7.255.255'])
  expect(await storedBans(account, attic)).toEqual([])
})
