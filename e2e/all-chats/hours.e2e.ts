import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { addChat, dialog, row, storedSettings, toast } from '../support/verbs/chats.ts'
import { changeElsewhere, saveBar } from '../support/verbs/settings.ts'

/** No day is open. */
const alwaysClosed = {
  isOn: true,
  zone: 'UTC',
  week: [[], [], [], [], [], [], []],
  exceptions: [],
  message: '',
  showForm: false,
  openUntil: null,
}

/** The opening hours of a chat, which the worker follows. */

const shown = async (account: TestAccount, chatId: number) => {
  const { offline, offlineMessage } = await storedSettings(account, chatId)
  return { offline, offlineMessage }
}
const save = (page: Page) => saveBar(page).getByRole('button', { name: /^Save/ }).click()

/** The hours above the days stand over their marks at every width. */
async function expectMarksUnderHours(page: Page) {
  const week = page.getByRole('region', { name: 'Every week' })
  // The fifth of the labels is that of midnight, which is a line in each day. Both in one moment: the window has just changed its size.
  const apart = () =>
    week.evaluate((element) => {
      const label = element.querySelectorAll('[aria-hidden] span')[4]!.getBoundingClientRect()
      const mark = element.querySelector('li b[style]')!.getBoundingClientRect()
      return Math.abs(label.x + label.width / 2 - mark.x)
    })
  await expect(week.locator('li b[style]').first()).toBeVisible()
  for (const width of [1920, 1024, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(apart, `${width} px`).toBeLessThan(1.5)
  }
}

test('a chat is closed by its hours, opened by hand for a while, and gets back its own message', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const chatId = await addChat(account, { name: 'Nachtcafé', offlineMessage: 'Own message' })
  await page.goto(to.hours(chatId))
  await expect(page.getByText('Opening hours are off: the chat stays as it is.')).toBeVisible()
  await expectMarksUnderHours(page)
  await page.getByLabel('Message', { exact: true }).fill('We open in March')
  await page.getByRole('switch', { name: 'Follow these hours' }).click()
  await save(page)
  // No day is open, so the chat is closed from now on.
  await dialog(page, 'Take Nachtcafé offline now?').getByRole('button', { name: 'Save and take offline' }).click()
  await expect(toast(page, 'Opening hours saved')).toBeVisible()
  await expect(page.getByText('Background access is off.')).toBeVisible()

  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})
  await expect.poll(() => shown(account, chatId)).toEqual({ offline: true, offlineMessage: 'We open in March' })

  await page.goto(to.chats())
  await expect(row(page, 'Nachtcafé')).toContainText('Closed now')
  await expect(row(page, 'Nachtcafé')).not.toContainText('Offline')
  await page.goto(to.hours(chatId))
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: /^Nachtcafé/ }) })
  await expect(header).toContainText('Closed now')
  await expect(page.getByText('It never opens by these hours.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open now until…' }).click()
  await page.getByRole('button', { name: /^Open until/ }).click()
  await expect.poll(() => shown(account, chatId)).toEqual({ offline: false, offlineMessage: 'Own message' })
  await expect(page.getByText(/^Kept open until/)).toBeVisible()
  await page.reload()
  await expect(header).toContainText('Opening hours on')
  // Taken offline by hand while it should be open: somebody should look at it.
  await changeElsewhere(account, chatId, { offline: true })
  await page.goto(to.chats())
  await expect(row(page, 'Nachtcafé')).toContainText('Offline')
})

test('turning background access off while hours keep chats closed asks which to bring online', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  const [bar, club] = [await addChat(account, { name: 'Bar', offline: true }), await addChat(account, { name: 'Club', offline: true })]
  await addChat(account, { name: 'Offline by hand', offline: true })
  const changes = [bar, club].map((chatId) => ({ chatId, key: 'hours', version: 0, value: alwaysClosed }))
  await call('recordsWrite', { params: { kind: 'chat-hours' }, body: { changes } })
  await call('standingTurnOn', {})
  await page.goto(to.schedule())
  const line = page.getByRole('region', { name: 'Background access' })
  const turnOff = line.getByRole('button', { name: 'Turn off' })
  const asked = dialog(page, 'Turn off background access?')
  await turnOff.click()
  await expect(asked).toContainText('2 chats are offline by their opening hours')
  await expect(asked.getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await page.keyboard.press('Escape')
  await expect(line).toContainText(': on')
  await turnOff.click()
  await asked.getByRole('checkbox', { name: /^Club/ }).click()
  await asked.getByRole('button', { name: 'Turn off and bring 1 chat online' }).click()
  await expect(line).toContainText(': off')
  await expect(toast(page, '1 chat brought online')).toBeVisible()
  expect((await storedSettings(account, club)).offline).toBe(false)
  expect((await storedSettings(account, bar)).offline).toBe(true)
})

