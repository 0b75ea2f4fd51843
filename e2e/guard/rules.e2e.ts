import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { testRule } from '#contract/rules/test-rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { addChat, dialog, storedSettings, toast } from '../support/verbs/chats.ts'
import { openMessages, post } from '../support/verbs/messages.ts'

/** Rules: from a template to shadow, refusals, files, and concurrent edits. */

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function saveDraft(page: Page) {
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
}

// A server runs two backtests at once, and other tests may be running theirs.
test.beforeEach(({ allowErrors }) => allowErrors(/status of 429 .*rule-backtests/))

test('a rule is created from a template, saved as a draft with the keyboard, and runs in shadow', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  await addChat(account, 'Main stage')
  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})
  await page.goto(to.rules())
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Use Repeated text' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Repeated text' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go live' })).toHaveAccessibleDescription('Save the draft first.')
  await field(page, 'Authors').fill('5')
  await field(page, 'Except these authors').fill('Mirela S.\nTomás Rivas')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await expect(page).not.toHaveURL(/new/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Run in shadow' }).click()
  await expect(toast(page, 'Repeated text runs in shadow')).toBeVisible()
  await page.getByRole('link', { name: 'Rules', exact: true }).first().click()
  const row = page.getByRole('row', { name: /Repeated text/ })
  await expect(row).toContainText('Shadow')
  await expect(row).toContainText('Nearly the same text by 5 authors in 2 min')
  await expectAccessible(page)
  const [stored] = (await call('rulesRead', { query: {} })).data.rules
  expect(stored).toMatchObject({ state: 'shadow', version: 1, rule: { except: { authors: ['Mirela S.', 'Tomás Rivas'] } } })

  // One switch stops all rules, and turning it on says how many start.
  const all = page.getByRole('switch', { name: /^All rules are/ })
  await all.click()
  await expect(page.getByRole('alert')).toContainText('All rules are off.')
  await expect.poll(async () => (await call('rulesRead', { query: {} })).data.all.isOn).toBe(false)
  await all.click()
  await dialog(page, 'Turn 1 rule on again?').getByRole('button', { name: 'Turn on 1 rule' }).click()
  await expect(all).toBeChecked()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('on a phone a rule is written with an invalid expression, which is an error of its field with the position, and no input is lost', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(to.newRule())
  await field(page, 'Name').fill('Phone numbers')
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Regular expression' }).click()
  const expression = field(page, 'Regular expression')
  await expression.fill('(call|dm')
  await expect(page.getByText('A “(” is never closed. (character 1)').first()).toBeVisible()
  await page.getByRole('button', { name: /^Save draft/ }).click()
  await expect(page.getByRole('button', { name: 'Go to the invalid value' })).toBeVisible()
  await expect(page).toHaveURL(/new/)
  await page.reload()
  await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
  await expect(expression).toHaveValue('(call|dm')
  await expression.fill('(call|dm) me')
  await saveDraft(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Phone numbers' })).toBeVisible()
  // A taller window, so that the bar covers nothing partially.
  await page.setViewportSize({ width: 360, height: 1800 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'All rules are on' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Phone numbers' }).click()
  await expect(expression).toHaveValue('(call|dm) me')
})

test('a rule is exported with its word list and imported as a draft @thorough', async ({ signedIn: page, account, baseURL, folder }) => {
  const { call } = await gatewaySession(baseURL!, account.token)
  const value = { name: 'Scam words', words: ['dm me', 'cheap tickets'] }
  await call('recordsWrite', { params: { kind: 'word-lists' }, body: { changes: [{ chatId: null, key: 'scam', version: 0, value }] } })
  const rule = testRule([{ kind: 'words', words: [], lists: ['scam'] }])
  await call('ruleSave', { params: { ruleId: 'scam' }, body: { rule, seen: 0 } })
  await page.goto(to.rules())
  await page.getByRole('button', { name: 'Actions for Ticket scam' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const file = join(folder, 'rule.json')
  await (await downloading).saveAs(file)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'roomkeeper-rules', rules: [rule], lists: { scam: value } })

  await page.getByRole('button', { name: 'Actions for Ticket scam' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog(page, 'Delete Ticket scam?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await page.getByLabel('A file with rules').setInputFiles(file)
  const importing = dialog(page, 'Import rules')
  await expect(importing).toContainText('Words on “Scam words”')
  await importing.getByRole('button', { name: 'Import 1 rule' }).click()
  await expect(page.getByRole('row', { name: /Ticket scam/ })).toContainText('Draft')
})

test('conflicting changes of two people are asked about, and other parts of the rule are merged @thorough', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { call } = await gatewaySession(baseURL!, account.token)
  const rule = testRule([{ kind: 'longer', than: 200 }])
  await call('ruleSave', { params: { ruleId: 'long' }, body: { rule, seen: 0 } })
  await page.goto(to.rule('long'))
  await field(page, 'Characters').fill('300')
  await field(page, 'Deletions a minute').fill('10')
  const theirs = { ...testRule([{ kind: 'longer', than: 250 }]), name: 'Long texts' }
  await call('ruleSave', { params: { ruleId: 'long' }, body: { rule: theirs, seen: 1 } })
  await page.getByRole('button', { name: /^Save draft/ }).click()
  const asked = dialog(page, '1 value was changed elsewhere')
  await expect(asked).toContainText('Longer than 250 characters')
  await asked.getByRole('radio', { name: /^Mine/ }).check()
  await asked.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  const [stored] = (await call('rulesRead', { query: {} })).data.rules
  expect(stored).toMatchObject({
    version: 3,
    rule: { name: 'Long texts', brakes: { perMinute: 10 }, groups: [{ conditions: [{ than: 300 }] }] },
  })
})

test('a backtest shows what the rule would have matched, runs again after an edit, and the button to go live shows its numbers', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Main stage')
  await post(account, chatId, 'Hello all', 'cheap tickets, dm me', 'See you at eight', 'CHEAP  tickets here')
  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})
  await call('ruleSave', {
    params: { ruleId: 'scam' },
    body: { rule: testRule([{ kind: 'words', words: ['cheap tickets'], lists: [] }]), seen: 0 },
  })
  await page.goto(to.rule('scam'))
  const backtest = page.getByRole('region', { name: 'Backtest' })
  await expect(backtest.getByRole('status')).toContainText('as of your last edit')
  await expect(backtest.getByText('of 4 messages')).toBeVisible()
  await expect(backtest.getByRole('listitem').filter({ hasText: 'dm me' })).toContainText('Not decided')
  await expect(page.getByRole('button', { name: 'Go live: 1 of 4 matched' })).toBeVisible()
  await expectAccessible(page)

  await field(page, 'Words').fill('cheap tickets\neight')
  await expect(backtest.getByRole('listitem').filter({ hasText: 'See you at eight' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go live' })).toHaveAccessibleDescription('Save the draft first.')
  await saveDraft(page)
  await page.getByRole('button', { name: 'Go live: 2 of 4 matched' }).click()
  await expect(toast(page, 'Ticket scam is live')).toBeVisible()
  const [stored] = (await call('rulesRead', { query: {} })).data.rules
  expect(stored).toMatchObject({ state: 'live', version: 2, running: { version: 2 }, backtest: { read: 4, matched: 2 } })
})

test('words of the word filter tester become a list, whose words are added to the own words of chats @thorough', async ({
  signedIn: page,
  account,
}) => {
  const stage = await addChat(account, { name: 'Main stage', filterWords: ' spam,eggs' })
  const bar = await addChat(account, { name: 'Bar', filterWords: 'eggs, tanio' })
  await post(account, stage, 'eggs for sale')
  await openMessages(page, stage, '?open=lab')
  const tester = dialog(page, 'Try the word filter')
  await tester.getByRole('textbox', { name: /^Draft/ }).fill(' spam,eggs,dm me')
  await tester.getByRole('link', { name: 'Save as a list' }).click()
  const form = dialog(page, 'New word list')
  await expect(form.getByRole('textbox', { name: 'Words' })).toHaveValue('spam\neggs\ndm me')
  await form.getByRole('textbox', { name: 'Name' }).fill('Scam words')
  await form.getByRole('button', { name: 'Save list' }).click()
  await expect(toast(page, 'Scam words was saved')).toBeVisible()

  const drawer = dialog(page, 'Word lists')
  await drawer.getByRole('button', { name: 'Actions for Scam words' }).click()
  await page.getByRole('menuitem', { name: 'Push to chats…' }).click()
  const push = dialog(page, 'Push Scam words to chats')
  await push.getByRole('checkbox', { name: 'Bar' }).check()
  await push.getByRole('button', { name: 'Push this list to 1 chat' }).click()
  const review = dialog(page, /^Review \d+ changes? in \d+ chats?$/)
  await review.getByRole('button', { name: /^Save \d+ changes?$/ }).click()
  await expect.poll(async () => (await storedSettings(account, bar)).filterWords).toBe('eggs, tanio,spam,dm me')
})
