import { testRule } from '#contract/rules/test-rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { addChat, dialog, row, toast } from '../support/verbs/chats.ts'

/** What reaches further than the thing that is changed is said before it is saved. */

test('a label says which rules the chat joins and leaves, and a word list which rules use it', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  await addChat(account, 'Main stage')
  const { call } = await gatewaySession(baseURL!, account.token)
  const list = { chatId: null, key: 'scam', version: 0, value: { name: 'Scam words', words: ['cheap'] } }
  await call('recordsWrite', { params: { kind: 'word-lists' }, body: { changes: [list] } })
  const rule = testRule([{ kind: 'words', words: [], lists: ['scam'] }], {
    name: 'Scam',
    scope: { chats: { labels: ['vip'], chatIds: [] }, hours: null },
  })
  await call('ruleSave', { params: { ruleId: 'scam' }, body: { rule, seen: 0 } })
  await call('ruleSetState', { params: { ruleId: 'scam' }, body: { state: 'shadow', version: 1 } })

  await page.goto(to.chats())
  const label = async () => {
    await row(page, 'Main stage')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Labels…' }).click()
    return dialog(page, 'Labels of Main stage')
  }
  const labels = await label()
  await labels.getByLabel('New label').fill('vip')
  await expect(labels.getByRole('listitem')).toHaveText(['The rule “Scam”, in shadow, reads Main stage.'])
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await labels.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The labels were saved')).toBeVisible()
  await label()
  await labels.getByRole('checkbox', { name: 'vip' }).click()
  await expect(labels.getByRole('listitem')).toHaveText(['The rule “Scam”, in shadow, no longer reads Main stage.'])

  await page.goto(to.wordLists())
  await page.getByRole('button', { name: 'Actions for Scam words' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const deleting = dialog(page, 'Delete Scam words?')
  await expect(deleting.getByRole('listitem')).toHaveText([
    'The rule “Scam”, in shadow, uses it in Main stage, and goes on without its words.',
  ])
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Scam words/ }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Scam words' })
  await expect(edited.getByRole('list', { name: 'Rules that use it' })).toContainText('goes on with the new words at once')
  await expectAccessible(page, '[role=dialog][aria-modal]')
})