test('turning the hours off while they keep the chat closed asks what it should be', async ({ signedIn: page, account, baseURL }) => {
  const chatId = await addChat(account, 'Nachtcafé')
  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})
  const turn = async () => {
    await page.getByRole('switch', { name: 'Follow these hours' }).click()
    await save(page)
  }
  const isOffline = async () => (await storedSettings(account, chatId)).offline
  const asked = dialog(page, 'Nachtcafé is closed by its hours')
  const taking = dialog(page, 'Take Nachtcafé offline now?').getByRole('button', { name: 'Save and take offline' })
  for (const [choice, stays, isOnline] of [
    ['Save and leave offline', true, true],
    ['Save and bring online', false, false],
  ] as const) {
    // It asks unless the page has read that the chat is offline already.
    await page.goto(to.hours(chatId))
    await page.reload()
    await turn()
    if (isOnline) await taking.click()
    await expect(page.getByText('It never opens by these hours.')).toBeVisible()
    await expect.poll(isOffline).toBe(true)
    await turn()
    await expect(asked).toBeVisible()
    await expectAccessible(page)
    await asked.getByRole('button', { name: choice }).click()
    await expect(page.getByText('Opening hours are off: the chat stays as it is.')).toBeVisible()
    await expect.poll(isOffline).toBe(stays)
    // The browser asks whoever leaves a page that still saves.
    await expect.poll(() => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
  }
})

test('settings and hours are saved by one bar, and what someone else changed is asked about after the settings are saved', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Nachtcafé')
  const { call } = await gatewaySession(baseURL!, account.token)
  await page.goto(`/chats/${chatId}/hours`)
  await expect(page).toHaveURL(to.hours(chatId))
  await page.getByRole('switch', { name: 'Monday: open' }).click()
  await page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name: 'Files' }).click()
  await page.getByRole('switch', { name: 'File upload', exact: true }).click()
  await expect(saveBar(page)).toContainText('2 changes')
  await saveBar(page).getByRole('button', { name: 'Review' }).click()
  const review = dialog(page, 'Review 2 changes')
  await expect(review.getByRole('table', { name: 'Opening hours' })).toContainText('Monday')
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(toast(page, 'Opening hours saved')).toBeVisible()
  await expect(saveBar(page)).toBeHidden()
  const params = { kind: 'chat-hours' } as const
  const hours = async () => (await call('recordList', { params, query: { chatId } })).data[0]!
  const stored = await hours()
  expect(stored.value).toMatchObject({ week: [[{ from: 540, to: 1020 }], [], [], [], [], [], []] })
  const { upload } = await storedSettings(account, chatId)

  await page.getByRole('searchbox', { name: /^Search/ }).fill('timetable')
  await expect(page.getByRole('switch', { name: 'File upload', exact: true })).toBeHidden()
  await page.getByLabel('Monday opens').fill('8:00')
  await page.getByRole('searchbox', { name: /^Search/ }).fill('')
  await page.getByRole('switch', { name: 'File upload', exact: true }).click()
  const value = stored.value as typeof alwaysClosed
  const week = [[{ from: 600, to: 1020, message: '' }], ...value.week.slice(1)]
  await call('recordsWrite', { params, body: { changes: [{ chatId, key: 'hours', version: stored.version, value: { ...value, week } }] } })
  await page.keyboard.press('ControlOrMeta+s')
  await dialog(page, '1 value was changed elsewhere').getByRole('button', { name: 'Back to editing' }).click()
  await expect.poll(async () => (await storedSettings(account, chatId)).upload).toBe(!upload)
  await expect(saveBar(page)).toContainText('1 change Monday: 08:00 – 17:00, was 09:00 – 17:00')
  expect((await hours()).value).toMatchObject({ week: [[{ from: 600 }], [], [], [], [], [], []] })
})

test('two people change different days at once, and decide about the same day @thorough', async ({ signedIn: page, account, baseURL }) => {
  const chatId = await addChat(account, 'Nachtcafé')
  const { call } = await gatewaySession(baseURL!, account.token)
  const period = { from: 540, to: 1020, message: '' }
  const value = {
    isOn: false,
    zone: 'Europe/Berlin',
    week: Array.from({ length: 7 }, () => [period]),
    exceptions: [],
    message: '',
    showForm: false,
    openUntil: null,
  }
  const params = { kind: 'chat-hours' } as const
  const [first] = (await call('recordsWrite', { params, body: { changes: [{ chatId, key: 'hours', version: 0, value }] } })).data
  await page.goto(to.hours(chatId))
  await page.getByLabel('Monday opens').fill('8')
  await page.getByLabel('Friday closes').fill('2:30')
  await page.getByLabel('Friday closes').blur()
  await expect(page.getByLabel('Monday opens')).toHaveValue('08:00')
  await expect(page.getByText('next day')).toBeVisible()

  const week = value.week.with(0, [{ ...period, from: 600 }]).with(2, [])
  await call('recordsWrite', { params, body: { changes: [{ chatId, key: 'hours', version: first!.version, value: { ...value, week } }] } })
  await save(page)
  const conflict = dialog(page, '1 value was changed elsewhere')
  await conflict.getByRole('radio', { name: /Theirs: 10:00 – 17:00/ }).check()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Opening hours saved')).toBeVisible()
  const [stored] = (await call('recordList', { params, query: { chatId } })).data
  expect(stored!.value).toMatchObject({
    week: [[{ from: 600 }], [period], [], [period], [{ from: 540, to: 26.5 * 60 }], [period], [period]],
  })
})
