import { settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import {
  addChat,
  addChats,
  bulkBar,
  choose,
  confirm,
  dialog,
  storedSettings,
  storedNames,
  row,
  select,
  checkbox,
  toast,
} from '../support/verbs/chats.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { writeToDatabase } from '../support/verbs/polls.ts'

/** All 60 settings of each chat, by name. */
async function allSettings({ api }: TestAccount) {
  const { data } = await api('chatList', {})
  return Object.fromEntries(
    data.map((chat) => [chat.name, Object.fromEntries(settingNames.map((name) => [name, chat[name]])) as Record<string, unknown>]),
  )
}

/** Differs from the defaults in every kind of setting. */
const unusual = {
  allowLinks: false,
  register: true,
  type: 1 as const,
  langId: 'pl',
  filterWords: ' heck,darn , ',
  sound_message: 'bell',
  sound_ring: 'none',
  groupChatWelcomeMessage: 'Witaj, 𝔴𝔢𝔩𝔠𝔬𝔪𝔢!',
  groupChatWelcomeMessageDelay: 0,
  offlineMessageEmail: 'not an address',
}

test('chats are taken offline and back online, one from its row and several from the bulk bar, and no other setting changes', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, { name: 'One', ...unusual }, { name: 'Two', offline: true, archive: false }, 'Three', {
    name: 'Left out',
    ...unusual,
  })
  const before = await allSettings(account)
  const { One, Two, Three, ...others } = before
  await page.goto(to.chats())
  await choose(page, 'One', 'Take offline…')
  await expect(dialog(page, 'Take One offline?')).toContainText('disconnected at once')
  await confirm(page, 'Take One offline?', 'Take offline')
  await expect(toast(page, 'One is offline')).toBeVisible()
  await expect(row(page, 'One')).toContainText('Offline')
  expect(await allSettings(account)).toEqual({ ...before, One: { ...One, offline: true } })
  await choose(page, 'One', 'Bring online')
  await expect(toast(page, 'One is online')).toBeVisible()
  await expect(row(page, 'One')).not.toContainText('Offline')
  expect(await allSettings(account)).toEqual(before)

  await select(page, 'One', 'Two', 'Three')
  await expect(bulkBar(page)).toContainText('3 chats selected')
  await bulkBar(page).getByRole('button', { name: 'Take offline' }).click()
  await expect(dialog(page, 'Take 2 chats offline?')).toContainText('1 of the 3 selected chats is already offline.')
  await confirm(page, 'Take 2 chats offline?', 'Take offline')
  await expect(toast(page, '2 chats are offline')).toBeVisible()
  for (const name of ['One', 'Two', 'Three']) await expect(row(page, name)).toContainText('Offline')
  expect(await allSettings(account)).toEqual({ One: { ...One, offline: true }, Two, Three: { ...Three, offline: true }, ...others })
  // Changed chats are not selected any more; the one that needed no change still is.
  await expect(bulkBar(page)).toContainText('1 chat selected')
  await select(page, 'One', 'Three')
  await bulkBar(page).getByRole('button', { name: 'Bring online' }).click()
  await expect(toast(page, '3 chats are online')).toBeVisible()
  await expect(bulkBar(page)).toBeHidden()
  expect(await allSettings(account)).toEqual({ ...before, Two: { ...Two, offline: false } })
})

test('an action that would change nothing is not offered, and in a narrow window the actions are in a menu @thorough', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, 'Open one', 'Other')
  await page.goto(to.chats())
  await select(page, 'Open one')
  await expect(bulkBar(page).getByRole('button')).toHaveText([/^Clear/, 'Turn on mode…', 'Labels…', 'Take offline…', 'Delete…'])
  await expect(bulkBar(page).getByRole('link', { name: 'Change settings…' })).toHaveAttribute('href', /^\/chats\/compare\?chats=\d+$/)
  await bulkBar(page).getByRole('button', { name: 'Turn on mode…' }).click()
  await expect(dialog(page, /Turn on/)).toContainText('Open one')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 900, height: 700 })
  await bulkBar(page).getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Labels…', 'Take offline…', 'Delete…'])
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(dialog(page, 'Delete Open one?')).toBeVisible()
})

