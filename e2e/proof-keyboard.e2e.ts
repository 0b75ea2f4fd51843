import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/to.ts'
import { figure } from '../proof/figure.ts'
import { currency, heldAccount } from './account-verbs.ts'
import { ban, box, heldBans, isBanned, openBans } from './ban-verbs.ts'
import { addChat, addChats, dialog, held, heldNames } from './chat-verbs.ts'
import { expect, test as plain } from './fixtures.ts'
import { heldMessages, openMessages, post, rows, undoBar } from './message-verbs.ts'
import { addPoll, heldPolls, poll, vote } from './poll-verbs.ts'
import { expectSaved, openSettings, toggle } from './setting-verbs.ts'

/**
 * A2: twelve tasks over all domains without a pointer, from the page's address on; where the focus goes when something closes; that it is never
 * hidden, neither beneath a bar nor in forced colours.
 */

const test = plain.extend<{ noPointer: void }>({
  noPointer: [
    async ({ context }, use) => {
      await context.addInitScript(() => {
        addEventListener('pointerdown', () => console.error('A pointer was used'), true)
      })
      await use()
    },
    { auto: true },
  ],
})

/** Presses Tab until the focus is there. */
async function tabTo(target: Locator, most = 120) {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < most && !(await isThere()); presses++) await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(target: Locator) {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Opens a menu and walks down to one of its items. */
async function chooseByKeys(page: Page, button: Locator, item: string | RegExp) {
  await press(button)
  const target = page.getByRole('menuitem', { name: item })
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 30 && !(await target.evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Answers the dialog that asks for the token before a final act. */
async function typeToken(page: Page, token: string) {
  await expect(dialog(page, 'Confirm with the access token').getByLabel('Access token')).toBeFocused()
  await page.keyboard.insertText(token)
  await page.keyboard.press('Enter')
}

test.describe('tasks', () => {
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants its fixtures named, and none is needed
  test.afterEach(({}, { title, errors }) => figure('A2', errors.length === 0, `by keyboard alone: ${title}`))

  test('sign in with a pasted token, and out', async ({ page, account, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL! })
    await page.goto(to.signIn())
    await page.evaluate((text) => navigator.clipboard.writeText(text), account.token)
    await tabTo(page.getByLabel('Access token'))
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByLabel('Access token')).toHaveValue(account.token)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await press(page.getByRole('button', { name: 'Sign out' }))
    await expect(page).toHaveURL(to.signIn())
  })

  test('make a chat', async ({ signedIn: page, account }) => {
    await page.goto(to.chats())
    await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(dialog(page, 'New chat').getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By hand')
    await press(dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }))
    await expect.poll(() => heldNames(account)).toEqual(['By hand'])
  })

  test('change a setting and save it', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Lobby')
    await openSettings(page, chatId)
    await page.keyboard.press('/')
    await page.keyboard.type('only admins may upload')
    await expect(page.getByRole('switch')).toHaveCount(1)
    await tabTo(toggle(page, 'uploadAdmin'))
    await page.keyboard.press('Space')
    await page.keyboard.press('ControlOrMeta+s')
    await expectSaved(page)
    expect((await held(account, chatId)).uploadAdmin).toBe(true)
  })

  test('ask a poll and publish its results', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Stage')
    await page.goto(to.polls(chatId))
    await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
    await page.keyboard.press('n')
    const drawer = dialog(page, 'New poll')
    await expect(drawer.getByLabel('Question')).toBeFocused()
    await page.keyboard.type('By hand?')
    await tabTo(drawer.getByLabel('Answer 1', { exact: true }))
    await page.keyboard.type('Yes')
    await tabTo(drawer.getByLabel('Answer 2', { exact: true }))
    await page.keyboard.type('No')
    await press(drawer.getByRole('button', { name: 'Save and send' }))
    await press(poll(page, 'By hand?').getByRole('button', { name: 'Publish results' }))
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(poll(page, 'By hand?')).toContainText('Results shown')
    expect(await heldPolls(account, chatId)).toMatchObject([{ question: 'By hand?', status: 'published' }])
  })

  test('delete two messages', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'stays', 'goes', 'goes too')
    await openMessages(page, chatId)
    await expect(rows(page)).toHaveCount(3)
    for (const key of ['j', 'x', 'j', 'x', 'd']) await page.keyboard.press(key)
    await press(undoBar(page).getByRole('button', { name: 'Delete now' }))
    await expect(rows(page)).toHaveCount(1)
    await expect.poll(async () => (await heldMessages(account, chatId)).map(({ text }) => text)).toEqual(['stays'])
  })

  test('ban a range and spare an address of it', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await openBans(page, chatId)
    await page.keyboard.press('b')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('9.1.1.0/24')
    await page.keyboard.press('ControlOrMeta+Enter')
    await chooseByKeys(page, page.getByRole('button', { name: 'Acts for 9.1.1.0/24' }), 'Spare an address…')
    await expect(dialog(page, 'Spare an address').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('9.1.1.100')
    await press(dialog(page, 'Spare an address').getByRole('button', { name: 'Spare' }))
    await expect.poll(() => isBanned(account, chatId, '9.1.1.100')).toBe(false)
    expect(await isBanned(account, chatId, '9.1.1.101')).toBe(true)
  })

  test('copy the bans to another chat', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    const other = await addChat(account, 'Cellar')
    await ban(account, chatId, '9.1.1.0-9.1.1.255', '20.0.0.1')
    await openBans(page, chatId, '?open=rooms')
    const drawer = dialog(page, 'Across chats')
    await tabTo(drawer.getByRole('checkbox', { name: 'Cellar' }))
    await page.keyboard.press('Space')
    await press(drawer.getByRole('button', { name: /^Make \d+ changes?/ }))
    await expect.poll(() => heldBans(account, other)).toEqual(['9.1.1.0-9.1.1.255', '20.0.0.1'])
  })

  test('edit the profile', async ({ signedIn: page, account }) => {
    await page.goto(to.account())
    await tabTo(page.getByRole('textbox', { name: 'City' }))
    await page.keyboard.type('Porto')
    await tabTo(page.getByRole('combobox', { name: 'Country' }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('portu')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => heldAccount(account)).toMatchObject({ city: 'Porto', countryId: 620 })
  })

  test('set the currency for good', async ({ signedIn: page, account, allowTrouble }) => {
    allowTrouble(/status of 403/)
    await page.goto(to.account())
    await tabTo(currency(page).getByRole('combobox'))
    await page.keyboard.type('zlot')
    await expect(page.getByRole('option', { name: 'PLN · Polish Zloty' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(currency(page).getByLabel('I have read this'))
    await page.keyboard.press('Space')
    await tabTo(currency(page).getByLabel('Type PLN to go on'))
    await page.keyboard.type('PLN')
    await press(currency(page).getByRole('button', { name: 'Set PLN for good' }))
    await typeToken(page, account.token)
    await expect.poll(async () => (await heldAccount(account)).currency).toBe('PLN')
  })

  test('go to another chat by the palette', async ({ signedIn: page, account }) => {
    await addChat(account, 'Hall')
    const night = await addChat(account, 'Nachtcafé Köln')
    await page.goto(to.overview())
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('textbox', { name: /^Go to a chat/ })).toBeFocused()
    await page.keyboard.type('nachtcafe')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(to.settings(night))
  })

  test('export messages', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'one', 'two')
    await openMessages(page, chatId)
    const saved = page.waitForEvent('download')
    await chooseByKeys(page, page.getByRole('button', { name: 'Export' }).first(), /^All that is loaded/)
    expect((await saved).suggestedFilename()).toContain('Hall')
  })

  test('show a poll on the big screen, hide its results, go to the next one and back', async ({ signedIn: page, account }) => {
    const chatId = await addChat(account, 'Stage')
    for (const question of ['Encore?', 'Lunch?']) await addPoll(account, chatId, { question, send: true })
    vote(chatId, 1, 2, 1)
    await page.goto(to.polls(chatId))
    await press(poll(page, 'Encore?').getByRole('link', { name: 'Present Encore?' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/results=hidden/)
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lunch?')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(to.polls(chatId))
  })
})

/** Rooms with something of each kind. */
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
  const chatId = await furnished(account)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  /** Of each page: buttons that open something, and items of menus that do. */
  const openers: [path: string, button: Locator, item?: string | RegExp][] = [
    [to.settings(chatId), button('Hall, switch to another chat')],
    [to.settings(chatId), button('More about these settings'), 'Compare with another chat…'],
    [to.messages(chatId), button('Post message')],
    [to.messages(chatId), button('More about these messages'), 'Try the word filter…'],
    [to.messages(chatId), button('More about these messages'), 'Delete all messages…'],
    [to.messages(chatId), button('Export')],
    [to.messages(chatId), button(/^Poster/)],
    [to.polls(chatId), button('New poll')],
    [to.polls(chatId), button('Acts for Tea?'), 'Edit…'],
    [to.polls(chatId), button('Acts for Tea?'), 'Delete…'],
    [to.polls(chatId), button('Acts for Tea?'), 'Copy to other chats…'],
    [to.polls(chatId), button('More about these polls'), 'Templates…'],
    [to.bannedIps(chatId), button('Acts for 9.1.1.0/24'), 'Spare an address…'],
    [to.bannedIps(chatId), button('Acts for 9.1.1.0/24'), 'Note and review date…'],
    [to.bannedIps(chatId), button('More about the banned addresses'), 'Import a list…'],
    [to.chats(), button('Acts for Hall'), 'Delete…'],
    [to.overview(), button(/^Go to/)],
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
  test(`the focus is seen wherever Tab leads, at ${width} px and in forced colours`, async ({ signedIn: page, account }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const chatId = await furnished(account)
    const paths = [
      to.overview(),
      to.chats(),
      to.settings(chatId),
      to.messages(chatId),
      to.polls(chatId),
      to.bannedIps(chatId),
      to.account(),
      to.social(),
      to.activity(),
    ]
    const bad: string[] = []
    let stops = 0
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // An edit brings the bar of unsaved changes.
      if (path === to.settings(chatId)) await page.getByRole('textbox', { name: 'Chat name' }).fill('Hall 2')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      for (let presses = 0; presses < 110; presses++) {
        await page.keyboard.press('Tab')
        const { end, why } = await page.evaluate(focusSeen)
        if (end) break
        stops++
        if (why !== '') bad.push(`${path}: ${why}`)
      }
      if (path === to.settings(chatId)) await page.keyboard.press('ControlOrMeta+s')
    }
    figure('A2', bad.length === 0, `${stops} stops of Tab at ${width} px in forced colours: ${bad.length} hidden or without a ring`)
    expect(stops).toBeGreaterThan(150)
    expect([...new Set(bad)]).toEqual([])
  })

/** In the page: whether anything of what has the focus can be seen, and a ring around it (WCAG 2.4.7 and 2.4.11). */
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
