import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { storedAccount, openAccount, save as saveProfile, unsavedBar } from '../support/verbs/account.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, addChats, choose, dialog, storedSettings, toast } from '../support/verbs/chats.ts'
import type { FaultyUpstream } from '../support/upstreams/faulty-upstream.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { addPoll, choosePollAction } from '../support/verbs/polls.ts'
import { barButton, field, openSettings, saveBar, settingSwitch } from '../support/verbs/settings.ts'

/** The service confirms a save, and then nothing can be read: the save is reported, what was stored is unknown, and other changes are reported later. */

test.beforeEach(({ allowErrors }) => allowErrors(/status of 50\d/))

const thisChat = /^\/chats\/\d+$/
const note = (page: Page) => page.getByRole('alert').filter({ hasText: /Saved, but not checked|Not confirmed/ })
const checkAgain = (page: Page) => note(page).getByRole('button', { name: 'Check again' })

/** Confirms the next save, also changes Mentions, and fails all reads from then on. */
const saveAndGoDown = (upstream: FaultyUpstream) =>
  upstream.arm('PUT', thisChat, {
    body: (json) => {
      Object.assign(json, { mentions: false })
      upstream.arm('GET', thisChat, '500 JSON')
    },
  })

for (const next of ['Check again', 'another save'] as const)
  test(`after a save of settings that could not be read back, ${next} reports what else was changed`, async ({
    signedIn: page,
    account,
    upstream,
  }) => {
    const chatId = await addChat(account, 'Lobby')
    await openSettings(page, chatId)
    await field(page, 'name').fill('Hall')
    saveAndGoDown(upstream)
    await barButton(page, 'Save').click()
    await expect(note(page)).toContainText('Saved, but not checked. The service has a problem. The service confirmed the save')
    await expect(saveBar(page)).toBeHidden()
    await expect(page.getByText(/^Not saved/)).toBeHidden()
    await expectAccessible(page)
    expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Hall', mentions: false })

    // Another failed check changes nothing, and neither does opening another page.
    // That check ends before the service recovers.
    await Promise.all([page.waitForResponse((answer) => answer.url().endsWith(`/chats/${chatId}`)), checkAgain(page).click()])
    await expect(note(page)).toBeVisible()
    await expect(checkAgain(page)).toBeEnabled()
    await upstream.heal()
    await page.getByRole('link', { name: 'Polls' }).first().click()
    await expect(page).toHaveURL(to.polls(chatId))
    await page.goBack()
    if (next === 'Check again') await checkAgain(page).click()
    else {
      await field(page, 'groupChatWelcomeMessage').fill('Come in')
      await barButton(page, 'Save').click()
    }
    const notKept = dialog(page, 'Saved, but the chat service did not keep 1 setting')
    await expect(notKept.getByRole('row', { name: /^Mentions/ })).toContainText(/Mentions.*On.*Off/)
    await notKept.getByRole('button', { name: 'Close' }).last().click()
    await expect(note(page)).toBeHidden()
    await expect(settingSwitch(page, 'mentions')).not.toBeChecked()
  })

test('a save of settings without an answer or a read is not called unsaved, and Check again finds it', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  upstream.arm('PUT', thisChat, 'lost, then no reads')
  await barButton(page, 'Save').click()
  await expect(note(page)).toContainText('Not confirmed. The service is not responding. It may be saved')
  await expect(page.getByText(/^Not saved/)).toBeHidden()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expectAccessible(page)
  await upstream.heal()
  await checkAgain(page).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(saveBar(page)).toBeHidden()
})

test('after a save of the profile that could not be read back, Check again reports what else was changed', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  await openAccount(page)
  await page.getByLabel('Company').fill('Tidewater')
  upstream.arm('PUT', /^\/account$/, {
    body: (json) => {
      Object.assign(json, { city: 'Atlantis' })
      upstream.arm('GET', /^\/account$/, '500 JSON')
    },
  })
  await saveProfile(page)
  await expect(note(page)).toContainText('Saved, but not checked.')
  await expect(unsavedBar(page)).toBeHidden()
  expect(await storedAccount(account)).toMatchObject({ company: 'Tidewater', city: 'Atlantis' })
  await upstream.heal()
  await checkAgain(page).click()
  const notKept = dialog(page, 'Saved, but the chat service did not keep 1 setting')
  await expect(notKept.getByRole('row', { name: /^City/ })).toContainText(/City.*Atlantis/)
  await notKept.getByRole('button', { name: 'Close' }).last().click()
  await expect(note(page)).toBeHidden()
})

test('after bringing a chat online that could not be read back, a link leads to its settings and Check again', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  await addChats(account, { name: 'Tower', offline: true })
  await page.goto(to.chats())
  saveAndGoDown(upstream)
  await choose(page, 'Tower', 'Bring online')
  const warning = page.getByRole('alert').filter({ hasText: 'Tower: saved, but not checked' })
  await expect(warning).toBeVisible()
  await upstream.heal()
  await warning.getByRole('link', { name: 'Check again' }).click()
  await checkAgain(page).click()
  await expect(dialog(page, 'Saved, but the chat service did not keep 1 setting').getByRole('row', { name: /^Mentions/ })).toContainText(
    /Mentions/,
  )
})

test('after a save of a poll that could not be read back, Check again reads it', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  await addPoll(account, chatId, 'Encore?')
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Edit…')
  const drawer = dialog(page, 'Edit “Encore?”')
  await drawer.getByLabel('Answer 2', { exact: true }).fill('Never')
  upstream.arm('PUT', /\/polls\/\d+$/, 'confirmed, then no reads')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  const warning = page.getByRole('alert').filter({ hasText: '“Encore?” was saved, but not checked' })
  await expect(warning).toBeVisible()
  await upstream.heal()
  await warning.getByRole('button', { name: 'Check again' }).click()
  await expect(toast(page, '“Encore?” was saved')).toBeVisible()
})
