import { to } from '#dashboard/platform/to.ts'
import { figure } from '../../src/test-figure.ts'
import { currency, storedAccount } from '../../e2e/support/verbs/account.ts'
import { ban, banBox, storedBans, isBanned, openBans } from '../../e2e/support/verbs/banned-ips.ts'
import { addChat, dialog, storedSettings, storedNames } from '../../e2e/support/verbs/chats.ts'
import { expect } from '../../e2e/support/fixtures.ts'
import { byKeys as test, chooseByKeys, press, tabTo, typeToken } from '../../e2e/support/verbs/keys.ts'
import { storedMessages, openMessages, post, rows, undoBar } from '../../e2e/support/verbs/messages.ts'
import { addPoll, storedPolls, poll, vote } from '../../e2e/support/verbs/polls.ts'
import { expectSaved, findAndSwitch, openSettings } from '../../e2e/support/verbs/settings.ts'
import { personMenu } from '../../e2e/support/verbs/session.ts'

/** A2: twelve tasks over all domains without a pointer, from the page's address on. */

test.describe('tasks', () => {
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants its fixtures named, and none is needed
  test.afterEach(({}, { title, errors }) => figure('A2', errors.length === 0, `by keyboard alone: ${title}`))

  test('signs in with a pasted token, and out', async ({ page, account, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL! })
    await page.goto(to.signIn())
    await page.evaluate((text) => navigator.clipboard.writeText(text), account.token)
    await tabTo(page.getByLabel('Access token'))
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByLabel('Access token')).toHaveValue(account.token)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await press(personMenu(page))
    await press(page.getByRole('menuitem', { name: 'Sign out' }))
    await expect(page).toHaveURL(to.signIn())
  })

  test('creates a chat', async ({ signedIn: page, account }) => {
    await page.goto(to.chats())
    await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(dialog(page, 'New chat').getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By hand')
    await press(dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }))
    await expect.poll(() => storedNames(account)).toEqual(['By hand'])
  })

  test('changes a setting and saves it', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Lobby')
    await openSettings(page, chatId)
    await findAndSwitch(page, 'uploadAdmin')
    await page.keyboard.press('ControlOrMeta+s')
    await expectSaved(page)
    expect((await storedSettings(account, chatId)).uploadAdmin).toBe(true)
  })

  test('creates a poll and publishes its results', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Stage')
    await page.goto(to.polls(chatId))
    await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
    await page.keyboard.press('n')
    const drawer = dialog(page, 'New poll')
    await expect(drawer.getByLabel('Question')).toBeFocused()
    await page.keyboard.type('By hand?')
    await tabTo(drawer.getByLabel('Answer 1', { exact: true }))
    await page.keyboard.type('Yes')
    await tabTo(drawer.getByLabel('Answer 2', { exact: true }))
    await page.keyboard.type('No')
    await press(drawer.getByRole('button', { name: 'Save and send' }))
    await press(poll(page, 'By hand?').getByRole('button', { name: 'Publish' }))
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(poll(page, 'By hand?')).toContainText('Published')
    expect(await storedPolls(account, chatId)).toMatchObject([{ question: 'By hand?', status: 'published' }])
  })

  test('deletes two messages', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'stays', 'goes', 'goes too')
    await openMessages(page, chatId)
    await expect(rows(page)).toHaveCount(3)
    for (const key of ['ArrowDown', 'x', 'ArrowDown', 'x', 'd']) await page.keyboard.press(key)
    await press(undoBar(page).getByRole('button', { name: 'Delete now' }))
    await expect(rows(page)).toHaveCount(1)
    await expect.poll(async () => (await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['stays'])
  })

  test('bans a range and unbans an address of it', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await openBans(page, chatId)
    await page.keyboard.press('b')
    await expect(banBox(page)).toBeFocused()
    await page.keyboard.type('9.1.1.0/24')
    await page.keyboard.press('ControlOrMeta+Enter')
    await chooseByKeys(page, page.getByRole('button', { name: 'Actions for 9.1.1.0/24' }), 'Unban part of it…')
    await expect(dialog(page, 'Unban part of a range').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('9.1.1.100')
    await press(dialog(page, 'Unban part of a range').getByRole('button', { name: 'Unban', exact: true }))
    await expect.poll(() => isBanned(account, chatId, '9.1.1.100')).toBe(false)
    expect(await isBanned(account, chatId, '9.1.1.101')).toBe(true)
  })

  test('copies the banned ranges to another chat', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    const other = await addChat(account, 'Cellar')
    await ban(account, chatId, '9.1.1.0-9.1.1.255', '20.0.0.1')
    await openBans(page, chatId, '?open=rooms')
    const drawer = dialog(page, 'Across chats')
    await tabTo(drawer.getByRole('checkbox', { name: 'Cellar' }))
    await page.keyboard.press('Space')
    await press(drawer.getByRole('button', { name: /^Make \d+ changes?/ }))
    await expect.poll(() => storedBans(account, other)).toEqual(['9.1.1.0-9.1.1.255', '20.0.0.1'])
  })

  test('edits the profile', async ({ signedIn: page, account }) => {
    await page.goto(to.account())
    await tabTo(page.getByRole('textbox', { name: 'City' }))
    await page.keyboard.type('Porto')
    await tabTo(page.getByRole('combobox', { name: 'Country' }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('portu')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => storedAccount(account)).toMatchObject({ city: 'Porto', countryId: 620 })
  })

  test('sets the currency', async ({ signedIn: page, account }) => {
    await page.goto(to.account())
    await tabTo(currency(page).getByRole('combobox'))
    await page.keyboard.type('zlot')
    await expect(page.getByRole('option', { name: 'PLN · Polish Zloty' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(currency(page).getByLabel('I have read this'))
    await page.keyboard.press('Space')
    await tabTo(currency(page).getByLabel('Type PLN to confirm'))
    await page.keyboard.type('PLN')
    await press(currency(page).getByRole('button', { name: 'Set PLN permanently' }))
    await typeToken(page, account)
    await expect.poll(async () => (await storedAccount(account)).currency).toBe('PLN')
  })

  test('opens another chat by the palette', async ({ signedIn: page, account }) => {
    await addChat(account, 'Hall')
    const night = await addChat(account, 'Nachtcafé Köln')
    await page.goto(to.home())
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('textbox', { name: /^Go to a chat/ })).toBeFocused()
    await page.keyboard.type('nachtcafe')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(to.settings(night))
  })

  test('exports messages', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'one', 'two')
    await openMessages(page, chatId)
    const saved = page.waitForEvent('download')
    await chooseByKeys(page, page.getByRole('button', { name: 'Export' }).first(), /^All loaded messages/)
    expect((await saved).suggestedFilename()).toContain('Hall')
  })

  test('presents a poll, hides its results, goes to the next one and back', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Stage')
    for (const question of ['Encore?', 'Lunch?']) await addPoll(account, chatId, { question, send: true })
    vote(chatId, 1, 2, 1)
    await page.goto(to.polls(chatId))
    await press(poll(page, 'Encore?').getByRole('link', { name: 'Present Encore?' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/results=hidden/)
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lunch?')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(to.polls(chatId))
  })
})
