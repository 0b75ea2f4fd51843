import { defaults, settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import {
  addChat,
  addChats,
  choose,
  dialog,
  expectOpened,
  storedSettings,
  storedNames,
  row,
  startNewChat,
  toast,
} from '../support/verbs/chats.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'

/** Sounds are written by name and read by number; in our service "pop" is 1. */
const readDefaults = Object.fromEntries(settingNames.map((name) => [name, name.startsWith('sound_') ? 1 : defaults[name]]))

const idOf = async ({ api }: TestAccount, chat: string) => (await api('chatList', {})).data.find(({ name }) => name === chat)!.id

test('the first chat is created once from the empty page with the documented defaults, and another takes its settings', async ({
  signedIn: page,
  account,
}) => {
  await page.goto(to.chats())
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  const drawer = await startNewChat(page, 'Half a name')
  await expect(page).toHaveURL(to.chats({ open: 'new' }))
  await page.keyboard.press('Escape')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer.getByLabel('Name')).toHaveValue('Half a name')
  await drawer.getByLabel('Name').fill('')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect(drawer.getByLabel('Name')).toHaveAccessibleDescription(/Give the chat a name/)
  await expect(drawer.getByLabel('Name')).toBeFocused()
  expect(await storedNames(account)).toEqual([])
  await drawer.getByLabel('Name').fill('Wieża')
  // As Enter pressed twice does.
  await drawer.getByLabel('Name').evaluate((field: HTMLInputElement) => {
    field.form!.requestSubmit()
    field.form!.requestSubmit()
  })
  await expect(drawer).toBeHidden()
  await expect(toast(page, 'Wieża was created')).toBeVisible()
  expect(await storedNames(account)).toEqual(['Wieża'])
  const source = await idOf(account, 'Wieża')
  expect(await storedSettings(account, source)).toMatchObject({ ...readDefaults, name: 'Wieża' })
  // The chat is open, and Back leads to the list without the drawer.
  await expectOpened(page, 'Wieża')
  await page.goBack()
  await expect(row(page, 'Wieża')).toContainText('English')
  await expect(page).toHaveURL(to.chats())

  const unusual = { allowLinks: false, filterWords: ' heck,darn', sound_message: 'bell', offline: true, groupChatWelcomeMessageDelay: 7 }
  await account.api('chatUpdate', { params: { chatId: source }, body: { name: 'Wieża', ...unusual } })
  await page.reload()
  await startNewChat(page, 'Another one')
  const choice = async (label: string, option: string) => {
    await drawer.getByLabel(label).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choice('Kind of chat', 'Expert')
  await choice('Language', 'Polish')
  await choice('Start from', 'Wieża')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expectOpened(page, 'Another one')
  const { id, hash, createDate, ...settings } = await storedSettings(account, source)
  const copy = await storedSettings(account, await idOf(account, 'Another one'))
  expect(copy).toMatchObject({ ...settings, name: 'Another one', type: 1, langId: 'pl' })
  expect([copy.id, copy.hash]).not.toEqual([id, hash])
  expect(copy.createDate).toBeGreaterThanOrEqual(createDate!)
})

test.describe('a duplicate', () => {
  const switches = ['Settings', 'Paid entry', 'Design', 'Banned IPs'] as const

  async function addSource(account: TestAccount): Promise<number> {
    const chatId = await addChat(account, { name: 'Source', allowLinks: false, langId: 'pl', monetizeLogin: true })
    await account.api('banCreate', { params: { chatId }, body: { ip: '203.0.113.4', lastIp: '203.0.113.9' } })
    return chatId
  }

  for (const only of switches) {
    test(`with only the switch ${only} copies nothing else @thorough`, async ({ signedIn: page, account }) => {
      const source = await addSource(account)
      await page.goto(to.chats())
      await choose(page, 'Source', 'Duplicate…')
      const drawer = dialog(page, 'Duplicate Source')
      await expect(drawer.getByLabel('Name of the copy')).toHaveValue('Source (copy)')
      await expect(drawer).toContainText('1 banned range.')
      await drawer.getByLabel('Name of the copy').fill('The copy')
      for (const name of switches) if (name !== only) await drawer.getByRole('switch', { name: new RegExp(`^${name}`) }).uncheck()
      const sent = page.waitForRequest(/\/duplicate$/)
      await drawer.getByRole('button', { name: 'Duplicate' }).click()
      await expectOpened(page, 'The copy')
      expect((await sent).postDataJSON()).toEqual({
        name: 'The copy',
        settings: only === 'Settings',
        monetize: only === 'Paid entry',
        design: only === 'Design',
        bannedIps: only === 'Banned IPs',
      })

      const chatId = await idOf(account, 'The copy')
      const original = await storedSettings(account, source)
      const settings = only === 'Settings' ? Object.fromEntries(settingNames.map((name) => [name, original[name]])) : readDefaults
      expect(await storedSettings(account, chatId)).toMatchObject({ ...settings, name: 'The copy', monetizeLogin: only === 'Paid entry' })
      expect((await account.api('banList', { params: { chatId } })).data).toEqual(
        only === 'Banned IPs' ? [{ firstIp: '203.0.113.4', lastIp: '203.0.113.9' }] : [],
      )
    })
  }

  test('without a name gets the name that the service chooses @thorough', async ({ signedIn: page, account }) => {
    await addSource(account)
    await page.goto(to.chats())
    await choose(page, 'Source', 'Duplicate…')
    await dialog(page, 'Duplicate Source').getByLabel('Name of the copy').fill('')
    await dialog(page, 'Duplicate Source').getByRole('button', { name: 'Duplicate' }).click()
    await expect(toast(page, 'Source was duplicated')).toBeVisible()
    await expectOpened(page, 'Source (copy)')
    expect(await storedNames(account)).toEqual(['Source', 'Source (copy)'])
  })
})

test.describe('on a full plan', () => {
  test.use({ maxChats: 2 })

  test('the drawer warns in advance, and shows the refusal with everything that was typed', async ({
    signedIn: page,
    account,
    allowErrors,
  }) => {
    allowErrors(/status of 409/)
    await addChats(account, 'First', 'Second')
    await page.goto(to.chats())
    const drawer = await startNewChat(page, 'Third')
    await expect(drawer).toContainText('Your plan is full.')
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expect(drawer.getByRole('alert')).toContainText('The plan allows 2 chats, and all are in use')
    await expect(drawer.getByLabel('Name')).toHaveValue('Third')
    expect(await storedNames(account)).toEqual(['First', 'Second'])

    // A chat is deleted elsewhere: the same button now succeeds.
    await account.api('chatDelete', { params: { chatId: await idOf(account, 'First') } })
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expect(drawer).toBeHidden()
    await expectOpened(page, 'Third')
    expect(await storedNames(account)).toEqual(['Second', 'Third'])
  })
})
