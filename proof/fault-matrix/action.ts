import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import * as accounts from '../../e2e/support/verbs/account.ts'
import * as bans from '../../e2e/support/verbs/banned-ips.ts'
import * as chats from '../../e2e/support/verbs/chats.ts'
import { expect, type TestAccount } from '../../e2e/support/fixtures.ts'
import * as messages from '../../e2e/support/verbs/messages.ts'
import * as polls from '../../e2e/support/verbs/polls.ts'

/** What a person does to make the page use an endpoint, and how one sees what became of it; and the kinds of acts of which there are several. */

export interface Cell {
  page: Page
  account: TestAccount
  chatId: number
}

export interface UserAction {
  /** Makes what is needed past the page. */
  before?: (cell: Cell) => Promise<unknown>
  /** Opens the page and fills in what the act needs, up to the last press. */
  prepare: (cell: Cell) => Promise<unknown>
  /** Does it, where that is more than the press. */
  act?: (cell: Cell) => Promise<unknown>
  /** The last press, and where it is still there a way to try again. */
  press: (page: Page) => Locator
  /** The gateway wants the token again before it. */
  final?: true
  /** Seen when it is done. */
  done: (page: Page) => Locator
  /** Where a failure is told. Its words, or the name of this place, say what was tried. */
  place: (page: Page) => Locator
  named: RegExp
  /** What was typed or chosen is still there. */
  kept: (cell: Cell) => Promise<unknown>
  /** How often the service holds what was wanted. */
  effects: (cell: Cell) => Promise<number>
}

export const main = (page: Page) => page.getByRole('main')
export const anyDialog = (page: Page) => page.getByRole('dialog')
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const nothing = () => Promise.resolve()
export const one = (is: boolean) => Number(is)

/** A page that reads: to open it is the act. */
export function reading(
  open: (cell: Cell) => Promise<unknown>,
  done: UserAction['done'],
  before: UserAction['before'] = nothing,
): UserAction {
  return {
    before,
    prepare: nothing,
    act: open,
    press: (page) => page.getByRole('button', { name: 'Try again' }).first(),
    done,
    place: main,
    named: /could not be (loaded|refreshed|read)/,
    kept: nothing,
    effects: async () => 0,
  }
}

/** An act of a poll that asks first. */
export function onPoll(choose: (page: Page) => Promise<unknown>, press: string, said: RegExp, effects: UserAction['effects']): UserAction {
  return {
    before: async ({ account, chatId }) => {
      const pollId = await polls.addPoll(account, chatId, { question: 'Encore?', send: true })
      polls.vote(chatId, pollId, 5, 3)
      // A sending of this very second could not be told from the first one.
      polls.writeToDatabase('update poll set last_sent = ? where chat_id = ?', earlier, chatId)
    },
    prepare: async ({ page, chatId }) => {
      await page.goto(to.polls(chatId))
      await choose(page)
      await expect(anyDialog(page)).toContainText('Encore?')
    },
    press: (page) => button(anyDialog(page), press),
    done: (page) => page.getByRole('status').filter({ hasText: said }),
    place: anyDialog,
    named: /“Encore\?”/,
    kept: ({ page }) => expect(polls.poll(page, 'Encore?')).toBeVisible(),
    effects,
  }
}
export const earlier = '2026-01-01 12:00:00'

export const thePoll = async ({ account, chatId }: Cell) => (await polls.storedPolls(account, chatId))[0]

/** Two messages, of which some are chosen and deleted. */
export function deletion(chosen: string[], said: RegExp): UserAction {
  return {
    before: ({ account, chatId }) => messages.post(account, chatId, 'one', 'two', 'three'),
    prepare: async ({ page, chatId }) => {
      await messages.openMessages(page, chatId)
      for (const text of chosen) await messages.checkbox(page, text).check()
    },
    act: ({ page }) => messages.deleteSelected(page),
    press: (page) => messages.jobs(page).getByRole('link', { name: /^Show the \d/ }),
    done: (page) => messages.receipt(page, said),
    place: (page) => messages.jobs(page).getByRole('listitem'),
    named: /Deleting \d message|\d message.* deleted/,
    kept: nothing,
    effects: async ({ account, chatId }) => {
      const left = (await messages.storedMessages(account, chatId)).map(({ text }) => text)
      expect(left).toContain('three')
      return one(chosen.every((text) => !left.includes(text)))
    },
  }
}

/** A form of the account, with one field changed. */
export function form(open: (page: Page) => Promise<unknown>, field: string, said: string, effects: UserAction['effects']): UserAction {
  return {
    prepare: async ({ page }) => {
      await open(page)
      await page.getByLabel(field).fill('tidewater')
    },
    press: (page) => accounts.unsavedBar(page).getByRole('button', { name: /^Save/ }),
    done: (page) => chats.toast(page, said),
    place: main,
    named: /Not saved|Not confirmed/,
    kept: ({ page }) => expect(page.getByLabel(field)).toHaveValue('tidewater'),
    effects,
  }
}

export const openSocial = async (page: Page) => {
  await page.goto(to.social())
  await expect(page.getByLabel('Handle')).toBeVisible()
}

export const toast = (words: string) => (page: Page) => chats.toast(page, words)

export function lift(range: string, name: string): UserAction {
  return {
    before: ({ account, chatId }) => bans.ban(account, chatId, range, '20.0.0.1'),
    prepare: async ({ page, chatId }) => {
      await bans.openBans(page, chatId)
      await bans.choose(page, name, 'Lift ban…')
    },
    press: (page) => button(anyDialog(page), 'Lift ban'),
    done: toast('is lifted'),
    place: anyDialog,
    named: /Lift the ban of /,
    kept: ({ page }) => expect(bans.row(page, name)).toBeVisible(),
    effects: async ({ account, chatId }) => one((await bans.storedBans(account, chatId)).join() === '20.0.0.1'),
  }
}
