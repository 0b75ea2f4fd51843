import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { startMailServer, startReceiver } from '#gateway/notifications/test-receivers.ts'
import { createClient } from '#contract/client.ts'
import { accountCommand, expect, test as base, type TestAccount } from '../support/fixtures.ts'
import { startProduct } from '../support/product.ts'
import { dialog, toast } from '../support/verbs/chats.ts'
import { post, storedMessages } from '../support/verbs/messages.ts'

/** From writing a rule in the demo to its deletions during a wave, and the notifications. */

interface Guarded {
  address: string
  /** The account of the demo. */
  account: TestAccount
  receiver: Awaited<ReturnType<typeof startReceiver>>
  mail: Awaited<ReturnType<typeof startMailServer>>
}

/** A separate product with its demo, whose operator has set up e-mail and allows one private receiver. */
const test = base.extend<object, { guarded: Guarded }>({
  guarded: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-guard-'))
      const receiver = await startReceiver()
      const mail = await startMailServer()
      const notifying = { NOTIFY_HOSTS: receiver.host, SMTP_URL: mail.url, MAIL_FROM: 'roomkeeper@example.org' }
      const { address, stop } = await startProduct({ DATA_DIR: folder, DEMO: 'on', DEMO_WAVE: 'off', ...notifying })
      await use({ address, account: await demoAccount(address, folder), receiver, mail })
      await stop()
      await receiver.close()
      await mail.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  baseURL: ({ guarded }, use) => use(guarded.address),
})

async function demoAccount(address: string, folder: string): Promise<TestAccount> {
  const accountId = 1
  const { token } = await accountCommand<{ token: string }>(['token', '--account', String(accountId)], folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const api = createClient((path, init) => fetch(`${address}/api${path}`, { ...init, headers }))
  const { email, name } = (await api('accountRead', {})).data
  return { accountId, token, email, name, api }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const entry = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Runs out', exact: true }).getByRole('listitem').filter({ hasText: text })

/** Adds a channel for hits of rules only. */
async function addChannel(page: Page, name: string, fill: (drawer: ReturnType<typeof dialog>) => Promise<void>) {
  await page.getByRole('button', { name: 'Add channel' }).click()
  const drawer = dialog(page, 'Add a channel')
  await drawer.getByLabel('Name').fill(name)
  await fill(drawer)
  const chosen = drawer.getByRole('checkbox', { checked: true })
  while ((await chosen.count()) > 0) await chosen.first().uncheck()
  await drawer.getByLabel('A rule found messages').check()
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await expect(toast(page, `“${name}” was added`)).toBeVisible()
}

async function addCondition(page: Page, kind: string, label: string, value: string) {
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  await field(page, label).fill(value)
}

const wave = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `🎁 LAST backstage passes, first 20 only → http://aurora-pass.example/claim?r=${index}`,
    username: `ticket_fairy_${index % 3}`,
  }))
const question = { text: 'Is http://aurora-pass.example/claim real?', username: 'Kwame Boateng' }

test('a rule is backtested on the wave of the demo, goes live, and deletes the next wave except for the message that is kept', async ({
  page,
  guarded: { account, receiver, mail },
}) => {
  // The hold, and the reads of the worker.
  test.slow()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: /demo/i }).click()
  // The rules of the demo have hits.
  await expect(page.getByRole('link', { name: /^Inbox.*to decide/ })).toBeVisible()

  await page.goto(to.notifications())
  await addChannel(page, 'ops', async (drawer) => {
    await drawer.getByLabel('Address').fill(receiver.address)
    await drawer.getByLabel('Secret').fill('a secret of the receiver')
  })
  await addChannel(page, 'owner', (drawer) => drawer.getByRole('radio', { name: 'E-mail' }).check())

  await page.goto(to.newRule())
  await field(page, 'Name').fill('Stop fake passes')
  await addCondition(page, 'Link to domains', 'Domains', 'aurora-pass.example')
  await page.getByLabel('Delete after').check()
  // On a busy machine a decision takes a while.
  await field(page, 'Seconds until deletion').fill('40')
  await page.getByLabel('Mark for review').uncheck()
  await page.getByRole('checkbox', { name: 'Notify' }).check()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  const backtest = page.getByRole('region', { name: 'Backtest' })
  await expect(backtest.getByRole('status')).toContainText('as of your last edit')
  await expect(backtest).toContainText('ticket_fairy_31')
  await page.getByRole('button', { name: /^Go live: 84 of [\d,]+ matched$/ }).click()
  await expect(toast(page, 'Stop fake passes is live')).toBeVisible()

  const chats = await account.api('chatList', {})
  const stage = chats.data.find(({ name }) => name.includes('Main stage'))!.id
  const before = (await storedMessages(account, stage)).map(({ messageId }) => messageId)
  // It counts from the newest message on that the chat has when the worker first reads it.
  await page.reload()
  await expect(page.getByRole('list', { name: 'Steps to live' })).toBeVisible()
  await expect(page.getByText(/ha(s|ve) not been read yet/)).toHaveCount(0, { timeout: 20_000 })
  await post(account, stage, ...wave(8), question)

  await page.goto(to.inbox())
  const asked = entry(page, question.text)
  // The next read of the worker comes later on a busy machine.
  await expect(asked).toContainText('Stop fake passes', { timeout: 60_000 })
  await asked.getByRole('button').click()
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Keep' }).click()
  await expect(asked).toContainText('Kept')
  const texts = async () =>
    (await storedMessages(account, stage)).filter(({ messageId }) => !before.includes(messageId)).map(({ text }) => text)
  await expect.poll(texts, { timeout: 120_000 }).toEqual([question.text])
  // Messages from before the rule went live are untouched.
  expect((await storedMessages(account, stage)).map(({ messageId }) => messageId)).toEqual(expect.arrayContaining(before))

  await page.goto(to.changes())
  const log = page.getByRole('main')
  for (const step of [
    'Rule saved',
    'Rule started or stopped',
    '9 messages posted',
    'Decided on messages of rules',
    // Where two reads found them, one entry for each of the deletions.
    /messages deleted/,
    'Rule “Stop fake passes”',
  ])
    await expect(log).toContainText(step)

  await expect.poll(() => receiver.received.length).toBe(1)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: 'ruleMatched', count: 1, events: [{ chatId: stage }] })
  await expect.poll(() => mail.mails.length).toBe(1)
  // The first message is reported at once. How many more a read of the chat found by then depends on when it came; the others are one more delivery.
  expect(mail.mails[0]).toMatchObject({ to: [account.email], text: expect.stringMatching(/found (a message|\d messages) in/) })
})
