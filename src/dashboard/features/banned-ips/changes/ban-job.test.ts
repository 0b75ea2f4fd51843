// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { receiptOf } from './ban-job.ts'
import type { ChatReceipt } from './plan.ts'

test('steps that a stopped job did not try stand out in its receipt', () => {
  const range = { first: 1, last: 2 }
  const plan = { chatId: 7, chatName: 'Main stage', steps: [], mayUnban: [] }
  const unfinished = [{ step: { action: 'ban' as const, range }, outcome: 'notTried' as const, reason: '' }]
  const chats: ChatReceipt[] = [{ chatId: 7, chatName: 'Main stage', done: 0, rolledBack: false, unfinished }]
  const { title, figures } = receiptOf('job', { plans: [plan], doneMessage: '1 entry banned' }, chats)
  expect(title).toBe('Not completed: 1 entry banned')
  expect(figures.filter(({ value }) => value > 0)).toEqual([{ label: 'Not tried', value: 1, odd: true }])
})
