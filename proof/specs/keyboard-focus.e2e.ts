import type { Locator } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { figure } from '../../src/test-figure.ts'
import { ban } from '../../e2e/support/verbs/banned-ips.ts'
import { addChat, addChats } from '../../e2e/support/verbs/chats.ts'
import { expect } from '../../e2e/support/fixtures.ts'
import { everyPath } from '../../e2e/support/pages.ts'
import { byKeys as test } from '../../e2e/support/verbs/keys.ts'
import { post } from '../../e2e/support/verbs/messages.ts'
import { addPoll, poll, vote } from '../../e2e/support/verbs/polls.ts'

/** A2: the focus returns when something closes, and is never hidden, neither behind a bar nor in forced colours. */

/** Chats with data of each kind. */
async function furnished(account: Parameters<typeof addChat>[0]) {
  const chatId = await addChat(account, { name: 'Hall', filterWords: 'spam' })
  await addChats(account, 'Cellar')
  await post(account, chatId, ...Array.from({ length: 30 }, (_, index) => `Hello ${index}`))
  for (const question of ['Encore?', 'Lunch?', 'Tea?', 'More?']) await addPoll(account, chatId, { question, send: true })
  await ban(account, chatId, '9.1.1.0-9.1.1.255', '20.0.0.1', '77.111.244.0-77.111.247.255')
  return chatId
}

test('the focus goes back to what opened it: every menu, dialog and drawer of every page', async ({ signedIn: page, account }) => {
  test.setTimeout(180_000)
  // Where the preview of settings is a drawer.
  await page.setViewportSize({ width: 1024, height: 768 })
  const chatId = await furnished(account)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  /** For each page, buttons that open something, and menu items that do. */
  const openers: [path: string, button: Locator, item?: string | RegExp][] = [
    [to.settings(chatId), button('Hall, switch to another chat')],
    [to.settings(chatId), button('More actions for settings'), 'Preview'],
    [to.messages(chatId), button('Post message')],
    [to.messages(chatId), button('More actions for messages'), 'Try the word filter…'],
    [to.messages(chatId), button('More actions for messages'), 'Delete all messages…'],
    [to.messages(chatId), button('Export')],
    [to.messages(chatId), button(/^Author/)],
    [to.polls(chatId), button('New poll')],
    [to.polls(chatId), button('Actions for Tea?'), 'Edit…'],
    [to.polls(chatId), button('Actions for Tea?'), 'Delete…'],
    [to.polls(chatId), button('Actions for Tea?'), 'Copy to other chats…'],
    [to.polls(chatId), button('More actions for polls'), 'Templates…'],
    [to.bannedIps(chatId), button('Actions for 9.1.1.0/24'), 'Unban part of it…'],
    [to.bannedIps(chatId), button('Actions for 9.1.1.0/24'), 'Note and review date…'],
    [to.bannedIps(chatId), button('More actions'), 'Import a list…'],
    [to.chats(), button('Actions for Hall'), 'Delete…'],
    [to.home(), button(/^Go to/)],
  ]
  const lost: string[] = []
  for (const [path, opener, item] of openers) {
    if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path)
    const what = `${path} ${item === undefined ? String(opener) : String(item)}`
    const opened = page.locator('[role=dialog], [role=menu]').filter({ visible: true })
    await expect(opener).toBeVisible()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(opened.first()).toBeVisible()
    if (item !== undefined) {
      await page.getByRole('menuitem', { name: item }).press('Enter')
      await expect(page.getByRole('dialog').first()).toBeVisible()
      await expect(page.getByRole('menu')).toBeHidden()
    }
    await expect(opener).not.toBeFocused()
    // What stands in for an overlay whose code is loading takes no keys.
    await expect(page.locator('[role=dialog][aria-busy=true]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener)
      .toBeFocused({ timeout: 2000 })
      .catch(() => lost.push(what))
  }
  figure('A2', lost.length === 0, `${openers.length} dialogs, drawers and menus closed, the focus lost ${lost.length} times`)
  expect(lost).toEqual([])
})

for (const { width, height } of [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
])
  test(`the focus is visible at every stop of Tab, at ${width} px and in forced colours`, async ({ signedIn: page, account }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const chatId = await furnished(account)
    const bad: string[] = []
    let stops = 0
    for (const path of everyPath(chatId)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // An edit shows the bar of unsaved changes.
      if (path === to.settings(chatId)) await page.getByRole('textbox', { name: 'Chat name' }).fill('Hall 2')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      for (const key of ['Tab', 'Shift+Tab'])
        for (let presses = 0; presses < 110; presses++) {
          await page.keyboard.press(key)
          const { end, why } = await page.evaluate(focusSeen)
          if (end) break
          stops++
          if (why !== '') bad.push(`${path}: ${key}, ${why}`)
        }
      if (path === to.settings(chatId)) {
        await page.keyboard.press('ControlOrMeta+s')
        // Before that, the browser asks whether to leave.
        await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
      }
    }
    figure('A2', bad.length === 0, `${stops} stops of Tab at ${width} px in forced colours: ${bad.length} hidden or without a ring`)
    expect(stops).toBeGreaterThan(150)
    expect([...new Set(bad)]).toEqual([])
  })

test('in forced colours the current page, what is selected and every bar are visible', async ({ signedIn: page, account }) => {
  const chatId = await furnished(account)
  vote(chatId, 1, 3, 2)
  let looked = 0
  for (const forced of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: forced })
    for (const path of everyPath(chatId)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === to.polls(chatId)) await expect(poll(page, 'Encore?')).toContainText('60 %')
      const { seen, unseen } = await page.evaluate(chosenAndBars)
      expect(unseen, path).toEqual([])
      looked += seen
    }
  }
  figure('A2', looked > 30, `${looked} marks of the current page, chosen filters and bars in forced colours: all differ from the page`)
  expect(looked).toBeGreaterThan(30)
})

