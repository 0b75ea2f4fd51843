import { gatewayPaths } from '#contract/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { addPoll, expectBars, poll, vote } from '../support/verbs/polls.ts'
import { addChat } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'

test('an unchanged list is read without a body, and the page stays as it is; a change is shown @thorough', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Stage')
  const pollId = await addPoll(account, chatId, { question: 'Tea?', send: true })
  const list = `${gatewayPaths.api}/chats/${chatId}/polls`
  const answered = (status: number) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === list && answer.status() === status, { timeout: 40_000 })
  await page.goto(to.polls(chatId))
  await expectBars(page, 'Tea?', ['Yes0–', 'No0–'])
  // React would replace an element that it draws anew from other data, and the attribute with it.
  await poll(page, 'Tea?').evaluate((element) => element.setAttribute('data-mark', 'kept'))
  // The page reads the votes of an open poll again and again.
  const unchanged = await answered(304)
  expect(unchanged.request().headers()['if-none-match']).toBeTruthy()
  expect((await unchanged.request().sizes()).responseBodySize).toBe(0)
  await expectBars(page, 'Tea?', ['Yes0–', 'No0–'])

  const changed = answered(200)
  vote(chatId, pollId, 3, 1)
  expect((await changed).headers()['etag']).toBeTruthy()
  await expectBars(page, 'Tea?', ['Yes Leads375 %', 'No125 %'])
  await answered(304)
  await expectBars(page, 'Tea?', ['Yes Leads375 %', 'No125 %'])
  await expect(poll(page, 'Tea?')).toHaveAttribute('data-mark', 'kept')
})
