import { soundSettings } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-foreign-service.ts'
import { addChat, choose, confirm, dialog, expectOpened, storedSettings, startNewChat, toast } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { barButton, expectSaved, openSettings, pickOption, save, select, settingSwitch } from '../support/verbs/settings.ts'

/** A service whose sound numbers differ from ours. Our service stores its data: its "owl", number 2, is stored as "ding". */
const owls = Object.fromEntries(soundSettings.map((name) => [name, 'ding']))
const soundsIn = (bodies: Record<string, unknown>[]) =>
  bodies.map((body) => Object.fromEntries(soundSettings.flatMap((name) => (name in body ? [[name, body[name]]] : []))))

test('saving a switch changes no sound; the sounds left out are announced until the service is known to keep them', async ({
  signedIn: page,
  account,
  foreign,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', ...owls })
  const before = await storedSettings(account, chatId)
  await openSettings(page, chatId)
  await expect(select(page, 'sound_ring')).toHaveValue('Sound no. 2')
  await settingSwitch(page, 'mentions').uncheck()

  await barButton(page, 'Review').click()
  const review = dialog(page, 'Review 1 change')
  await expect(review).toContainText(/6 sounds are not sent\..*\(Sound no\. 2\).*The service may reset what is not sent\./)
  await expectAccessible(page)
  await review.getByRole('button', { name: 'Back to editing' }).click()

  await barButton(page, 'Save').click()
  const asked = dialog(page, 'Save without 6 sounds?')
  await expect(asked).toContainText('6 sounds are not sent.')
  expect(foreign.written()).toEqual([])
  await asked.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  expect(soundsIn(foreign.written())).toEqual([{}])
  expect(await storedSettings(account, chatId)).toEqual({ ...before, mentions: false })

  await page.reload()
  await settingSwitch(page, 'mentions').check()
  await save(page)
  expect(await storedSettings(account, chatId)).toEqual(before)
})

test('a sound name that was saved and read back is known from then on, also after a reload @thorough', async ({
  signedIn: page,
  account,
  foreign,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', ...owls, sound_notice: 'chime' })
  await openSettings(page, chatId)
  await pickOption(page, 'sound_ring', 'Chime')
  await barButton(page, 'Save').click()
  await dialog(page, 'Save without 5 sounds?').getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  expect(soundsIn(foreign.written())).toEqual([{ sound_ring: 'chime' }])
  await expect(select(page, 'sound_notice')).toHaveValue('Chime')
  await page.reload()
  await expect(select(page, 'sound_ring')).toHaveValue('Chime')
  await expect(select(page, 'sound_notice')).toHaveValue('Chime')
  await expect(select(page, 'sound_message')).toHaveValue('Sound no. 2')
  await settingSwitch(page, 'upload').uncheck()
  await save(page)
  expect(soundsIn(foreign.written()).at(-1)).toEqual({ sound_ring: 'chime', sound_notice: 'chime' })
})

test('a sound name can be typed, and an unknown one is rejected with the message of the service @thorough', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/status of 400/)
  const chatId = await addChat(account, { name: 'Lobby', ...owls })
  await openSettings(page, chatId)
  await pickOption(page, 'sound_ring', 'Ding')
  await barButton(page, 'Save').click()
  await dialog(page, 'Save without 5 sounds?').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'unknown sound ding' })).toBeVisible()

  await select(page, 'sound_ring').fill('gong')
  await page.getByRole('option', { name: 'Use “gong”', exact: true }).click()
  await barButton(page, 'Save').click()
  await dialog(page, 'Save without 5 sounds?').getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await expect(select(page, 'sound_ring')).toHaveValue('gong')
  expect((await storedSettings(account, chatId)).sound_ring).toBe(4)
})

