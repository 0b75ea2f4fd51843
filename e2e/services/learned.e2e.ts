import type { Page } from '@playwright/test'
import type { SettingsWrite } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { ban, banBox, openBans } from '../support/verbs/banned-ips.ts'
import { test } from '../support/upstreams/with-foreign-service.ts'
import { addChat, confirm, dialog, storedSettings, storedNames, toast } from '../support/verbs/chats.ts'
import { expect, type TestAccount } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { foreignServices, unusualSettings, type ForeignServiceName } from '../support/upstreams/foreign-service.ts'
import { barButton, field, openSettings, save, settingSwitch } from '../support/verbs/settings.ts'
import { behaviourRow, learn, learningMs, startLearning } from '../support/verbs/service.ts'

/** "Learn this service" finds out what the API document leaves open, and the dashboard uses it. */

interface Learned {
  rows: Record<string, RegExp>
  /** What saving one switch sends; null = every setting. */
  sends: Partial<SettingsWrite> | null
  /** Checks what else the dashboard says, starting on the settings page. */
  also?: (page: Page, account: TestAccount, chatId: number) => Promise<void>
}

const lobby = { name: 'Lobby', ...unusualSettings }

/** What is learned about each service, and what a save sends then. */
const learned: Record<ForeignServiceName, Learned> = {
  'keeps what is left out': {
    rows: {
      'Settings left out of an update': /Keep their value.*Sends only what you changed.*Learned/,
      Sounds: /7 names confirmed/,
      'Overlapping ranges': /Accepted/,
      'Order of messages': /Oldest first/,
    },
    sends: { mentions: false },
  },
  'keeps what is left out but the name, and removes spaces': {
    rows: {
      'An update without the chat’s name': /Refused/,
      'Spaces at the ends of a text': /Removed.*Says so in the review/,
      'Order of messages': /Newest first.*Reads them as they come/,
    },
    sends: { name: 'Lobby', mentions: false },
    also: async (page) => {
      await field(page, 'groupChatWelcomeMessage').fill('Welcome  ')
      await barButton(page, 'Review').click()
      await expect(dialog(page, 'Review 1 change')).toContainText(/Leading and trailing spaces will be removed\..*Welcome/)
    },
  },
  'resets what is left out': {
    rows: {
      'Settings left out of an update': /Reset to their defaults.*Sends every setting/,
      'Overlapping ranges': /Merged into one/,
      'Messages asked for at once': /100 accepted/,
    },
    sends: null,
  },
  'empties what is left out': {
    rows: { 'Settings left out of an update': /Emptied.*Sends every setting/, 'Overlapping ranges': /Refused/ },
    sends: null,
    also: async (page, account, chatId) => {
      await ban(account, chatId, '81.2.69.10-81.2.69.20')
      await openBans(page, chatId)
      await banBox(page).fill('81.2.69.15-81.2.69.30')
      await expect(page.getByText('This service refuses ranges that overlap a banned one.')).toBeVisible()
    },
  },
}

for (const [name, behaviour] of Object.entries(foreignServices))
  test(`a service that ${name} is learned; a save changes exactly what was edited, without a question @thorough`, async ({
    signedIn: page,
    account,
    foreign,
    enterToken,
    allowErrors,
  }) => {
    // Learning provokes refusals.
    allowErrors(/status of 40\d/)
    // Object.entries() forgets the type of the keys.
    const { rows, sends, also } = learned[name as ForeignServiceName]
    foreign.behave(behaviour)
    const chatId = await addChat(account, lobby)
    const before = await storedSettings(account, chatId)
    await learn(page, enterToken)
    for (const [label, words] of Object.entries(rows)) await expect(behaviourRow(page, label)).toHaveText(words)
    expect(await storedNames(account)).toEqual(['Lobby'])
    expect(await storedSettings(account, chatId)).toEqual(before)

    const asked = foreign.written().length
    await openSettings(page, chatId)
    await settingSwitch(page, 'mentions').uncheck()
    await save(page)
    expect(await storedSettings(account, chatId)).toEqual({ ...before, mentions: false })
    const written = foreign.written().slice(asked)
    expect(written).toHaveLength(1)
    if (sends) expect(written).toEqual([sends])
    else expect(Object.keys(written[0]!).length).toBeGreaterThan(55)
    await also?.(page, account, chatId)
  })

test('learning that is cut off by closing its tab deletes its chat later, and names a chat that it cannot delete @thorough', async ({
  signedIn: page,
  context,
  account,
  foreign,
  enterToken,
  allowErrors,
}) => {
  allowErrors(/status of 40\d|Failed to load resource/)
  await addChat(account, 'Lobby')
  let reached = () => {}
  const isThere = new Promise<void>((resolve) => (reached = resolve))
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  foreign.behave({
    hold: (line) => {
      if (!line.includes('/banned-ips')) return undefined
      reached()
      return gate
    },
  })
  await startLearning(page, enterToken)
  await isThere
  await expectAccessible(page)
  const [, temporary] = await storedNames(account)
  expect(temporary).toMatch(/^Roomkeeper test \w{8}, may be deleted$/)
  // A reload would ask first, because a request is pending.
  await page.close()
  const again = await context.newPage()
  await again.goto(to.connection())
  await expect(toast(again, 'The temporary chat was deleted')).toBeVisible()
  expect(await storedNames(account)).toEqual(['Lobby'])
  goOn()

  foreign.behave({ hold: undefined, refusesDeletion: true })
  await again.getByRole('button', { name: 'Learn this service…' }).click()
  const asked = dialog(again, 'Learn how this service behaves?')
  await asked.getByLabel('I agree to create a temporary chat').check()
  await asked.getByRole('button', { name: 'Create chat and learn' }).click()
  // The token that was entered before is still valid for this.
  const ended = dialog(again, 'This service is learned')
  await expect(ended.getByRole('alert').first()).toContainText('chats are never deleted', { timeout: learningMs })
  await ended.getByRole('button', { name: 'Close' }).click()
  await expect(again.getByText('A temporary chat is left over.')).toBeVisible()
  const link = again.getByRole('main').getByRole('link', { name: /^Roomkeeper test/ })
  await expect(link).toHaveAttribute('href', /^\/chats\/\d+\/settings$/)
  await expectAccessible(again)

  foreign.behave({ refusesDeletion: false })
  await again.getByRole('button', { name: 'Delete it…' }).click()
  await confirm(again, 'Delete the temporary chat?', 'Delete')
  await expect(toast(again, 'The temporary chat was deleted').last()).toBeVisible()
  await expect(again.getByText('A temporary chat is left over.')).toBeHidden()
  expect(await storedNames(account)).toEqual(['Lobby'])
})

test.describe('with a full plan', () => {
  test.use({ maxChats: 1 })
  test('learning creates nothing @thorough', async ({ signedIn: page, account }) => {
    await addChat(account, 'Lobby')
    await page.goto(to.connection())
    await expect(behaviourRow(page, 'Settings left out of an update')).toHaveText(/Not learned/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Learn this service…' }).click()
    const asked = dialog(page, 'Learn how this service behaves?')
    await expect(asked).toContainText('The plan has no free chat.')
    await expect(asked.getByRole('button', { name: 'Create chat and learn' })).toHaveAttribute('aria-disabled', 'true')
  })
})
