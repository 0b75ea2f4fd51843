import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { addChat, dialog, storedSettings, toast } from '../support/verbs/chats.ts'
import { jobs, openMessages, receipt } from '../support/verbs/messages.ts'

/** Modes: turning them on, what shows that they are on, and ending them with exactly the values of before. Jobs of the gateway do both. */

const band = (page: Page) => page.getByRole('region', { name: 'Modes that are on' })
const turnOnButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Turn on in \d+ chats?$/ })

/** A chat as the service holds it, byte for byte. */
const bytesOf = async (account: TestAccount, chatId: number) => JSON.stringify(await storedSettings(account, chatId))

async function lockFromMessages(page: Page, chatId: number, chats: string) {
  await openMessages(page, chatId)
  const answer = await holdRequests(page, /\/preset-previews$/)
  await page.keyboard.press('l')
  const asked = dialog(page, 'Turn on Lockdown')
  await expect(asked).toContainText('Reading the chats…')
  // Who ends it is not known yet.
  await expect(asked).not.toContainText('goes back')
  answer()
  await expect(asked.getByRole('button', { name: `Turn on in ${chats}` })).toBeFocused()
  await expect(asked.getByRole('status')).toContainText('settings change')
  await page.keyboard.press('Enter')
  await expect(asked).toBeHidden()
  await expect(band(page)).toContainText(`Lockdown in ${chats}`)
  await expect(receipt(page, '“Lockdown” is on')).toBeVisible()
}

test('five chats are locked from Messages with one key, and are as before once the time runs out with the browser closed', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const chatIds = [
    await addChat(account, 'Main stage'),
    await addChat(account, { name: 'Backstage', anonymous: false, groupChatWelcomeMessage: 'Crew only. Ask Ana for a badge.' }),
    await addChat(account, { name: 'Radio Wieża: nocne granie', allowImages: false, filterWords: ' spam,eggs' }),
    await addChat(account, { name: 'Чай і книжки', upload: false, offline: true, offlineMessage: 'Back at 8' }),
    await addChat(account, { name: 'Lobby', privateChat: false }),
  ]
  const before = await Promise.all(chatIds.map((chatId) => bytesOf(account, chatId)))
  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})

  await lockFromMessages(page, chatIds[0]!, '5 chats')
  for (const chatId of chatIds)
    expect(await storedSettings(account, chatId)).toMatchObject({
      anonymous: false,
      allowLinks: false,
      allowImages: false,
      upload: false,
      privateChat: false,
      groupChatWelcomeMessage: 'Only registered users can write for now. No links, please.',
    })
  await page.context().close()

  const [on] = (await call('presetOnList', {})).data
  expect(on).toMatchObject({ presetId: 'lockdown', endsByItself: true })
  // The rest of the two hours.
  await call('presetExtend', { params: { onId: on!.id }, body: { until: Date.now() + 1000 } })
  await expect.poll(() => Promise.all(chatIds.map((chatId) => bytesOf(account, chatId))), { timeout: 60_000 }).toEqual(before)
  await expect.poll(async () => (await call('presetOnList', {})).data).toEqual([])
  const [last] = (await call('presetUseList', {})).data
  expect(last).toMatchObject({ presetId: 'lockdown', chats: 5, isOn: false })
})

test('what someone changed meanwhile stays when the mode ends, until the person puts it back', async ({ signedIn: page, account }) => {
  const stage = await addChat(account, { name: 'Main stage', groupChatWelcomeMessage: 'Welcome!' })
  const bar = await addChat(account, { name: 'Bar', groupChatWelcomeMessage: 'Cheers!' })
  const before = await storedSettings(account, bar)
  await lockFromMessages(page, stage, '2 chats')
  for (const chatId of [stage, bar])
    await account.api('chatUpdate', { params: { chatId }, body: { groupChatWelcomeMessage: 'Encore at 21:15' } })

  await band(page).getByRole('button', { name: 'End now' }).click()
  await expect(band(page)).toBeHidden()
  await jobs(page).getByRole('link', { name: 'Show the 2 chats that are left' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ending “Lockdown”')
  const ours = page.getByRole('button', { name: /^Ours: .+ in Bar$/ })
  await expect(page.getByRole('row').filter({ has: ours })).toContainText(/Encore at 21:15.*Cheers!/)
  for (const chatId of [stage, bar])
    expect(await storedSettings(account, chatId)).toMatchObject({ anonymous: true, groupChatWelcomeMessage: 'Encore at 21:15' })
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Theirs: .+ in Main stage$/ }).click()
  await ours.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“Lockdown” has ended')
  expect(await storedSettings(account, stage)).toMatchObject({ groupChatWelcomeMessage: 'Encore at 21:15' })
  expect(await storedSettings(account, bar)).toEqual(before)
})

