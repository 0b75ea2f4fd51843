import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import {
  addChat,
  addChats,
  bulkBar,
  choose,
  confirm,
  dialog,
  expectOpened,
  storedSettings,
  storedNames,
  row,
  select,
  startNewChat,
  checkbox,
  toast,
} from '../support/verbs/chats.ts'
import type { Fault } from '../support/upstreams/faulty-upstream.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { jobs } from '../support/verbs/messages.ts'

test.beforeEach(({ allowErrors }) => allowErrors(/status of (409|429|50\d)/))

const list = /^\/chats$/

const unreadable: [Fault | 'refused', RegExp][] = [
  ['refused', /The service is not responding/],
  ['reset', /The service is not responding/],
  ['500 JSON', /The service has a problem\. The service answered “The disk is full”/],
  ['502 HTML', /The service has a problem\. The service answered with error 502/],
  ['broken JSON', /Unexpected response/],
  ['login page', /Unexpected response/],
  ['refused with words', /Refused\. The service answered “Not on a Sunday”/],
  ['refused without words', /Refused\. The service refused it and gave no reason/],
]

for (const [fault, words] of unreadable) {
  test(`a list that cannot be loaded (${fault}) says why, keeps the navigation, and Try again works`, async ({
    signedIn: page,
    account,
    upstream,
  }) => {
    await addChats(account, 'Harbour')
    if (fault === 'refused') await upstream.refuse()
    else upstream.arm('GET', list, fault)
    await page.goto(to.chats())
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
    await expect(page.getByRole('alert')).toContainText(words)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Changes' }).click()
    // If nothing answers at all, that page fails too.
    await expect(page).toHaveURL(to.changes())
    await page.goBack()
    // The URL changes before the page, and Changes may show the same text.
    await expect(pages.getByRole('link', { name: /^Chats/ })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('alert')).toContainText(words)

    await upstream.heal()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, 'Harbour')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })
}

test('the page of a failure is accessible', async ({ signedIn: page, upstream }) => {
  upstream.arm('GET', list, '500 JSON')
  await page.goto(to.chats())
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
  await expectAccessible(page)
})

test('a failed refresh keeps the old rows with their age, and Try again loads the new ones', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  await addChats(account, 'Harbour', { name: 'Tower', offline: true })
  await page.goto(to.chats())
  await expect(row(page, 'Harbour')).toBeVisible()
  upstream.arm('GET', list, '502 HTML')
  await choose(page, 'Tower', 'Bring online')
  const stale = page.getByRole('alert').filter({ hasText: 'The chats could not be refreshed' })
  await expect(stale).toContainText(/As of \d\d:\d\d:\d\d/)
  await expect(row(page, 'Tower')).toContainText('Offline')

  await upstream.heal()
  await stale.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Tower')).not.toContainText('Offline')
  await expect(stale).toBeHidden()
})

const refused: [Fault, RegExp][] = [
  ['refused with words', /Not on a Sunday/],
  ['refused without words', /gave no reason/],
  ['500 JSON', /The disk is full/],
  ['429', /asks to wait 2 s\. Nothing was changed\. Try again after that/],
  ['reset', /not in the list, so you can send it again/],
]

for (const [fault, words] of refused) {
  test(`creating a chat fails (${fault}): the drawer says why and keeps what was typed`, async ({ signedIn: page, account, upstream }) => {
    upstream.arm('POST', list, fault)
    await page.goto(to.chats())
    const drawer = await startNewChat(page, 'Late show')
    await drawer.getByLabel('Language').click()
    await page.getByRole('option', { name: 'Polish' }).click()
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expect(drawer.getByRole('alert')).toContainText(words)
    await expect(drawer.getByLabel('Name')).toHaveValue('Late show')
    await expect(drawer.getByRole('combobox', { name: 'Language' })).toHaveValue('Polish')
    expect(upstream.seen().filter((request) => request === 'POST /chats')).toHaveLength(1)

    await upstream.heal()
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expectOpened(page, 'Late show')
    expect(await storedNames(account)).toEqual(['Late show'])
  })
}

test('a chat whose answer is lost is found in the list and not sent twice', async ({ signedIn: page, account, upstream }) => {
  // Another chat of the same name must not be mistaken for it.
  await addChats(account, 'Late show')
  upstream.arm('POST', list, 'reset after the work')
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect(drawer).toBeHidden()
  await expect(toast(page, 'Late show was created')).toBeVisible()
  await expectOpened(page, 'Late show')
  expect(upstream.seen().filter((request) => request === 'POST /chats')).toHaveLength(1)
  expect(await storedNames(account)).toEqual(['Late show', 'Late show'])
})

