import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import { chatWithPolls, expectBars, poll, vote } from '../support/verbs/polls.ts'

test('new votes appear automatically, with their number since the last visit, and on the big screen, which hides them and goes to the next poll and back', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true }, { question: 'Lunch?', send: true })
  vote(chatId, 1, 1, 3)
  await page.goto(to.polls(chatId))
  await expectBars(page, 'Encore?', ['Yes125 %', 'No Leads375 %'])
  vote(chatId, 1, 2, 2)
  await expectBars(page, 'Encore?', ['Yes Tie250 %', 'No Tie250 %'])
  await page.goto(to.home())
  vote(chatId, 1, 1, 15)
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Encore?')).toContainText('16votes+12 since you looked')
  await expectAccessible(page)

  await poll(page, 'Encore?').getByRole('link', { name: 'Present Encore?' }).click()
  await expect(page).toHaveURL(to.present(chatId, 1))
  const first = page.getByRole('row').nth(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
  await expect(page.getByRole('main')).toContainText('16 votes')
  await expectAccessible(page)
  vote(chatId, 1, 9, 3)
  await expect(first).toHaveText('Yes Leads975 %')
  await page.keyboard.press('h')
  await expect(first).toHaveText('Yes')
  await expect(page.getByRole('main')).toContainText('12 votes so far')
  await expect(page).toHaveURL(/results=hidden/)
  await expectAccessible(page)
  await page.reload()
  await expect(first).toHaveText('Yes')
  await page.keyboard.press('h')
  await expect(first).toHaveText('Yes Leads975 %')

  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lunch?')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Hide or show the results')
  await escape(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(to.polls(chatId))

  await page.goto(to.present(chatId, 9))
  await expect(page.getByRole('heading', { name: 'This poll no longer exists' })).toBeVisible()
  await page.context().clearCookies()
  await page.goto(to.present(chatId, 1))
  await expect(page).toHaveURL(to.signIn(to.present(chatId, 1)))
})

test('an answer of one line has a bar of one line, with and without a mark @thorough', async ({ signedIn: page, account }) => {
  const lengths = [52, 56, 60, 64]
  const [answer1, answer2, answer3, answer4] = lengths.map((length) => 'The last song of a night, or not '.repeat(9).slice(0, length)) as [
    string,
    string,
    string,
    string,
  ]
  const chatId = await chatWithPolls(account, { question: 'Which song?', answer1, answer2, answer3, answer4, send: true })
  vote(chatId, 1, 5, 1)
  await page.goto(to.present(chatId, 1))
  await expect(page.getByRole('row').nth(1)).toContainText('Leads')
  for (const width of [1280, 1024, 360]) {
    await page.setViewportSize({ width, height: 800 })
    // What a bar is higher than its text: its padding.
    const more = await page
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => row.querySelector('th')!.clientHeight - row.querySelector('.outside')!.getBoundingClientRect().height),
      )
    expect(Math.max(...more) - Math.min(...more)).toBeLessThan(2)
  }
})

for (const size of [
  { width: 360, height: 640 },
  { width: 1920, height: 1080 },
])
  test(`long texts fit a screen of ${size.width} x ${size.height} @thorough`, async ({ signedIn: page, account }) => {
    await page.setViewportSize(size)
    const chatId = await chatWithPolls(account, {
      question: 'Which of these many long titles shall be the last one that the orchestra plays tonight?',
      answer1: 'x'.repeat(300),
      answer2: 'The Riverbank Suite, second movement, in the arrangement for two accordions and a choir of children',
    })
    vote(chatId, 1, 2_000_000_000, 1_999_999_999)
    await page.goto(to.present(chatId, 1))
    await expect(page.getByRole('main')).toContainText('3,999,999,999 votes')
    const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      scrollHeight: document.documentElement.scrollHeight,
    }))
    expect(scrollWidth).toBe(size.width)
    // The position among the polls stays on one line.
    const lines = await page.getByText('1 of 1', { exact: true }).evaluate((position) => {
      const range = document.createRange()
      range.selectNodeContents(position)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines).toBe(1)
    const rows = page.getByRole('row')
    const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    await expect(rows.nth(1)).toContainText('Leads')
    // The text is fitted once more when the font has loaded.
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const before = await heights()
    vote(chatId, 1, 1_999_999_999, 2_000_000_000)
    await expect(rows.nth(2)).toContainText('Leads')
    expect(await heights()).toEqual(before)
    // A phone may scroll, a projected page cannot.
    if (size.width > 1000) expect(scrollHeight).toBe(size.height)
  })