test('sounds that the service resets are reported, and no guess is sent to restore them @thorough', async ({
  signedIn: page,
  account,
  foreign,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', ...owls })
  foreign.behave({ omitted: 'reset' })
  await openSettings(page, chatId)
  await settingSwitch(page, 'mentions').uncheck()
  await barButton(page, 'Save').click()
  await dialog(page, 'Save without 6 sounds?').getByRole('button', { name: 'Save' }).click()
  const notKept = dialog(page, 'Saved, but the chat service did not keep 6 settings')
  await expect(notKept.getByRole('row').nth(1)).toContainText(/Sound no\. 2.*Sound no\. 1.*Sound no\. 2 has no confirmed name/)
  await expect(notKept.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expectAccessible(page)
  await notKept.getByRole('button', { name: 'Close' }).click()
  await settingSwitch(page, 'mentions').check()
  await barButton(page, 'Save').click()
  await expect(dialog(page, 'Save without 6 sounds?')).toContainText('This service has reset sounds that were not sent.')
  expect(soundsIn(foreign.written())).toEqual([{}])
})

test('taking a chat offline and online says which sounds are left out and changes none @thorough', async ({
  signedIn: page,
  account,
  foreign,
}) => {
  const chatId = await addChat(account, { name: 'Harbour', ...owls })
  const before = await storedSettings(account, chatId)
  await page.goto(to.chats())
  await choose(page, 'Harbour', 'Take offline…')
  await expect(dialog(page, 'Take Harbour offline?')).toContainText('6 sounds are not sent.')
  await expectAccessible(page)
  await confirm(page, 'Take Harbour offline?', 'Take offline')
  await expect(toast(page, 'Harbour is offline')).toBeVisible()
  expect(await storedSettings(account, chatId)).toEqual({ ...before, offline: true })
  expect(soundsIn(foreign.written())).toEqual([{}])
  await choose(page, 'Harbour', 'Bring online')
  await expect(toast(page, 'Harbour is online')).toBeVisible()
  expect(await storedSettings(account, chatId)).toEqual(before)
})

test('bringing a chat online asks first where sounds may be reset @thorough', async ({ signedIn: page, account }) => {
  await addChat(account, { name: 'Harbour', ...owls, offline: true })
  await page.goto(to.chats())
  await choose(page, 'Harbour', 'Bring online')
  await expect(dialog(page, 'Bring Harbour online?')).toContainText('6 sounds are not sent.')
  await confirm(page, 'Bring Harbour online?', 'Bring online')
  await expect(toast(page, 'Harbour is online')).toBeVisible()
})

test('a new chat with the settings of another says which sounds are not copied @thorough', async ({ signedIn: page, account, foreign }) => {
  await addChat(account, { name: 'Model', ...owls, upload: false })
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Copy')
  await drawer.getByRole('combobox', { name: 'Start from' }).click()
  await page.getByRole('option', { name: 'Model' }).click()
  await expect(drawer).toContainText('6 sounds are not copied.')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expectOpened(page, 'Copy')
  expect(soundsIn(foreign.written())).toEqual([{}])
})

test('a settings file contains no sound numbers and imports none @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, { name: 'Lobby', ...owls })
  await openSettings(page, chatId)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions for settings' }).click()
  await page.getByRole('menuitem', { name: 'Export all settings' }).click()
  await download
  await expect(page.getByRole('alert').filter({ hasText: '6 sounds are not in the file' })).toBeVisible()
  const buffer = Buffer.from('{"roomkeeper":1,"settings":{"sound_ring":3,"mentions":false}}')
  await page.getByLabel('Settings file').setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer })
  const offered = dialog(page, 'Import settings')
  await expect(offered.getByRole('alert')).toContainText('has no confirmed name in this service. It was skipped.')
  await expect(offered.getByRole('button', { name: 'Import 1 change' })).toBeVisible()
})

test('Activity undoes a sound only where its name is confirmed @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, { name: 'Lobby', ...owls })
  await openSettings(page, chatId)
  await pickOption(page, 'sound_ring', 'Chime')
  await barButton(page, 'Save').click()
  await dialog(page, 'Save without 5 sounds?').getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(to.changes())
  await page.getByRole('button', { name: /^Undo: 1 setting changed/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 sound can’t be restored' })).toContainText('Choose a sound by name.')
  await expect(page).toHaveURL(to.changes())
})