test('while the answer is pending, the drawer can neither send twice nor be closed', async ({ signedIn: page, account, upstream }) => {
  upstream.arm('POST', list, 'held')
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Slow one')
  await drawer.getByLabel('Name').press('Enter')
  await expect.poll(() => upstream.seen()).toContain('POST /chats')
  await expect(drawer.getByRole('button', { name: 'Create chat' })).toBeDisabled()
  await drawer.getByLabel('Name').press('Enter')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeVisible()
  await upstream.heal()
  await expectOpened(page, 'Slow one')
  expect(await storedNames(account)).toEqual(['Slow one'])
})

test('several chats are taken offline as a job; the one that failed is shown with its reason, and tried again', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  await addChats(account, 'One', 'Three')
  const two = await addChat(account, 'Two')
  upstream.arm('PUT', new RegExp(`^/chats/${two}$`), 'refused with words')
  await page.goto(to.chats())
  await select(page, 'One', 'Two', 'Three')
  await bulkBar(page).getByRole('button', { name: 'Take offline' }).click()
  await confirm(page, 'Take 3 chats offline?', 'Take offline')
  await expect(bulkBar(page)).toBeHidden()
  await jobs(page).getByRole('link', { name: 'Show the chat that is left' }).click()
  const change = page.getByRole('table', { name: 'What became of each setting' })
  await expect(change.getByRole('row').filter({ hasText: 'Two' })).toContainText('Not on a Sunday')
  await expectAccessible(page)

  await upstream.heal()
  await change.getByRole('button', { name: /^Try again: .* in Two$/ }).click()
  await expect(change.getByRole('row', { name: 'Done 3 settings in 3 chats' })).toBeVisible()
  await page.goto(to.chats())
  for (const name of ['One', 'Two', 'Three']) await expect(row(page, name)).toContainText('Offline')
})

test('of several chats that are deleted, one that is refused stays, and those before it are gone', async ({
  signedIn: page,
  account,
  upstream,
  enterToken,
}) => {
  await addChat(account, 'One')
  const two = await addChat(account, 'Two')
  upstream.arm('DELETE', new RegExp(`^/chats/${two}$`), 'refused with words')
  await page.goto(to.chats())
  await select(page, 'One', 'Two')
  await bulkBar(page).getByRole('button', { name: 'Delete…' }).click()
  const asked = dialog(page, 'Delete 2 chats?')
  await asked.getByRole('textbox').fill('2 chats')
  await asked.getByRole('button', { name: 'Delete 2 chats' }).click()
  await enterToken()
  await expect(asked.getByRole('alert')).toContainText('One deleted, 1 chat not.')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'One')).toBeHidden()
  await expect(checkbox(page, 'Two')).toBeChecked()
  expect(await storedNames(account)).toEqual(['Two'])
})

test('a change that the service confirmed but did not keep is reported, and the dialog stays', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Harbour')
  upstream.arm('PUT', new RegExp(`^/chats/${chatId}$`), 'not kept')
  await page.goto(to.chats())
  await choose(page, 'Harbour', 'Take offline…')
  const asked = dialog(page, 'Take Harbour offline?')
  await asked.getByRole('button', { name: 'Take offline' }).click()
  await expect(asked.getByRole('alert')).toContainText('the chat is still online')
  await expect(row(page, 'Harbour')).not.toContainText('Offline')

  await upstream.heal()
  await confirm(page, 'Take Harbour offline?', 'Take offline')
  await expect(row(page, 'Harbour')).toContainText('Offline')
  expect((await storedSettings(account, chatId)).offline).toBe(true)
})

test('a deletion whose answer is lost counts as done once the chat is gone', async ({ signedIn: page, account, upstream, enterToken }) => {
  const chatId = await addChat(account, 'Harbour')
  upstream.arm('DELETE', new RegExp(`^/chats/${chatId}$`), 'reset after the work')
  await page.goto(to.chats())
  await choose(page, 'Harbour', 'Delete…')
  await dialog(page, 'Delete Harbour?').getByRole('textbox').fill('Harbour')
  await confirm(page, 'Delete Harbour?', 'Delete chat', enterToken)
  await expect(toast(page, 'Harbour was deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  expect(await storedNames(account)).toEqual([])
})

test('signing in while the service does not answer says so and keeps the token', async ({ page, account, upstream }) => {
  await upstream.refuse()
  await page.goto(to.signIn())
  await page.getByLabel('Access token').fill(account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The service is not responding')
  await expect(page.getByLabel('Access token')).toHaveValue(account.token)
  await upstream.heal()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.home())
})