test('deleting a chat requires its name, or its number where it has none, and shows what is deleted with it', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  const chatId = await addChat(account, 'Old café')
  const nameless = await addChat(account, 'Harbour')
  await addChats(account, 'Stays')
  // Our own service refuses such a name; another one may have it.
  writeToDatabase(`update chat set settings = json_set(settings, '$.name', '') where id = ?`, nameless)
  const params = { chatId }
  for (const text of ['Hello', 'Bye']) await account.api('messageSend', { params, body: { text } })
  await account.api('pollCreate', { params, body: { question: 'Tea?', answer1: 'Yes', answer2: 'No' } })
  await account.api('banCreate', { params, body: { ip: '203.0.113.4' } })

  await page.goto(to.chats())
  await choose(page, 'Old café', 'Delete…')
  const asked = dialog(page, 'Delete Old café?')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (const [what, count] of [
    ['Messages', 2],
    ['Polls', 1],
    ['Banned ranges', 1],
    ['Settings and design', settingNames.length],
  ] as const) {
    await expect(asked.getByRole('term').filter({ hasText: what }).locator('+ dd')).toHaveText(String(count))
  }
  const deleteButton = asked.getByRole('button', { name: 'Delete chat' })
  await expect(deleteButton).toBeDisabled()
  await asked.getByRole('textbox').fill('Old cafe')
  await expect(deleteButton).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(asked).toBeVisible()
  await asked.getByRole('textbox').fill('Old café')
  await confirm(page, 'Delete Old café?', 'Delete chat', enterToken)
  await expect(toast(page, 'Old café was deleted')).toBeVisible()
  await expect(row(page, 'Old café')).toBeHidden()

  const name = `Chat no. ${nameless}`
  await choose(page, name, 'Delete…')
  await dialog(page, `Delete ${name}?`).getByRole('textbox').fill(name)
  // The token was entered a moment ago.
  await confirm(page, `Delete ${name}?`, 'Delete chat')
  await expect(toast(page, `${name} was deleted`)).toBeVisible()
  await expect(row(page, 'Stays')).toBeVisible()
  expect(await storedNames(account)).toEqual(['Stays'])
})

test('several chats are deleted together, and one that someone else deleted counts as deleted @thorough', async ({
  signedIn: page,
  account,
  allowErrors,
  enterToken,
}) => {
  allowErrors(/status of 404/)
  const gone = await addChat(account, 'Gone already')
  await addChats(account, 'Alpha', 'Beta', 'Stays')
  await page.goto(to.chats())
  await select(page, 'Alpha', 'Gone already', 'Beta')
  await account.api('chatDelete', { params: { chatId: gone } })
  await bulkBar(page).getByRole('button', { name: 'Delete…' }).click()
  const asked = dialog(page, 'Delete 3 chats?')
  await expect(asked.getByRole('listitem')).toHaveText(['Gone already', 'Alpha', 'Beta'], { useInnerText: true })
  await asked.getByRole('textbox').fill('3 chats')
  await confirm(page, 'Delete 3 chats?', 'Delete 3 chats', enterToken)
  await expect(toast(page, '3 chats were deleted')).toBeVisible()
  await expect(row(page, 'Stays')).toBeVisible()
  await expect(checkbox(page, 'Alpha')).toBeHidden()
  await expect(bulkBar(page)).toBeHidden()
  expect(await storedNames(account)).toEqual(['Stays'])
})

test('the header of a chat has the same actions as its row @thorough', async ({ signedIn: page, account, enterToken }) => {
  const chatId = await addChat(account, 'Harbour')
  await page.goto(to.polls(chatId))
  await choose(page, 'Harbour', 'Take offline…')
  await confirm(page, 'Take Harbour offline?', 'Take offline')
  await expect(page.getByRole('main')).toContainText('Offline')
  expect((await storedSettings(account, chatId)).offline).toBe(true)
  await choose(page, 'Harbour', 'Delete…')
  await dialog(page, 'Delete Harbour?').getByRole('textbox').fill('Harbour')
  await confirm(page, 'Delete Harbour?', 'Delete chat', enterToken)
  await expect(page).toHaveURL(to.chats())
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
})
