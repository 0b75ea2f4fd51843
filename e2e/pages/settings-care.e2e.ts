import { readFile } from 'node:fs/promises'
import { to } from '#dashboard/platform/to.ts'
import { changedSettings, defaults } from '#contract/settings-derive.ts'
import { addChat, dialog, storedSettings } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { barButton, changeElsewhere, expectSaved, field, openSettings, save, saveBar, settingSwitch } from '../support/verbs/settings.ts'

/** Typed values are not lost, and changes by others are not overwritten unnoticed. */

test('edits are kept over a reload, offered with their age, restored and saved', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await page.reload()
  const offer = page.getByRole('region', { name: 'Kept edits' })
  await expect(offer).toContainText(/^1 edit is kept in this browser, from just now\./)
  await expect(field(page, 'name')).toHaveValue('Lobby')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(offer).toBeHidden()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await save(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')
  await page.reload()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expect(offer).toBeHidden()
})

test('saved values are no edits any more, after the second save as after the first @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('settings-')))
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  await save(page)
  await settingSwitch(page, 'mentions').uncheck()
  await expect.poll(drafts).toHaveLength(1)
  await save(page)
  await expect.poll(drafts).toEqual([])
  expect(await storedSettings(account, chatId)).toMatchObject({ upload: false, mentions: false })
  await expect(page.getByRole('navigation', { name: 'Parts of this chat' }).getByRole('link', { name: 'Settings' })).toHaveText('Settings')
  await page.reload()
  await expect(settingSwitch(page, 'upload')).not.toBeChecked()
  await expect(page.getByRole('region', { name: 'Kept edits' })).toBeHidden()
  expect(await drafts()).toEqual([])
})

test('edits of an earlier visit can be discarded @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await page.reload()
  const offer = page.getByRole('region', { name: 'Kept edits' })
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(field(page, 'name')).toHaveValue('Lobby')
  await expect(offer).toBeHidden()
})

test('edits are kept while another page is open @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  const parts = page.getByRole('navigation', { name: 'Parts of this chat' })
  await parts.getByRole('link', { name: 'Polls' }).click()
  await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
  await expect(parts.getByRole('link', { name: 'Settings' })).toHaveText('Settings1 edit')
  await page.goBack()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expect(saveBar(page)).toContainText('1 change')
  await expect(page.getByRole('region', { name: 'Kept edits' })).toBeHidden()
})

/** Our service takes a save only for the version that the page has. */
const changedMeanwhile = /status of 412/

for (const [whose, winner, tag] of [
  ['Mine', 'Hall', ''],
  ['Theirs', 'Cellar', ' @thorough'],
] as const)
  test(`of a setting that was also changed elsewhere, ${whose.toLowerCase()} can be kept${tag}`, async ({
    signedIn: page,
    account,
    allowErrors,
  }) => {
    allowErrors(changedMeanwhile)
    const chatId = await addChat(account, 'Lobby')
    await openSettings(page, chatId)
    await field(page, 'name').fill('Hall')
    await settingSwitch(page, 'upload').uncheck()
    await changeElsewhere(account, chatId, { name: 'Cellar', mentions: false })
    await barButton(page, 'Save').click()
    const clash = dialog(page, '1 value was changed elsewhere')
    await expect(clash).toContainText(/Was Lobby/)
    expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Cellar', upload: true })
    await clash.getByRole('radio', { name: new RegExp(`^${whose}: `) }).check()
    await clash.getByRole('button', { name: 'Save' }).click()
    await expectSaved(page)
    expect(await storedSettings(account, chatId)).toMatchObject({ name: winner, upload: false, mentions: false })
    await expect(field(page, 'name')).toHaveValue(winner)
    await expect(settingSwitch(page, 'mentions')).not.toBeChecked()
  })

test('leaving a conflict saves nothing and keeps the edits @thorough', async ({ signedIn: page, account, allowErrors }) => {
  allowErrors(changedMeanwhile)
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await changeElsewhere(account, chatId, { name: 'Cellar' })
  await barButton(page, 'Save').click()
  const clash = dialog(page, '1 value was changed elsewhere')
  await expect(clash).toBeVisible()
  await expectAccessible(page)
  await clash.getByRole('button', { name: 'Back to editing' }).click()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expect(saveBar(page)).toContainText('1 change')
  expect((await storedSettings(account, chatId)).name).toBe('Cellar')
})

