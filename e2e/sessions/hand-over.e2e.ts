import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChats } from '../support/verbs/chats.ts'
import { addBusyChat, jobs, receipt, storedMessages } from '../support/verbs/messages.ts'

/** What the release before left in the browser: it carried out jobs there. Keys are of one account. */
function leaveBehind(page: Page, accountId: number, entries: [key: (string | number)[], value: unknown][]) {
  return page.evaluate(
    async ([accountId, entries]) => {
      const { identity } = (await (await fetch('/bff/session')).json()) as { identity: string }
      const opening = indexedDB.open('roomkeeper', 8)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('jobs'))
      await new Promise((done) => opening.addEventListener('success', done))
      const writing = opening.result.transaction('jobs', 'readwrite')
      for (const [key, value] of entries) writing.objectStore('jobs').put(value, [identity, accountId, ...key])
      await new Promise((done) => writing.addEventListener('complete', done))
      opening.result.close()
      localStorage.setItem(`roomkeeper-has-jobs:${identity}`, 'yes')
    },
    [accountId, entries] as const,
  )
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('roomkeeper')
    await new Promise((done) => opening.addEventListener('success', done))
    const all = opening.result.transaction('jobs').objectStore('jobs').count()
    await new Promise((done) => all.addEventListener('success', done))
    opening.result.close()
    return [all.result, Object.keys(localStorage).filter((key) => key.startsWith('roomkeeper-has-jobs'))]
  })

test('jobs that an earlier release left in this browser are handed over once, and those that were paused wait', async ({
  signedIn: page,
  account,
}) => {
  const { accountId } = account
  const chatId = await addBusyChat(account, 3)
  await addChats(account, 'Harbour', 'Lobby')
  const ids = Object.fromEntries((await account.api('chatList', {})).data.map(({ name, id }) => [name, id]))
  const messages = (await storedMessages(account, chatId)).toSorted((one, other) => other.messageId - one.messageId)
  const job = { place: 'Hall', chatId, notBefore: 0, holdFor: 0, wish: 'go', done: 0, total: 3, trouble: '', at: 1, durable: true }
  const order = (name: string) => ({
    chatId: ids[name],
    chatName: name,
    base: { allowLinks: true },
    changes: { allowLinks: false },
    acceptedRisks: [],
  })
  await page.goto(to.chats())
  await leaveBehind(page, accountId, [
    [['job', 'a'], { ...job, id: 'a', kind: 'messages-delete', title: 'Deleting 3 messages', phase: 'paused' }],
    [
      ['input', 'a'],
      {
        chatId,
        ids: Float64Array.from(messages.map(({ messageId }) => messageId)),
        times: Float64Array.from(messages.map(({ time }) => time)),
      },
    ],
    // One of its two chats was saved.
    [['job', 'b'], { ...job, id: 'b', kind: 'settings-of-chats', title: 'Saving 2 changes in 2 chats', phase: 'running' }],
    [['input', 'b'], { saveId: 's', orders: null }],
    [['save', 's'], { id: 's', at: 1, by: '', orders: [order('Harbour'), order('Lobby')], jobIds: ['b'] }],
    [['save-result', 's', ids['Harbour']!], { chatId: ids['Harbour'], jobId: 'b', at: 1 }],
    [['job', 'c'], { ...job, id: 'c', kind: 'messages-delete', title: 'Deleting 9 messages', phase: 'ended' }],
  ])
  await page.reload()
  await expect(receipt(page, '1 change in 1 chat saved')).toBeVisible()
  await expect(jobs(page)).toContainText('Deleting 3 messages')
  await expect.poll(() => kept(page)).toEqual([0, []])
  const { data } = await account.api('chatList', {})
  expect(data.filter(({ allowLinks }) => !allowLinks).map(({ name }) => name)).toEqual(['Lobby'])
  expect(await storedMessages(account, chatId)).toHaveLength(3)

  await page.getByRole('button', { name: 'Resume: Deleting 3 messages' }).click()
  await expect(receipt(page, '3 messages deleted')).toBeVisible()
  expect(await storedMessages(account, chatId)).toEqual([])
})
