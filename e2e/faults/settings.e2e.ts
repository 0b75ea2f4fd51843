import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, dialog, storedSettings } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { barButton, expectSaved, field, openSettings, save, saveBar, select, settingSwitch } from '../support/verbs/settings.ts'

test.beforeEach(({ allowErrors }) => allowErrors(/status of (4\d\d|50\d)/))

const thisChat = /^\/chats\/\d+$/

test('an unknown language and an unknown sound are shown as they are and not changed', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  const sent: Record<string, unknown>[] = []
  upstream.arm('GET', thisChat, { answer: (data) => Object.assign(data, { langId: 'tlh', sound_ring: 7 }) })
  upstream.arm('PUT', thisChat, {
    body: (json) => {
      sent.push({ ...json })
      delete json['langId']
    },
  })
  await openSettings(page, chatId)
  await expect(select(page, 'langId')).toHaveValue('tlh')
  await expect(select(page, 'sound_ring')).toHaveValue('Sound no. 7')
  await settingSwitch(page, 'upload').uncheck()
  await barButton(page, 'Save').click()
  const asked = dialog(page, 'Save without 1 sound?')
  await expect(asked).toContainText(/1 sound is not sent\..*\(Sound no\. 7\)/)
  await expectAccessible(page)
  expect(sent).toHaveLength(0)
  await asked.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ langId: 'tlh', upload: false, sound_message: 'pop' })
  expect(sent[0]).not.toHaveProperty('sound_ring')
  await expect(select(page, 'sound_ring')).toHaveValue('Sound no. 7')
})

test('a value that the service did not keep is listed and can be saved again', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  upstream.arm('PUT', thisChat, { body: (json) => Object.assign(json, { groupChatWelcomeMessage: 'Cut' }) })
  await openSettings(page, chatId)
  await field(page, 'groupChatWelcomeMessage').fill('Cut short by the service')
  await field(page, 'name').fill('Hall')
  await barButton(page, 'Save').click()
  const notKept = dialog(page, 'Saved, but the chat service did not keep 1 setting')
  await expect(notKept.getByRole('row', { name: /^Group welcome message/ })).toContainText(
    /Group welcome message.*Cut short by the service.*Cut/,
  )
  // A switch behind the dialog that the bar covers in part would count as a small target.
  await expectAccessible(page, '[role=dialog][aria-modal]')
  expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Hall', groupChatWelcomeMessage: 'Cut' })
  await upstream.heal()
  await notKept.getByRole('button', { name: 'Restore' }).click()
  await expect(notKept).toBeHidden()
  await expect(field(page, 'groupChatWelcomeMessage')).toHaveValue('Cut short by the service')
  await save(page)
  expect((await storedSettings(account, chatId)).groupChatWelcomeMessage).toBe('Cut short by the service')
})

test('a value that only the service rejects is reported at its setting, and nothing typed is lost', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'groupChatWelcomeMessage').fill('Hello')
  await field(page, 'name').fill('Hall')
  upstream.arm('PUT', thisChat, { body: (json) => Object.assign(json, { name: ' ' }) })
  await barButton(page, 'Save').click()
  await expect(field(page, 'name')).toHaveAccessibleDescription(/Must not be empty/)
  await expect(field(page, 'name')).toBeFocused()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expect(field(page, 'groupChatWelcomeMessage')).toHaveValue('Hello')
  await expectAccessible(page)
  // The service may accept the same value by now.
  await upstream.heal()
  await save(page)
  expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Hall', groupChatWelcomeMessage: 'Hello' })
})

test('another setting that a save changed is reported too and can be accepted', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  upstream.arm('PUT', thisChat, { body: (json) => Object.assign(json, { mentions: false }) })
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await barButton(page, 'Save').click()
  const notKept = dialog(page, 'Saved, but the chat service did not keep 1 setting')
  await expect(notKept.getByRole('row', { name: /^Mentions/ })).toContainText(/Mentions.*On.*Off/)
  await notKept.getByRole('button', { name: 'Keep as is' }).click()
  await expect(notKept).toBeHidden()
  await expect(saveBar(page)).toBeHidden()
  await expect(settingSwitch(page, 'mentions')).not.toBeChecked()
})

test('a failed save says why and keeps the edits', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  upstream.arm('PUT', thisChat, '500 JSON')
  await barButton(page, 'Save').click()
  await expect(saveBar(page).getByRole('alert')).toContainText(
    'Not saved. The service answered “The disk is full”. The service shows no change. You can try again. Your edits are kept.',
  )
  await expect(field(page, 'name')).toHaveValue('Hall')
  await upstream.heal()
  await save(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')
})

test('a save whose answer is lost is looked up and not sent twice', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  upstream.arm('PUT', thisChat, 'reset after the work')
  await barButton(page, 'Save').click()
  await expectSaved(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')
  expect(upstream.seen().filter((request) => request.startsWith('PUT'))).toHaveLength(1)
})
