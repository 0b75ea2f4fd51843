import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, addChats, confirm, dialog, storedSettings, startNewChat, toast } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { chatWithPolls, choosePollAction, storedPolls } from '../support/verbs/polls.ts'
import { changeElsewhere, expectSaved, field, openSettings, save, settingSwitch } from '../support/verbs/settings.ts'

/** Undoing changes. What Activity lists is in activity-log.e2e.ts. */

const line = (page: Page, title: string) => page.getByRole('list', { name: 'Changes' }).locator('[data-index]').filter({ hasText: title })

async function openActivity(page: Page, query = ''): Promise<void> {
  await page.goto(to.changes() + query)
  await expect(page.getByRole('heading', { name: 'Changes', level: 1 })).toBeVisible()
}

const undo = (page: Page, title: string) => line(page, title).getByRole('button', { name: /^Undo/ }).click()

/** Of a change that a person made, among those of programs. */
const undoOwn = (page: Page, title: string) =>
  line(page, title).filter({ hasNotText: 'through the API' }).getByRole('button', { name: /^Undo/ }).click()

/** Switches a setting on the page of settings and saves it. */
async function switchOff(page: Page, chatId: number): Promise<void> {
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  await save(page)
}

test('what someone else restored needs no undo @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await switchOff(page, chatId)
  await changeElsewhere(account, chatId, { upload: true })
  await openActivity(page)
  await undoOwn(page, '1 setting changed')
  await expect(toast(page, 'Nothing to undo. The earlier values are already set.')).toBeVisible()
})

test('undoing shows first what someone else changed since @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'groupChatWelcomeMessage').fill('Mine')
  await save(page)
  await changeElsewhere(account, chatId, { groupChatWelcomeMessage: 'Theirs' })
  await openActivity(page)
  await undoOwn(page, '1 setting changed')
  const asked = dialog(page, 'Undo “1 setting changed”?')
  await expect(asked).toContainText('Changed since. This entry had set it to Mine')
  await expect(asked.getByRole('table', { name: 'What is undone' })).toContainText('Theirs')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Continue to review' }).click()
  await dialog(page, 'Review 1 change').getByRole('button', { name: 'Save 1 change' }).click()
  await expectSaved(page)
  expect((await storedSettings(account, chatId)).groupChatWelcomeMessage).toBe('')
})

test('undoing keeps the unsaved edits of the same chat @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await switchOff(page, chatId)
  await field(page, 'groupChatWelcomeMessage').fill('Under way')
  await page.getByRole('link', { name: 'Changes' }).click()
  await undo(page, '1 setting changed')
  await expect(dialog(page, 'Review 2 changes')).toContainText('Under way')
})

test('undoing a change of a poll restores its texts, and only them @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Tea?', answer3: 'Later' })
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Tea?', 'Edit…')
  await dialog(page, /Edit/).getByLabel('Question').fill('Coffee?')
  await dialog(page, /Edit/).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Coffee?', exact: true })).toBeVisible()
  await openActivity(page)
  await expect(line(page, 'Poll changed')).toContainText(/Question.*Tea\?.*Coffee\?/s)
  await undo(page, 'Poll changed')
  await expect(dialog(page, 'Undo “Poll changed”?').getByRole('row').last()).toHaveText(/Coffee\?.*Tea\?/)
  expect(await storedPolls(account, chatId)).toMatchObject([{ question: 'Coffee?' }])
  await confirm(page, 'Undo “Poll changed”?', 'Undo')
  expect(await storedPolls(account, chatId)).toMatchObject([{ question: 'Tea?', answer1: 'Yes', answer2: 'No', answer3: 'Later' }])
  await expect(line(page, 'Poll changed')).toHaveCount(2)
})

test('undoing a change of profile or social settings keeps what was changed elsewhere since @thorough', async ({
  signedIn: page,
  account,
}) => {
  await account.api('accountUpdate', { body: { city: 'Lisboa' } })
  await page.goto(to.account())
  await page.getByRole('textbox', { name: 'City' }).fill('Porto')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await page.goto(to.social())
  await page.getByRole('textbox', { name: 'Handle' }).fill('@tide')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Social settings saved')).toBeVisible()
  await account.api('accountUpdate', { body: { company: 'Tidewater' } })

  await openActivity(page)
  const profile = line(page, 'Profile changed').filter({ hasText: 'Porto' })
  await expect(profile).toContainText(/City.*Lisboa.*Porto/s)
  await expect(line(page, 'Social settings changed')).toContainText(/Handle.*empty.*@tide/s)
  await profile.getByRole('button', { name: /^Undo/ }).click()
  await confirm(page, 'Undo “Profile changed”?', 'Undo')
  await undo(page, 'Social settings changed')
  await expectAccessible(page)
  await confirm(page, 'Undo “Social settings changed”?', 'Undo')
  expect((await account.api('accountRead', {})).data).toMatchObject({ city: 'Lisboa', company: 'Tidewater' })
  expect((await account.api('socialRead', {})).data).toMatchObject({ social: true, networkTwoName: '' })
})

test.describe('on a full plan', () => {
  test.use({ maxChats: 1 })

  test('a refusal is recorded with the message of the service @thorough', async ({ signedIn: page, account, allowErrors }) => {
    allowErrors(/status of 409/)
    await addChats(account, 'First')
    await page.goto(to.chats())
    const drawer = await startNewChat(page, 'Second')
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expect(drawer.getByRole('alert')).toBeVisible()
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await confirm(page, 'Leave without saving?', 'Leave')
    await openActivity(page, '?outcome=refused')
    await expect(line(page, 'Chat created')).toContainText(/Refused.*The plan allows 1 chat/s)
    await expect(line(page, 'Chat created').getByRole('button', { name: /^Undo/ })).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('undoing works, and nothing is wider than the screen @thorough', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'A chat with a name that is as long as names of chats ever are in practice')
    await openSettings(page, chatId)
    await field(page, 'groupChatWelcomeMessage').fill(`https://example.org/${'a'.repeat(300)}`)
    await save(page)
    await openActivity(page)
    await expect(line(page, '1 setting changed')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await undo(page, '1 setting changed')
    await expect(dialog(page, 'Review 1 change')).toBeVisible()
  })
})