test('two modes that lie on one another end one by one, the lower one first, and the chat is as before', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Main stage', allowLinks: true, anonymous: true, upload: false })
  const before = await bytesOf(account, chatId)
  // While the presets are read, no other one is offered in their place.
  const answer = await holdRequests(page, /records.*presets/)
  await page.goto(to.modes('lockdown'))
  await expect(page.getByRole('status', { name: 'Loading the modes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on…' })).toHaveCount(0)
  answer()
  const turnOn = async (preset: string, name: string) => {
    await page.goto(to.modes(preset))
    await page.getByRole('button', { name: 'Turn on…' }).click()
    await turnOnButton(page).click()
    await expect(receipt(page, `“${name}” is on`)).toBeVisible()
  }
  const end = async (name: string) => {
    await page.getByRole('article').getByRole('button', { name: 'End now' }).click()
    await expect(receipt(page, `“${name}” has ended`)).toBeVisible()
  }
  await turnOn('lockdown', 'Lockdown')
  await turnOn('event', 'Event')
  // Guests: Lockdown turns them off, Event on. Links: both turn them off.
  expect(await storedSettings(account, chatId)).toMatchObject({ anonymous: true, allowLinks: false, systemMessages: false })

  await page.goto(to.modes('lockdown'))
  await end('Lockdown')
  expect(await storedSettings(account, chatId)).toMatchObject({ anonymous: true, allowLinks: false, privateChat: true })
  await page.goto(to.modes('event'))
  await end('Event')
  expect(await bytesOf(account, chatId)).toBe(before)
})

test('the band, the badge, the list of modes and Home say what is on, and it is extended and ended from there @thorough', async ({
  signedIn: page,
  account,
}) => {
  const stage = await addChat(account, 'Main stage')
  const before = await bytesOf(account, stage)
  await lockFromMessages(page, stage, '1 chat')
  await expect(page.getByRole('banner').getByText('Lockdown').or(page.locator('header').getByText('Lockdown'))).toBeVisible()
  await band(page).getByRole('link', { name: 'What changed' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“Lockdown” is on')
  await expect(page.getByRole('status').filter({ hasText: 'settings changed, each read back' })).toBeVisible()
  await band(page).getByRole('button', { name: 'Extend…' }).click()
  const extending = dialog(page, 'Extend Lockdown')
  await extending.getByText('I end it').click()
  await extending.getByRole('button', { name: 'Save' }).click()
  await expect(band(page)).toContainText('until someone ends it')
  await expectAccessible(page)

  await page.goto(to.home())
  await expect(page.getByRole('region', { name: /Needs you now/ })).toContainText('Lockdown mode is on in 1 chat')
  await expect(band(page)).toBeHidden()
  await page.getByRole('link', { name: /^Show mode: Lockdown/ }).click()
  const listed = page.getByRole('navigation', { name: 'All modes' }).getByRole('button', { name: /^Lockdown/ })
  await expect(listed).toContainText('On in 1')
  await page.getByRole('article').getByRole('button', { name: 'End now' }).click()
  await expect(receipt(page, '“Lockdown” has ended')).toBeVisible()
  await expect(listed).not.toContainText('On in')
  expect(await bytesOf(account, stage)).toBe(before)
})

test('a mode is made from a chat, edited by two people, exported, deleted and imported again @thorough', async ({
  signedIn: page,
  account,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 412/)
  await addChat(account, { name: 'Main stage', anonymous: false, allowLinks: false })
  await page.goto(to.modes())
  await page.getByRole('button', { name: 'New mode' }).click()
  await page.getByRole('menuitem', { name: 'From a chat…' }).click()
  await page.getByRole('combobox', { name: 'Chat' }).fill('Main')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Guests', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Continue with 2 values' }).click()
  const drawer = dialog(page, 'New mode')
  await drawer.getByLabel('Name').fill('Festival')
  await drawer.getByRole('button', { name: 'Save mode' }).click()
  await expect(page.getByRole('heading', { name: 'Festival' })).toBeVisible()
  await expect(page.getByRole('table', { name: /^Values/ }).getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editing = dialog(page, 'Edit Festival')
  await editing.getByRole('button', { name: 'Remove Links from the mode' }).click()
  await editing.getByLabel('Name').fill('Festival Saturday')
  // Somebody else renames it and adds a value meanwhile.
  const { call } = await gatewaySession(baseURL!, account.token)
  const [stored] = (await call('recordList', { params: { kind: 'presets' }, query: {} })).data
  const value = stored!.value as { values: object }
  await call('recordsWrite', {
    params: { kind: 'presets' },
    body: { changes: [{ ...stored!, value: { ...value, name: 'Sunday', values: { ...value.values, upload: false } } }] },
  })
  await editing.getByRole('button', { name: 'Save mode' }).click()
  const conflict = dialog(page, '1 value was changed elsewhere')
  await conflict.getByRole('radio', { name: 'Mine: Festival Saturday' }).check()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Festival Saturday' })).toBeVisible()
  await expect(page.getByRole('table', { name: /^Values/ }).getByRole('rowheader')).toHaveText(['Guests', 'File upload'])

  const menu = page.getByRole('button', { name: 'Actions for Festival Saturday' })
  await menu.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const file = await (await downloading).path()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog(page, 'Delete Festival Saturday?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Lockdown' })).toBeVisible()
  await page.getByLabel('A file with modes').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: await readFile(file) })
  await dialog(page, 'Import modes').getByRole('button', { name: 'Import 1 mode' }).click()
  await expect(page.getByRole('heading', { name: 'Festival Saturday' })).toBeVisible()
  await page.getByLabel('A file with modes').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
  await expect(dialog(page, 'Import modes').getByRole('alert')).toContainText('no modes of Roomkeeper')
})

