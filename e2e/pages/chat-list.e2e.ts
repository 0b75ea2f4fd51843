import { setting } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { addChats, beginNew, bulkBar, choose, dialog, row, rowNames, checkbox } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { escape } from '../support/verbs/keys.ts'

const chats = [
  { name: 'Radio Wieża', langId: 'pl', offline: true },
  { name: 'Aurora', monetizeLogin: true, uploadAdmin: true },
  { name: 'Nachtcafé Köln', langId: 'de' },
  { name: 'Vet', forceSDKLogin: true, offline: true },
]

test.beforeEach(async ({ account, signedIn: page }) => {
  await addChats(account, ...chats)
  await page.goto(to.chats())
  await expect(rowNames(page)).toHaveCount(4)
})

test('the search ignores accents and finds public IDs; filters say what each value would leave, and are in the URL with the order', async ({
  page,
  account,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search name or hash' })
  await search.fill('wieza')
  await expect(rowNames(page)).toHaveText(['Radio Wieża'])
  await expect(rowNames(page).locator('mark')).toHaveText(['Wieża'])
  const { data } = await account.api('chatList', {})
  await search.fill(data.find(({ name }) => name === 'Vet')!.hash)
  await expect(rowNames(page)).toHaveText(['Vet'])
  await search.fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'Nothing matches “nothing like it”' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all chats' }).click()
  await expect(rowNames(page)).toHaveCount(4)
  await expect(search).toHaveValue('')

  const filter = page.getByRole('group', { name: 'Filter' })
  const filterButton = (name: string) => filter.getByRole('button', { name })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(filter.getByRole('button')).toHaveText(['Label', 'Language', 'Type', 'State', 'Suggestions 3', 'Views'])
  await filterButton('State').click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Online2',
    'Offline2',
    'Private1',
    'Paid entry1',
    'Used in 30 days0',
    'Unused for 90 days0',
  ])
  await item('Offline').click()
  await expect(filterButton('Offline')).toBeFocused()
  await expect(rowNames(page)).toHaveText(['Radio Wieża', 'Vet'])
  // Counted among what passes the other filters.
  await filterButton('Language').click()
  await expect(page.getByRole('menuitem')).toHaveText(['English1', 'Polish1'])
  await item('Polish').click()
  await expect(rowNames(page)).toHaveText(['Radio Wieża'])
  await expect(page).toHaveURL(/\?language=pl&show=offline$/)
  await filterButton('Polish').click()

  await search.fill('e')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Sign-in ways' }).uncheck()
  await page.keyboard.press('Escape')
  const looking = async () => {
    await expect(search).toHaveValue('e')
    await expect(filterButton('Offline')).toHaveAttribute('aria-pressed', 'true')
    await expect(rowNames(page)).toHaveText(['Radio Wieża', 'Vet'])
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('columnheader', { name: 'Sign-in ways' })).toBeHidden()
  }
  await looking()
  await expect(page).toHaveURL(/\?q=e&show=offline&sort=name&columns=labels\.hash\.state\.type\.langId\.lastUsed\.created$/)
  const address = page.url()
  await page.reload()
  await looking()
  await row(page, 'Vet').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vet')
  await page.goBack()
  await looking()
  await expect(page).toHaveURL(address)

  // Suggestions of the settings doctor, as links of the overview filter them.
  await page.goto(to.chats({ findings: 'private-but-readable' }))
  await expect(rowNames(page)).toHaveText(['Vet'])
  await filterButton('Anyone can read this private chat').press('Enter')
  await expect(filterButton('Suggestions')).toBeFocused()
  await expect(rowNames(page)).toHaveCount(4)
})

