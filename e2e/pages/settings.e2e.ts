import { addChat, dialog, storedSettings, toast } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { tabTo } from '../support/verbs/keys.ts'
import {
  barButton,
  changesSince,
  expectSaved,
  field,
  findAndSwitch,
  openSettings,
  pickOption,
  save,
  saveBar,
  select,
  settingSwitch,
} from '../support/verbs/settings.ts'

test('every kind of setting is changed, saved and read back, and no other setting changes', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  const before = await storedSettings(account, chatId)
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  await field(page, 'registerTermsTitle').fill('House rules')
  await field(page, 'groupChatWelcomeMessage').fill('Hello,\nand welcome 👋')
  await field(page, 'offlineMessageEmail').fill('not an address')
  await expect(page.getByText('This is not a valid e-mail address, so messages go to the account’s address.')).toBeVisible()
  await field(page, 'groupChatWelcomeMessageDelay').fill('90')
  await pickOption(page, 'type', 'Expert')
  // Typing replaces the chosen language; Escape restores it, Enter takes the best match.
  await select(page, 'langId').click()
  await page.keyboard.type('zz')
  await expect(select(page, 'langId')).toHaveValue('zz')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(select(page, 'langId')).toHaveValue('English')
  await page.keyboard.type('pol')
  const found = page.getByRole('listbox', { name: 'Language' }).getByRole('option')
  await expect(found).toHaveText(['Polish'])
  await expect(select(page, 'langId')).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(select(page, 'langId')).toHaveValue('Polish')
  await pickOption(page, 'sound_message', 'Ding')
  await field(page, 'filterWords').fill('spam')
  await field(page, 'filterWords').press('Enter')
  await expect(saveBar(page)).toContainText('9 changes')
  await save(page)
  expect(await changesSince(account, chatId, before)).toEqual({
    upload: false,
    registerTermsTitle: 'House rules',
    groupChatWelcomeMessage: 'Hello,\nand welcome 👋',
    offlineMessageEmail: 'not an address',
    groupChatWelcomeMessageDelay: 90,
    type: 1,
    langId: 'pl',
    sound_message: 2,
    filterWords: 'spam',
  })
  await page.reload()
  await expect(settingSwitch(page, 'upload')).not.toBeChecked()
  await expect(field(page, 'groupChatWelcomeMessage')).toHaveValue('Hello,\nand welcome 👋')
  await expect(select(page, 'langId')).toHaveValue('Polish')
  await expect(select(page, 'sound_message')).toHaveValue('Ding')
  await expectAccessible(page)
})

for (const [typed, words] of [
  ['1.5', /must be whole seconds/i],
  ['-1', /must not be below 0/i],
  ['soon', /must be whole seconds/i],
] as const)
  test(`a delay of “${typed}” is rejected with a reason, and nothing typed is lost @thorough`, async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Lobby')
    const before = await storedSettings(account, chatId)
    await openSettings(page, chatId)
    await settingSwitch(page, 'upload').uncheck()
    await field(page, 'groupChatWelcomeMessageDelay').fill(typed)
    await expect(field(page, 'groupChatWelcomeMessageDelay')).toHaveAccessibleDescription(words)
    await settingSwitch(page, 'archive').focus()
    await barButton(page, 'Save').click()
    await expect(field(page, 'groupChatWelcomeMessageDelay')).toBeFocused()
    await expect(field(page, 'groupChatWelcomeMessageDelay')).toHaveValue(typed)
    expect(await changesSince(account, chatId, before)).toEqual({})
    await field(page, 'groupChatWelcomeMessageDelay').fill('2')
    await save(page)
    expect(await changesSince(account, chatId, before)).toEqual({ upload: false, groupChatWelcomeMessageDelay: 2 })
  })

