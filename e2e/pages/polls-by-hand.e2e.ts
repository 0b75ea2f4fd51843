import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { tabTo } from '../support/verbs/keys.ts'
import { chatWithPolls, expectBars, storedPolls, openNewPoll, poll, questions, vote } from '../support/verbs/polls.ts'

test('a poll is created, sent, published, reset and deleted by keyboard alone @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Stage')
  await page.goto(to.polls(chatId))
  await openNewPoll(page)
  const drawer = dialog(page, 'New poll')
  await expect(drawer.getByLabel('Question')).toBeFocused()
  await page.keyboard.type('By hand?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Yes')
  await tabTo(drawer.getByLabel('Answer 2', { exact: true }))
  await page.keyboard.type('No')
  await tabTo(drawer.getByRole('button', { name: 'Add answer 3' }))
  await page.keyboard.press('Enter')
  await expect(drawer.getByLabel('Answer 3', { exact: true })).toBeFocused()
  await page.keyboard.type('Maybe')
  await tabTo(drawer.getByRole('button', { name: 'Save and send' }))
  await page.keyboard.press('Enter')
  await expect(poll(page, 'By hand?')).toContainText('Open')
  await expect(drawer).toBeHidden()
  vote(chatId, 1, 2, 1)

  const publish = poll(page, 'By hand?').getByRole('button', { name: 'Publish' })
  await tabTo(publish)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(poll(page, 'By hand?')).toContainText('Published')

  const menu = poll(page, 'By hand?').getByRole('button', { name: 'Actions for By hand?' })
  await tabTo(menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit…' })).toBeFocused()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Reset the votes of “By hand?”?')).toContainText('3 votes will be deleted')
  await tabTo(dialog(page, 'Reset the votes of “By hand?”?').getByRole('button', { name: 'Reset votes' }))
  await page.keyboard.press('Enter')
  await expectBars(page, 'By hand?', ['Yes0–', 'No0–', 'Maybe0–'])

  await tabTo(menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit…' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await tabTo(dialog(page, 'Delete “By hand?”?').getByRole('button', { name: 'Delete poll' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
  expect(await storedPolls(account, chatId)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  const expectNarrow = async (page: Page, what: string) => {
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, [role=dialog], button')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}: ${element.scrollWidth} in ${element.clientWidth}`),
    )
    expect(wider, what).toEqual([])
  }

  test('a poll is created, watched, reset, reviewed and deleted by touch @thorough', async ({ signedIn: page, account }) => {
    const chatId = await chatWithPolls(account, 'Older?')
    await addChat(account, 'Radio')
    await page.goto(to.polls(chatId))
    await page.getByRole('button', { name: 'New poll' }).tap()
    const drawer = dialog(page, 'New poll')
    await drawer.getByLabel('Question').fill('Which of these many long titles shall be the last tonight?')
    await drawer.getByLabel('Answer 1', { exact: true }).fill('The Riverbank Suite, second movement')
    await drawer.getByLabel('Answer 2', { exact: true }).fill('No')
    await expectNarrow(page, 'drawer')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Save and send' }).tap()
    const name = 'Which of these many long titles shall be the last tonight?'
    await expect(questions(page)).toHaveCount(2)
    vote(chatId, 2, 2_000_000_000, 7)
    await expect(poll(page, name)).toContainText('2,000,000,007')
    await expectNarrow(page, 'list')
    await expectAccessible(page)

    const choose = async (label: string) => {
      await poll(page, name)
        .getByRole('button', { name: `Actions for ${name}` })
        .tap()
      await page.getByRole('menuitem', { name: label, exact: true }).tap()
    }
    await choose('Edit…')
    await expect(page.getByRole('dialog')).toContainText('2,000,000,007 votes')
    await expectNarrow(page, 'edit')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
    await choose('Copy to other chats…')
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Radio' })).toBeVisible()
    await expectNarrow(page, 'copy')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
    await choose('Reset votes…')
    await expect(page.getByRole('dialog')).toContainText('votes will be deleted')
    await expectNarrow(page, 'reset')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset votes' }).tap()
    await poll(page, name)
      .getByRole('button', { name: /Earlier rounds/ })
      .tap()
    await expect(page.getByRole('dialog')).toContainText('before a reset')
    await expectNarrow(page, 'rounds')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await choose('Delete…')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete poll' }).tap()
    await expect(questions(page)).toHaveText(['Older?'])
  })

  test('a poll is presented by touch @thorough', async ({ signedIn: page, account }) => {
    const chatId = await chatWithPolls(account, 'One?', 'Two?')
    await page.goto(to.present(chatId, 2))
    await page.getByRole('button', { name: 'Next poll' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One?')
    await page.getByRole('button', { name: 'Hide the results' }).tap()
    await expect(page.getByRole('button', { name: 'Show the results' })).toBeVisible()
    await expectNarrow(page, 'presentation')
    await page.getByRole('button', { name: 'Back to the polls' }).tap()
    await expect(questions(page)).toHaveText(['Two?', 'One?'])
  })
})
