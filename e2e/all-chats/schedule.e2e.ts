import type { ChatHours } from '#contract/hours/timetable.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { addChat } from '../support/verbs/chats.ts'

/** The schedule: what will happen in the next two weeks, in the viewer's times. */

/** Open from noon to midnight, every day. */
const nightly: ChatHours = {
  isOn: true,
  zone: 'Pacific/Auckland',
  week: Array.from({ length: 7 }, () => [{ from: 12 * 60, to: 24 * 60, message: '' }]),
  exceptions: [],
  message: 'Closed',
  showForm: false,
  openUntil: null,
}
const hoursOf = (chatIds: number[]) => chatIds.map((chatId) => ({ chatId, key: 'hours', version: 0, value: nightly }))

test('openings of two weeks are folded by time, filtered by chat, shown as a week and skipped once', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  await page.goto(to.schedule())
  await expect(page.getByText('Nothing is planned. Modes that end')).toBeVisible()

  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  const [bar, club] = [await addChat(account, 'Bar'), await addChat(account, 'Club')]
  await call('recordsWrite', { params: { kind: 'chat-hours' }, body: { changes: hoursOf([bar, club]) } })
  await page.reload()
  await expect(page.getByText('Background access is off. Nothing of this happens by itself')).toBeVisible()
  await confirm()
  await call('standingTurnOn', {})
  await page.reload()

  const agenda = page.getByRole('list', { name: 'Agenda' })
  const folded = agenda.getByRole('button', { name: /^2 chats (?:open|close)$/ })
  await expect(folded.first()).toBeVisible()
  await expectAccessible(page)
  await folded.first().click()
  await agenda.getByRole('button', { name: /^Actions for (?:Opens|Closes) Bar$/ }).click()
  await page.getByRole('menuitem', { name: 'Skip this once' }).click()
  await expect(agenda.getByRole('button', { name: /^Actions for (?:Opens|Closes) Bar$/ })).toBeHidden()

  // Days are reached by click and by the arrow keys.
  const days = page.getByRole('toolbar', { name: 'Days' }).getByRole('button')
  await expect(days).toHaveCount(14)
  await days.nth(9).click()
  await expect(days.nth(9)).toHaveAttribute('aria-current', 'date')
  await days.nth(9).press('ArrowLeft')
  await expect(days.nth(8)).toBeFocused()
  await expect(days.nth(8)).toHaveAttribute('aria-current', 'date')

  await page.getByRole('combobox', { name: 'Chat' }).fill('Club')
  await page.keyboard.press('Enter')
  await expect(folded).toHaveCount(0)
  await page.getByRole('radio', { name: 'Week' }).check()
  const week = page.getByRole('table', { name: 'Week' })
  await expect(week.getByRole('columnheader')).toHaveCount(8)
  await expect(page).toHaveURL(new RegExp(`chat=${club}&view=week`))
  await expectAccessible(page)
  await week
    .getByRole('button', { name: /1 chat opens/ })
    .last()
    .click()
  await expect(agenda.getByRole('link', { name: 'Club' }).first()).toBeVisible()
})
