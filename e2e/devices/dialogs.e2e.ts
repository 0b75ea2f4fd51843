import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChat, addChats, dialog, toast } from '../support/verbs/chats.ts'
import { addPoll, choosePollAction } from '../support/verbs/polls.ts'

/** Long dialogs: their buttons are in sight in every window, wherever the rest is scrolled to, and what has the focus is not under them. */

const windows = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 360, height: 640 },
]

async function expectFootInSight(page: Page) {
  const dialogs = page.getByRole('dialog')
  for (const size of windows) {
    await page.setViewportSize(size)
    await expect(dialogs.getByRole('button').last()).toBeInViewport({ ratio: 1 })
    const buttons = await dialogs.locator('footer').getByRole('button').all()
    expect(buttons.length).toBeGreaterThan(0)
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
  }
  const [first] = windows
  await page.setViewportSize(first!)
}

/** Leaves the window at the size of the last. */
async function expectFootBesideToast(page: Page, words: string) {
  const shown = toast(page, words)
  for (const size of windows) {
    await page.setViewportSize(size)
    // It stays while the pointer is on it.
    await shown.hover()
    const over = await shown.boundingBox()
    const buttons = await page.getByRole('dialog').locator('footer').getByRole('button').all()
    expect(buttons.length).toBeGreaterThan(0)
    for (const button of buttons) {
      const { x, y, width, height } = (await button.boundingBox())!
      const isApart = over!.x >= x + width || over!.x + over!.width <= x || over!.y >= y + height || over!.y + over!.height <= y
      expect(isApart, `${await button.innerText()} at ${size.width} px`).toBe(true)
    }
  }
}

test('the dialogs of a mode in many chats', async ({ signedIn: page, account }) => {
  const names = Array.from(
    { length: 14 },
    (_, index) => `Stage ${index + 1} of the open-air theatre at the Donaudampfschifffahrtsgesellschaft`,
  )
  await addChats(account, ...names.map((name) => ({ name, groupChatWelcomeMessage: 'Welcome!', allowLinks: false })))
  await page.goto(to.modes('lockdown'))
  await page.getByRole('button', { name: 'Turn on…' }).click()
  const turnOn = dialog(page, 'Turn on Lockdown')
  await expect(turnOn.getByRole('status')).toContainText('settings change')
  await expectFootInSight(page)
  await page.setViewportSize({ width: 360, height: 640 })
  const choice = turnOn.getByRole('checkbox', { name: 'Turn on in Stage 1 of' })
  expect((await choice.boundingBox())?.width, 'not pressed together by the name').toBe(16)
  await page.setViewportSize(windows[0]!)
  await turnOn.getByRole('button', { name: 'Turn on in 14 chats' }).click()
  await expect(turnOn).toBeHidden()
  const extend = page.getByRole('article').getByRole('button', { name: 'Extend…' })
  const extending = dialog(page, 'Extend Lockdown')
  await extend.click()
  await extending.getByRole('button', { name: /^Extend until/ }).click()
  await expect(extending).toBeHidden()
  await extend.click()
  await expect(extending).toContainText('Cancel')
  await expectFootBesideToast(page, 'Lockdown stays on until')
})

test('the dialog of a poll that was asked in many chats', async ({ signedIn: page, account }) => {
  const draft = { question: 'Tea?', answer1: 'Yes', answer2: 'No', answer3: 'Maybe', send: true }
  const chats: number[] = []
  for (let number = 1; number <= 8; number++) {
    chats.push(await addChat(account, `Stage ${number}`))
    await addPoll(account, chats.at(-1)!, draft)
  }
  await page.goto(to.polls(chats[0]!))
  await choosePollAction(page, 'Tea?', 'Results across chats…')
  await expect(dialog(page, '“Tea?” in all chats').getByRole('table', { name: 'Votes in Stage 8' })).toBeVisible()
  await expectFootInSight(page)
})