test('banned words are chips, match inside or whole words, and can be pasted in bulk @thorough', async ({
  signedIn: page,
  account,
  context,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', filterWords: 'spam' })
  await openSettings(page, chatId)
  await page.getByRole('button', { name: 'spam: also match inside other words' }).click()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('eggs, two words\nżółw,,ham'))
  await field(page, 'filterWords').click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByRole('button', { name: /: also match inside other words$/ })).toHaveCount(5)
  await page.getByRole('button', { name: 'Remove ham' }).click()
  await page.getByLabel('New words also match inside other words').check()
  await field(page, 'filterWords').fill('gull,')
  await field(page, 'filterWords').press('Enter')
  await save(page)
  expect((await storedSettings(account, chatId)).filterWords).toBe(' spam,eggs,two words,żółw, gull')
})

test('banned words as raw text keep every space @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await page.getByRole('button', { name: 'Raw text' }).click()
  await field(page, 'filterWords').fill(' foo,  bar,baz , foo')
  await save(page)
  expect((await storedSettings(account, chatId)).filterWords).toBe(' foo,  bar,baz , foo')
  await page.getByRole('button', { name: 'Chips' }).click()
  await expect(page.getByRole('button', { name: 'foo: also match inside other words', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'baz : also match inside other words' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('4 words · 1 duplicate is marked')).toBeVisible()
  // A duplicate and its note do not move the page while typing.
  const top = () => field(page, 'filterWords').evaluate((input) => Math.round(input.getBoundingClientRect().top + scrollY))
  await page.getByRole('searchbox').fill('profanity')
  await page.getByRole('button', { name: 'Raw text' }).click()
  await field(page, 'filterWords').fill('foo,bar')
  await expect(page.getByText('2 words')).toBeVisible()
  const before = await top()
  await field(page, 'filterWords').pressSequentially(',foo')
  await expect(page.getByText('3 words · 1 duplicate is marked')).toBeVisible()
  await expect(page.getByText('Worth a look')).toBeVisible()
  expect(await top()).toBe(before)
})

test('search and filters show what matches and are in the URL; a setting without effect names and links the one that disables it', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', upload: false, uploadAdmin: true, httpsOnly: true })
  await openSettings(page, chatId)
  const search = page.getByRole('searchbox', { name: /^Search \d+ settings and hours$/ })
  const filters = page.getByRole('group', { name: 'Filter' }).getByRole('button')
  const filter = (label: string) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: label })
  await search.fill('profanity')
  await expect(field(page, 'filterWords')).toBeVisible()
  await expect(settingSwitch(page, 'upload')).toBeHidden()
  // The filters count what the search finds.
  await expect(filters).toHaveText(['All 1', 'Differs 0', 'Edited 0', 'No effect 0'])
  await expect(page).toHaveURL(/\?q=profanity$/)
  await page.reload()
  await expect(search).toHaveValue('profanity')
  await search.fill('no such thing')
  await expect(page.getByRole('heading', { name: 'Nothing matches “no such thing”' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all settings' }).click()
  await expect(settingSwitch(page, 'upload')).toBeVisible()

  await expect(filter('Differs')).toHaveText('Differs 3')
  await filter('Differs').click()
  await expect(page.getByRole('switch')).toHaveCount(3)
  await filter('All').click()
  await settingSwitch(page, 'mentions').uncheck()
  await expect(filter('Edited')).toHaveText('Edited 1')
  await filter('Edited').click()
  await expect(page.getByRole('switch')).toHaveCount(1)
  const group = (name: string) => page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name })
  await expect(group('Content').getByLabel('1 edited')).toBeVisible()
  await expect(group('Content').getByLabel('2 differ from the default')).toBeVisible()
  await filter('No effect').click()
  await expect(page).toHaveURL(/\?show=noEffect$/)
  await expect(settingSwitch(page, 'uploadAdmin')).toBeVisible()
  await page.getByRole('button', { name: 'No effect while File upload is off' }).click()
  await expect(settingSwitch(page, 'upload')).toBeFocused()
  await expect(page).toHaveURL(/\?setting=upload$/)
  await save(page)
  expect(await storedSettings(account, chatId)).toMatchObject({ upload: false, uploadAdmin: true, mentions: false })
})

