import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import * as accounts from '../../e2e/support/verbs/account.ts'
import * as bans from '../../e2e/support/verbs/banned-ips.ts'
import * as chats from '../../e2e/support/verbs/chats.ts'
import { expect, type TestAccount } from '../../e2e/support/fixtures.ts'
import * as messages from '../../e2e/support/verbs/messages.ts'
import * as polls from '../../e2e/support/verbs/polls.ts'

/** What a person does to make the page use an endpoint, how the outcome is recognised, and builders for actions of which there are several. */

export interface Cell {
  page: Page
  account: TestAccount
  chatId: number
}

export interface UserAction {
  /** Creates what the action needs, without the page. */
  before?: (cell: Cell) => Promise<unknown>
  /** Opens the page and fills in what the action needs, up to the last button. */
  prepare: (cell: Cell) => Promise<unknown>
  /** Performs the action where that is more than pressing `button`. */
  perform?: (cell: Cell) => Promise<unknown>
  /** The last button. While it is there, it is a way to try again. */
  button: (page: Page) => Locator
  /** The gateway does it, in its own time: the page shows how far it is. */
  isJob?: true
  /** The gateway asks for the token again first. */
  needsToken?: true
  /** Visible once the action is done. */
  done: (page: Page) => Locator
  /** Where a failure is reported. Its text, or the name of this area, says what was tried. */
  area: (page: Page) => Locator
  names: RegExp
  /** Fails unless what was typed or chosen is still there. */
  expectKept: (cell: Cell) => Promise<unknown>
  /** How often the service did it. */
  countEffects: (cell: Cell) => Promise<number>
}

export const main = (page: Page) => page.getByRole('main')
export const anyDialog = (page: Page) => page.getByRole('dialog')
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const nothing = () => Promise.resolve()
export const one = (is: boolean) => Number(is)

/** A page that reads: opening it is the action. */
export function reading(
  open: (cell: Cell) => Promise<unknown>,
  done: UserAction['done'],
  before: UserAction['before'] = nothing,
): UserAction {
  return {
    before,
    prepare: nothing,
    perform: open,
    button: (page) => page.getByRole('button', { name: 'Try again' }).first(),
    done,
    area: main,
    names: /could not be (loaded|refreshed|read)/,
    expectKept: nothing,
    countEffects: async () => 0,
  }
}

/** An action on a poll with a confirmation dialog. */
export function onPoll(
  choose: (page: Page) => Promise<unknown>,
  press: string,
  said: RegExp,
  effects: UserAction['countEffects'],
): UserAction {
  return {
    before: async ({ account, chatId }) => {
      const pollId = await polls.addPoll(account, chatId, { question: 'Encore?', send: true })
      polls.vote(chatId, pollId, 5, 3)
      // Timestamps are in seconds: a second sending within this one would look like the first.
      polls.writeToDatabase('update poll set last_sent = ? where chat_id = ?', earlier, chatId)
    },
    prepare: async ({ page, chatId }) => {
      await page.goto(to.polls(chatId))
      await choose(page)
      await expect(anyDialog(page)).toContainText('Encore?')
    },
    button: (page) => button(anyDialog(page), press),
    done: (page) => page.getByRole('status').filter({ hasText: said }),
    area: anyDialog,
    names: /“Encore\?”/,
    expectKept: ({ page }) => expect(polls.poll(page, 'Encore?')).toBeVisible(),
    countEffects: effects,
  }
}
export const earlier = '2026-01-01 12:00:00'

export const thePoll = async ({ account, chatId }: Cell) => (await polls.storedPolls(account, chatId))[0]

/** Three messages, of which some are selected and deleted. */
export function deletion(chosen: string[], said: RegExp): UserAction {
  return {
    before: ({ account, chatId }) => messages.post(account, chatId, 'one', 'two', 'three'),
    prepare: async ({ page, chatId }) => {
      await messages.openMessages(page, chatId)
      for (const text of chosen) await messages.checkbox(page, text).check()
    },
    isJob: true,
    perform: ({ page }) => messages.deleteSelected(page),
    button: (page) => messages.jobs(page).getByRole('link', { name: /^Show the / }),
    done: (page) => messages.receipt(page, said),
    area: (page) => messages.jobs(page).getByRole('listitem'),
    names: /Deleting \d message|\d message.* deleted/,
    expectKept: nothing,
    countEffects: async ({ account, chatId }) => {
      const left = (await messages.storedMessages(account, chatId)).map(({ text }) => text)
      expect(left).toContain('three')
      return one(chosen.every((text) => !left.includes(text)))
    },
  }
}

/** A form of the account, with one field changed. */
export function form(open: (page: Page) => Promise<unknown>, field: string, said: string, effects: UserAction['countEffects']): UserAction {
  return {
    prepare: async ({ page }) => {
      await open(page)
      await page.getByLabel(field).fill('tidewater')
    },
    button: (page) => accounts.unsavedBar(page).getByRole('button', { name: /^Save/ }),
    done: (page) => chats.toast(page, said),
    area: main,
    names: /Not saved|Not confirmed/,
    expectKept: ({ page }) => expect(page.getByLabel(field)).toHaveValue('tidewater'),
    countEffects: effects,
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
      await bans.choose(page, name, 'Unban…')
    },
    button: (page) => button(anyDialog(page), 'Unban'),
    done: toast('was unbanned'),
    area: anyDialog,
    names: /^Unban /,
    expectKept: ({ page }) => expect(bans.row(page, name)).toBeVisible(),
    countEffects: async ({ account, chatId }) => one((await bans.storedBans(account, chatId)).join() === '20.0.0.1'),
  }
}