test('a finding is shown, and its fix becomes an edit that is not sent; what a file holds that cannot be imported is named', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', httpsOnly: true, allowImages: false, allowLinks: false, allowVideo: false })
  await openSettings(page, chatId)
  await page.getByText('Worth a look').click()
  const finding = page.getByRole('listitem').filter({ hasText: '“HTTPS only” has nothing to apply to' })
  await expectAccessible(page)
  await finding.getByRole('button', { name: 'HTTPS only', exact: true }).click()
  await expect(settingSwitch(page, 'httpsOnly')).toBeFocused()
  await finding.getByRole('button', { name: 'Turn off “HTTPS only”' }).click()
  await expect(finding).toBeHidden()
  await expect(settingSwitch(page, 'httpsOnly')).not.toBeChecked()
  expect((await storedSettings(account, chatId)).httpsOnly).toBe(true)

  const choose = (text: string) =>
    page.getByLabel('Settings file').setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('{"roomkeeper":1,"settings":{"upl')
  await expect(page.getByRole('alert').filter({ hasText: 'The file could not be read' })).toContainText(
    'not valid JSON, or it is incomplete',
  )
  await choose('{"roomkeeper":1,"settings":{"upload":"perhaps","mentions":false,"colour":"red"}}')
  const offered = dialog(page, 'Import settings')
  await expect(offered).toContainText(/1 unknown name was ignored:.*colour/)
  await expect(offered.getByRole('alert')).toContainText('File upload: Must be true or false. It was skipped.')
  await offered.getByRole('button', { name: 'Import 1 change' }).click()
  await expect(settingSwitch(page, 'mentions')).not.toBeChecked()
  await save(page)
  expect(await storedSettings(account, chatId)).toMatchObject({ httpsOnly: false, mentions: false, upload: true })
})

test('a chat is compared with those that differ from it @thorough', async ({ signedIn: page, account }) => {
  await addChat(account, { name: 'Model', upload: false })
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await page.getByRole('button', { name: 'More actions for settings' }).click()
  await page.getByRole('menuitem', { name: 'Compare with other chats' }).click()
  await expect(page).toHaveURL(to.compareWith(chatId))
  await expect(page.getByRole('columnheader', { name: /Model/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^File upload/ }) })).toBeVisible()
})

test('settings are exported to a file and imported into another chat @thorough', async ({ signedIn: page, account }) => {
  const words = { groupChatWelcomeMessage: 'Grüß dich 👋', filterWords: ' a b,c', groupChatWelcomeMessageDelay: 0 }
  const from = await addChat(account, { name: 'Model', upload: false, sound_ring: 'bell', ...words })
  const chatId = await addChat(account, { name: 'Lobby', mentions: false })
  await openSettings(page, from)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions for settings' }).click()
  await page.getByRole('menuitem', { name: 'Export all settings' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Model-settings.json')
  const path = await file.path()
  expect(Object.keys((JSON.parse(await readFile(path, 'utf8')) as { settings: object }).settings)).toEqual(Object.keys(defaults))

  await openSettings(page, chatId)
  await page.getByLabel('Settings file').setInputFiles(path)
  const offered = dialog(page, 'Import settings')
  await expectAccessible(page)
  await expect(offered.getByRole('checkbox', { name: 'Import: Chat name' })).not.toBeChecked()
  await expect(offered).toContainText('Not selected, because it would rename this chat.')
  await offered.getByRole('button', { name: 'Import 6 changes' }).click()
  await expect(saveBar(page)).toContainText('6 changes')
  await save(page)
  expect(changedSettings(await storedSettings(account, from), await storedSettings(account, chatId))).toEqual(['name'])
  expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Lobby', upload: false, mentions: true, sound_ring: 5, ...words })
})

test('a chat that is deleted in the meantime is reported, and the edits are kept @thorough', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'groupChatWelcomeMessage').fill('A long text that took an hour')
  await account.api('chatDelete', { params: { chatId } })
  await barButton(page, 'Save').click()
  await expect(saveBar(page).getByRole('alert')).toContainText(/Not saved: Settings of Lobby\..*Your edits are kept\./)
  await expect(field(page, 'groupChatWelcomeMessage')).toHaveValue('A long text that took an hour')
})
