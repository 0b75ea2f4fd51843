import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'libsql'
import type { PollDraft } from '#contract/polls.ts'
import { addChat } from './chats.ts'
import type { TestAccount } from '../fixtures.ts'

/** Actions on the page of polls. */

type Draft = string | (Partial<PollDraft> & { question: string })

/** Creates a poll through the API. Resolves to its id. A question alone gets the answers Yes and No. */
export async function addPoll({ api }: TestAccount, chatId: number, draft: Draft): Promise<number> {
  const body = { answer1: 'Yes', answer2: 'No', ...(typeof draft === 'string' ? { question: draft } : draft) }
  return (await api('pollCreate', { params: { chatId }, body })).id
}

/** A chat with polls, oldest first. Resolves to its id. */
export async function chatWithPolls(account: TestAccount, ...drafts: Draft[]): Promise<number> {
  const chatId = await addChat(account, 'Stage')
  for (const draft of drafts) await addPoll(account, chatId, draft)
  return chatId
}

/** The stored polls, oldest first. */
export const storedPolls = async ({ api }: TestAccount, chatId: number) => (await api('pollList', { params: { chatId } })).data

/** Writes to the database of the service, as the chat server that counts votes would. */
export function writeToDatabase(sql: string, ...values: (string | number)[]): void {
  const database = new Sqlite(join(process.env['E2E_DATA_DIR']!, 'roomkeeper.db'))
  database.pragma('busy_timeout = 5000')
  database.prepare(sql).run(...values)
  database.close()
}

/** Sets the votes of a poll. */
export function vote(chatId: number, pollId: number, ...votes: number[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = votes
  writeToDatabase(
    'update poll set answer1count = ?, answer2count = ?, answer3count = ?, answer4count = ? where chat_id = ? and id = ?',
    a,
    b,
    c,
    d,
    chatId,
    pollId,
  )
}

/** One poll in the list. */
export const poll = (page: Page, question: string) => page.getByRole('article', { name: question, exact: true })

/** The questions in the list, from top to bottom. */
export const questions = (page: Page) => page.getByRole('article').getByRole('heading')

/** The answers of a poll with votes and per cent, a line each: "Yes Leads 3 75 %". */
export const bars = (page: Page, question: string) =>
  poll(page, question)
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

export async function expectBars(page: Page, question: string, expected: (string | RegExp)[]) {
  await expect(bars(page, question)).toHaveText(expected)
}

/** Chooses from the menu of a poll. */
export async function choosePollAction(page: Page, question: string, action: string): Promise<void> {
  await poll(page, question)
    .getByRole('button', { name: `Actions for ${question}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses from the menu of the page. */
export async function choosePageAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for polls' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens an empty drawer by keyboard. */
export async function openNewPoll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New poll' }).first().press('Enter')
  await expect(page.getByRole('dialog', { name: 'New poll' })).toBeVisible()
}

/** Types a poll into the open drawer. */
export async function typePoll(page: Page, question: string, ...answers: string[]): Promise<void> {
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Question').fill(question)
  for (const [index, answer] of answers.entries()) {
    if (index >= 2) await drawer.getByRole('button', { name: `Add answer ${index + 1}` }).click()
    await drawer.getByLabel(`Answer ${index + 1}`, { exact: true }).fill(answer)
  }
}