test('by keyboard a setting is found, changed and reviewed; what the review leaves out stays an edit, and a wide effect asks for confirmation', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await field(page, 'name').blur()
  await findAndSwitch(page, 'uploadAdmin')
  await expect(settingSwitch(page, 'uploadAdmin')).toBeChecked()
  await tabTo(barButton(page, 'Review'))
  await page.keyboard.press('Enter')
  const both = dialog(page, 'Review 2 changes')
  await expect(both.getByRole('row', { name: /Chat name/ })).toContainText(/Lobby.*Hall/)
  await expectAccessible(page)
  await tabTo(both.getByRole('checkbox', { name: 'Chat name' }))
  await page.keyboard.press('Space')
  await tabTo(both.getByRole('button', { name: 'Save 1 change' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(saveBar(page)).toContainText('1 change')
  expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Lobby', uploadAdmin: true, offline: false })
  await save(page)
  await expect(page.getByRole('button', { name: 'Hall, switch to another chat' })).toBeVisible()

  await page.getByRole('button', { name: /^Clear: / }).click()
  await settingSwitch(page, 'offline').check()
  await page.keyboard.press('ControlOrMeta+S')
  const review = dialog(page, 'Review 1 change')
  await expect(review).toContainText('The chat goes offline. Everyone in it is disconnected immediately.')
  await review.getByRole('button', { name: 'Save 1 change' }).click({ force: true })
  await expect(review).toBeVisible()
  await review.getByRole('button', { name: 'Back to editing' }).click()
  await expect(review).toBeHidden()
  expect((await storedSettings(account, chatId)).offline).toBe(false)
  await barButton(page, 'Save').click()
  await review.getByRole('checkbox', { name: 'Yes, disconnect everyone' }).check()
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(saveBar(page)).toBeHidden()
  expect((await storedSettings(account, chatId)).offline).toBe(true)
})

test('the shortcut saves from within a field; Discard reverts all edits, Undo and Reset one @thorough', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', mentions: false })
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await field(page, 'name').press('ControlOrMeta+S')
  await expectSaved(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')

  await page.getByRole('button', { name: 'Reset: Mentions' }).click()
  await expect(settingSwitch(page, 'mentions')).toBeChecked()
  await page.getByRole('button', { name: 'Undo: Mentions' }).click()
  await expect(settingSwitch(page, 'mentions')).not.toBeChecked()
  await expect(saveBar(page)).toBeHidden()

  await field(page, 'name').fill('Cellar')
  await barButton(page, 'Discard').click()
  await dialog(page, 'Discard 1 change?').getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'name')).toHaveValue('Hall')
  await expect(saveBar(page)).toBeHidden()
})

test('a search that is cleared, and a dialog over the page, draw no setting again @thorough', async ({ signedIn: page, account }) => {
  await openSettings(page, await addChat(account, 'Lobby'))
  const search = page.getByRole('searchbox', { name: /^Search \d+ settings and hours$/ })
  await search.fill('sound')
  await expect(settingSwitch(page, 'upload')).toBeHidden()
  const touched = await page.evaluateHandle(() => {
    const found: string[] = []
    // Only the hiding itself, and the height of a text that had no width while it was hidden. Drawing a control sets the attributes of its description.
    const isExpected = ({ attributeName }: MutationRecord) => attributeName === 'hidden' || attributeName === 'style'
    new MutationObserver((records) => {
      for (const record of records) if (!isExpected(record)) found.push(`${record.type} ${record.attributeName ?? ''}`)
    }).observe(document.getElementById('setting-upload')!.closest('section')!.parentElement!, {
      subtree: true,
      childList: true,
      attributes: true,
    })
    return found
  })
  await page.getByRole('button', { name: /^Clear: / }).click()
  await expect(settingSwitch(page, 'upload')).toBeVisible()
  await search.blur()
  await page.keyboard.press('?')
  await expect(dialog(page, /Keyboard/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, /Keyboard/)).toBeHidden()
  expect(await touched.jsonValue()).toEqual([])
})
