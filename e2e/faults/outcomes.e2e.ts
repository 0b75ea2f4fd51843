import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, dialog, expectOpened, storedNames, startNewChat, toast } from '../support/verbs/chats.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { storedMessages, openMessages } from '../support/verbs/messages.ts'
import { storedPolls, openNewPoll, typePoll } from '../support/verbs/polls.ts'

/** What the page reports about a change, compared with what the service did. */

test.beforeEach(({ allowErrors }) => allowErrors(/status of (401|50\d)/))

const posts = (seen: string[]) => seen.filter((request) => request.startsWith('POST'))

for (const fault of ['500 JSON after the work', '504 JSON after the work'] as const) {
  test(`a posted message (${fault}) is looked up and reported as in the chat`, async ({ signedIn: page, account, upstream }) => {
    const chatId = await addChat(account, 'Hall')
    await openMessages(page, chatId)
    upstream.arm('POST', /\/messages$/, fault)
    upstream.forget()
    await page.getByRole('button', { name: 'Post message' }).click()
    await dialog(page, 'Post a message').getByLabel('Text').fill('Doors at seven')
    await dialog(page, 'Post a message').getByRole('button', { name: 'Post' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'It is in the chat' })).toBeVisible()
    expect(posts(upstream.seen())).toHaveLength(1)
    expect(await storedMessages(account, chatId)).toHaveLength(1)
  })

  test(`a sent poll (${fault}) is found in the list and opened`, async ({ signedIn: page, account, upstream }) => {
    const chatId = await addChat(account, 'Hall')
    await page.goto(to.polls(chatId))
    await openNewPoll(page)
    await typePoll(page, 'Tea?', 'Yes', 'No')
    upstream.arm('POST', /\/polls$/, fault)
    upstream.forget()
    await dialog(page, 'New poll').getByRole('button', { name: 'Save and send' }).click()
    await expect(toast(page, '“Tea?” was sent')).toBeVisible()
    expect(posts(upstream.seen())).toHaveLength(1)
    expect(await storedPolls(account, chatId)).toHaveLength(1)
  })

  test(`a created chat (${fault}) is found in the list and opened`, async ({ signedIn: page, account, upstream }) => {
    await page.goto(to.chats())
    const drawer = await startNewChat(page, 'Late show')
    upstream.arm('POST', /^\/chats$/, fault)
    upstream.forget()
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expectOpened(page, 'Late show')
    expect(posts(upstream.seen())).toHaveLength(1)
    expect(await storedNames(account)).toEqual(['Late show'])
  })
}

test('a chat is not called unsaved when neither the answer nor the list can be read', async ({ signedIn: page, account, upstream }) => {
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  upstream.arm('POST', /^\/chats$/, 'lost, then no reads')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect(drawer.getByRole('alert')).toContainText(
    'Not confirmed. The service is not responding. It may have been done: check the result',
  )
  await expect(drawer.getByLabel('Name')).toHaveValue('Late show')
  await expectAccessible(page)
  expect(await storedNames(account)).toEqual(['Late show'])
})

test.describe('signing in', () => {
  test('a refusal without a reason is reported as trouble of the service, without invented reasons', async ({
    page,
    account,
    upstream,
  }) => {
    upstream.arm('GET', /^\/account$/, 'refused without words')
    for (let attempt = 0; attempt < 12; attempt++) {
      await signIn(page, account.token)
      await expect(page.getByRole('alert')).toContainText('The service has a problem')
    }
    await expect(page.getByRole('alert')).toContainText(
      'The service refused to read the account and gave no reason. Try again in a moment.',
    )
    await expect(page.getByText(/service answered|service refused it/i)).toBeHidden()
    await expect(page.getByLabel('Access token')).toHaveAccessibleDescription('')
    await expectAccessible(page)

    // None of these counts as a failed sign-in.
    await upstream.heal()
    await signIn(page, account.token)
    await expect(page).toHaveURL(to.home())
  })

  test('a refusal with a reason is shown at the token, with the message of the service', async ({ page, upstream }) => {
    upstream.arm('GET', /^\/account$/, 'refused with words')
    await signIn(page, 'opaque')
    await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/The service refused it: “Not on a Sunday”\./)
  })

  for (const fault of ['500 JSON', '502 HTML'] as const)
    test(`${fault} is reported as trouble of the service`, async ({ page, account, upstream }) => {
      upstream.arm('GET', /^\/account$/, fault)
      await signIn(page, account.token)
      await expect(page.getByRole('alert')).toContainText(
        /The service has a problem\. The service answered with error 50\d\. Try again in a moment\./,
      )
    })
})

test('a message of the gateway is not attributed to the service', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Hall')
  await page.goto(to.settings(chatId))
  await upstream.refuse()
  await page.goto(to.social())
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
  await expect(page.getByRole('alert')).not.toContainText('The service answered')
  await upstream.heal()
})
