import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChat, storedSettings } from '../support/verbs/chats.ts'
import { changeElsewhere } from '../support/verbs/settings.ts'

test('versions of a chat are compared by keys and shown page by page, and a value of an earlier one is put back', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Main stage')
  const saves = 30
  for (let number = 0; number < saves - 2; number++)
    await changeElsewhere(account, chatId, {
      filterWords: `${number}${'x'.repeat(19_000)}`,
      offlineMessage: `${number}${'y'.repeat(4900)}`,
    })
  await changeElsewhere(account, chatId, { groupChatWelcomeMessage: 'Be kind, stay on topic', upload: false })
  await changeElsewhere(account, chatId, { groupChatWelcomeMessage: 'Be kind, keep on topic' })
  await page.goto(to.settings(chatId))
  await page.getByRole('button', { name: 'Actions for Main stage' }).click()
  await page.getByRole('menuitem', { name: 'Compare two moments' }).click()
  await expect(page).toHaveURL(to.compareMoments(chatId))
  const table = page.getByRole('table', { name: 'Settings of both versions' })
  const versions = page.getByRole('radio', { name: /as A$/ })
  await expect(table.getByRole('row', { name: /Group welcome message/ })).toContainText('Be kind, stay on topicBe kind, keep on topic')
  await expectAccessible(page)
  await expect(page.getByText(/^\d+ versions shown\./)).toBeVisible()
  expect(await versions.count()).toBeLessThan(saves)
  await page.getByRole('button', { name: 'Show older versions' }).click()
  await expect(page.getByText(`${saves} versions.`)).toBeVisible()
  await versions.last().check()
  await page.reload()
  // It is not among the versions of the first page.
  await expect(page.getByRole('button', { name: 'Show older versions' })).toBeVisible()
  await expect(table.getByRole('row', { name: /Banned words/ })).toBeVisible()

  await versions.nth(1).focus()
  await page.keyboard.press('a')
  await expect(page.getByText('Both versions have the same settings.')).toBeVisible()
  await versions.nth(2).check()
  await page.getByRole('button', { name: 'Put back Group welcome message' }).click()
  await page.getByRole('button', { name: 'Review edits' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect.poll(async () => (await storedSettings(account, chatId)).groupChatWelcomeMessage).toBe('Be kind, stay on topic')
})

test('the place Changes leads to two moments of a chat that is chosen there, and an old address to those that it names', async ({
  signedIn: page,
  account,
}) => {
  const [stage, tower] = [await addChat(account, 'Main stage'), await addChat(account, 'Wieża')]
  await changeElsewhere(account, tower, { upload: false })
  await page.goto(to.changes())
  await page.getByRole('link', { name: 'Compare two moments' }).click()
  await expect(page).toHaveURL(to.compareMoments())
  await expect(page.getByRole('heading', { name: 'Which chat?' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' })).toHaveAttribute('aria-current', /./)
  await expectAccessible(page)
  const chosen = page.getByRole('combobox', { name: 'Chat' })
  await chosen.selectOption('Wieża')
  await expect(page).toHaveURL(to.compareMoments(tower))
  await expect(page.getByRole('radio', { name: 'Current values as B' })).toBeChecked()
  await page.goto(`/chats/${stage}/history?a=now`)
  await expect(page).toHaveURL(`${to.compareMoments(stage)}&a=now`)
  await expect(chosen.locator(':checked')).toHaveText('Main stage')
  await page.goto(to.compareMoments(999))
  await expect(page.getByRole('heading', { name: 'You can’t compare this chat' })).toBeVisible()
  await page.getByRole('link', { name: 'Changes' }).last().click()
  await expect(page).toHaveURL(to.changes())
})