test('chats and labels leave a mode with one press, and come back with Undo @thorough', async ({
  signedIn: page,
  account,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 412/)
  const [stage, bar] = [await addChat(account, 'Main stage'), await addChat(account, 'Bar')]
  const { call } = await gatewaySession(baseURL!, account.token)
  const chats = { labels: ['live'], chatIds: [stage, bar] }
  const value = { name: 'Festival', description: '', values: { upload: false }, chats, minutes: null }
  await call('recordsWrite', { params: { kind: 'presets' }, body: { changes: [{ chatId: null, key: 'fest', version: 0, value }] } })
  const stored = async () => (await call('recordList', { params: { kind: 'presets' }, query: {} })).data.map((record) => record.value)
  await page.goto(to.modes('fest'))
  await page.getByRole('button', { name: 'Remove Bar from Festival' }).click()
  await expect.poll(stored).toMatchObject([{ chats: { ...chats, chatIds: [stage] } }])
  await toast(page, 'Bar was removed from Festival').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toMatchObject([{ chats }])
  // Somebody else has chosen other chats meanwhile, which this page does not show yet.
  const [record] = (await call('recordList', { params: { kind: 'presets' }, query: {} })).data
  const changes = [{ ...record!, value: { ...value, chats: { labels: ['live', 'late'], chatIds: [stage, bar] } } }]
  await expect(page.getByRole('button', { name: 'Remove Bar from Festival' })).toBeVisible()
  await call('recordsWrite', { params: { kind: 'presets' }, body: { changes } })
  await page.getByRole('button', { name: 'Remove the label live from Festival' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible()
  await expect.poll(stored).toMatchObject([{ chats: { labels: ['live', 'late'] } }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

  test('a chat is locked and opened again @thorough', async ({ signedIn: page, account }) => {
    const stage = await addChat(account, 'Main stage')
    const before = await bytesOf(account, stage)
    await page.goto(to.modes())
    await page.getByRole('button', { name: 'Turn on…' }).click()
    await expect(page.getByRole('list', { name: 'What changes in which chat' })).toContainText('6 settings change')
    await expectAccessible(page)
    await turnOnButton(page).click()
    await expect(band(page)).toContainText('Lockdown in 1 chat')
    await expect(receipt(page, '“Lockdown” is on')).toBeVisible()
    await openMessages(page, stage)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    await band(page).getByRole('button', { name: 'End now' }).click()
    await expect(band(page)).toBeHidden()
    await expect(receipt(page, '“Lockdown” has ended')).toBeVisible()
    expect(await bytesOf(account, stage)).toBe(before)
  })
})