test('pinned chats come first, whatever the sort; Shift selects a range; keys search, create, list the keys and fold the sidebar', async ({
  page,
}) => {
  await page.goto(`${to.chats()}?sort=name`)
  await choose(page, 'Vet', 'Pin to the top')
  await expect(rowNames(page)).toHaveText(['Vet', 'Aurora', 'Nachtcafé Köln', 'Radio Wieża'])
  await expect(row(page, 'Vet').getByRole('img', { name: 'Pinned' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '4 chats · 1 pinned · sorted by name' })).toBeVisible()
  await page.reload()
  await expect(rowNames(page)).toHaveText(['Vet', 'Aurora', 'Nachtcafé Köln', 'Radio Wieża'])
  await choose(page, 'Vet', 'Unpin')
  await expect(rowNames(page)).toHaveText(['Aurora', 'Nachtcafé Köln', 'Radio Wieża', 'Vet'])

  await checkbox(page, 'Aurora').click()
  await checkbox(page, 'Radio Wieża').click({ modifiers: ['Shift'] })
  for (const name of ['Aurora', 'Nachtcafé Köln', 'Radio Wieża']) await expect(checkbox(page, name)).toBeChecked()
  await expect(checkbox(page, 'Vet')).not.toBeChecked()
  await expect(bulkBar(page)).toContainText('3 chats selected')
  await page.keyboard.press('Escape')
  await expect(bulkBar(page)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all 4 shown' }).check()
  // Rows hidden by a search stay selected.
  const search = page.getByRole('searchbox', { name: 'Search name or hash' })
  await search.fill('vet')
  await expect(rowNames(page)).toHaveText(['Vet'])
  await expect(bulkBar(page)).toContainText('4 chats selected')
  await bulkBar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bulkBar(page)).toBeHidden()
  await search.fill('')
  await search.blur()

  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  // No key acts while typing.
  await page.keyboard.type('n?[')
  await expect(search).toHaveValue('n?[')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toContainText('Collapse or expand the sidebar')
  await escape(dialog(page, 'Keyboard shortcuts'))
  await page.keyboard.press('\\')
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
  // The chats are behind the icon of Chats, for the keyboard too.
  const behindIcon = page.getByRole('list', { name: 'Pinned and recent chats' })
  await expect(behindIcon).toBeHidden()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(behindIcon.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('n')
  await expect(dialog(page, 'New chat')).toBeVisible()
})

// Widths between the list on phones and the full sidebar.
test('from 768 to 1199 px nothing scrolls sideways, and menus and Columns can be reached @thorough', async ({ page, account }) => {
  const columns = page.getByRole('button', { name: 'Columns' })
  const heads = page.getByRole('columnheader')
  for (const [width, hidden] of [
    [1199, 0],
    [1024, 2],
    [900, 4],
    [768, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
    await expect(heads).toHaveCount(10 - hidden)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth, `the document at ${width} px`).toBe(clientWidth)
    for (const part of [
      columns,
      page.getByRole('button', { name: 'Actions for Aurora' }),
      page.getByRole('button', { name: 'New', exact: true }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByText('5 columns are hidden at this width (Hash, Type, Language, Sign-in ways, and Created)')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(heads).toHaveCount(10)
  await page.reload()
  await expect(heads).toHaveCount(10)
  // The table scrolls inside its box; the names and the menus stay.
  await page.getByRole('region', { name: 'Chats' }).evaluate((region) => region.scrollTo({ left: 9999 }))
  await expect(page.getByRole('link', { name: 'Aurora' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Actions for Aurora' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)

  // A chat with three states: the most important one in full, the others behind a number with a label.
  await addChats(account, { name: 'Every state', offline: true, monetizeLogin: true, forceSDKLogin: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(to.chats())
  const states = row(page, 'Every state').locator('.tag')
  await expect(states).toHaveText(['Offline', '+2', /^\s*\d$/])
  for (const state of await states.all()) {
    const { cut, within } = await state.evaluate((badge) => {
      const cell = badge.closest('td')!.getBoundingClientRect()
      return { cut: badge.scrollWidth > badge.clientWidth, within: badge.getBoundingClientRect().right <= cell.right }
    })
    expect({ cut, within }).toEqual({ cut: false, within: true })
  }
  await page.setViewportSize({ width: 768, height: 800 })

  // The choice of the user is kept for windows of this width.
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
})

test('a column header sorts ascending, then descending, and reports the order to screen readers @thorough', async ({ page }) => {
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Last used')).toHaveAttribute('aria-sort', 'descending')
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Last used')).toHaveAttribute('aria-sort', 'none')
  await expect(rowNames(page)).toHaveText(['Aurora', 'Nachtcafé Köln', 'Radio Wieża', 'Vet'])
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(rowNames(page)).toHaveText(['Vet', 'Radio Wieża', 'Nachtcafé Köln', 'Aurora'])
  await expect(page.getByRole('status').filter({ hasText: '4 chats' })).toContainText('sorted by name, descending')
})

test('any setting can be a column and be sorted by @thorough', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  const { label } = setting('uploadAdmin')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('searchbox', { name: 'Search columns' }).fill('uploadadmin')
  await page.getByRole('checkbox', { name: label }).check()
  await page.getByRole('searchbox', { name: 'Search columns' }).fill('hash')
  await page.getByRole('checkbox', { name: 'Hash' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Hash' })).toBeHidden()
  await expect(row(page, 'Aurora').getByRole('cell').nth(-2)).toHaveText('On')
  await expect(row(page, 'Vet').getByRole('cell').nth(-2)).toHaveText('Off')
  const head = page.getByRole('columnheader', { name: label })
  await head.getByRole('button').click()
  await head.getByRole('button').click()
  await expect(rowNames(page).first()).toHaveText('Aurora')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Default' }).click()
  await expect(page.getByRole('columnheader', { name: 'Hash' })).toBeVisible()
  await expect(head).toBeHidden()
})

test('an open drawer is in the URL, and Back closes it @thorough', async ({ page, account }) => {
  await beginNew(page, 'Chat')
  await expect(page).toHaveURL(to.chats({ open: 'new' }))
  await page.reload()
  await expect(dialog(page, 'New chat')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'New chat')).toBeHidden()
  await expect(page).toHaveURL(to.chats())
  await page.goForward()
  await expect(dialog(page, 'New chat')).toBeVisible()

  const { data } = await account.api('chatList', {})
  await page.goto(to.chats({ open: `duplicate-${data.find(({ name }) => name === 'Vet')!.id}` }))
  await expect(dialog(page, 'Duplicate Vet')).toBeVisible()
})