/** Runs in the page: elements recognised by their background, which forced colours remove unless it is a system colour. */
function chosenAndBars(): { seen: number; unseen: string[] } {
  const page = getComputedStyle(document.body).backgroundColor
  const chosen = '[aria-current], [aria-pressed=true], label:has(> [type=radio]:checked)'
  const bars = 'table[aria-label=Votes] th span[style*=width]'
  const all = [...document.querySelectorAll(`${chosen}, ${bars}`)].filter((element) => element.getBoundingClientRect().width > 0)
  const unseen = all.filter((element) => ['rgba(0, 0, 0, 0)', page].includes(getComputedStyle(element).backgroundColor))
  return { seen: all.length - unseen.length, unseen: unseen.map(({ outerHTML }) => outerHTML.slice(0, 120)) }
}

/** Runs in the page: whether the focused element is at least partly visible and has a focus ring (WCAG 2.4.7 and 2.4.11). */
function focusSeen(): { end: boolean; why: string } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { end: true, why: '' }
  const own = focused.getBoundingClientRect()
  // A control without a size of its own is drawn by its label.
  const shown = own.width < 4 || own.height < 4 ? (focused.closest('label') ?? focused.parentElement ?? focused) : focused
  const { left, top, width, height } = shown.getBoundingClientRect()
  const points = [0.05, 0.25, 0.5, 0.75, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const))
  const seen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (shown.contains(hit) || hit.contains(shown))
  })
  const name = `${focused.tagName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}” at ${Math.round(left)}, ${Math.round(top)}`
  if (!seen) return { end: false, why: `hidden: ${name}` }
  let ringed: Element | null = focused
  for (let up = 0; ringed && up < 3; up++, ringed = ringed.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(ringed)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return { end: false, why: '' }
  }
  const sibling = focused.nextElementSibling && getComputedStyle(focused.nextElementSibling)
  if (sibling && sibling.outlineStyle !== 'none' && Number.parseFloat(sibling.outlineWidth) >= 1) return { end: false, why: '' }
  return { end: false, why: `no ring: ${name}` }
}
