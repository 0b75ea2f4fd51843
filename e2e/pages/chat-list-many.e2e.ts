import { to } from '#dashboard/platform/to.ts'
import { addChats, bulkBar, row, rowNames, checkbox } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'

test.beforeEach(async ({ account, signedIn: page }) => {
  await addChats(account, 'Radio Wieża', 'Aurora', 'Nachtcafé Köln', 'Vet')
  await page.goto(to.chats())
  await expect(rowNames(page)).toHaveCount(4)
})

test('of many chats only the visible ones are rendered, and actions reach the others', async ({ page, account }) => {
  await Promise.all(Array.from({ length: 120 }, (_, index) => addChats(account, `Room ${String(index + 1).padStart(3, '0')}`)))
  await page.goto(`${to.chats()}?sort=name`)
  const table = page.getByRole('table', { name: 'Chats' })
  await expect(table).toHaveAttribute('aria-rowcount', '125')
  await checkbox(page, 'Aurora').check()
  const region = page.getByRole('region', { name: 'Chats', exact: true })
  const toEnd = () => region.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(async () => {
    await toEnd()
    await expect(row(page, 'Vet')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(row(page, 'Vet')).toHaveAttribute('aria-rowindex', '125')
  expect(await table.getByRole('row').count()).toBeLessThanOrEqual(60)
  await expect(row(page, 'Room 050')).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport({ ratio: 1 })
  // The focused row stays rendered, although it is out of view.
  await expect(checkbox(page, 'Aurora')).toBeFocused()
  await checkbox(page, 'Vet').click({ modifiers: ['Shift'] })
  await expect(bulkBar(page)).toContainText('124 chats selected')
  await page.getByRole('checkbox', { name: 'Select all 124 shown' }).uncheck()
  await expect(bulkBar(page)).toBeHidden()

  await page.setViewportSize({ width: 360, height: 640 })
  const list = page.getByRole('list', { name: 'Chats' })
  const last = list.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Vet' }) })
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(last).toHaveAttribute('aria-posinset', '124')
  expect(await list.getByRole('listitem').count()).toBeLessThanOrEqual(60)
})

test('with many chats a tick changes its row alone, and what is selected stays selected while a search hides it @thorough', async ({
  page,
  account,
}) => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => addChats(account, `Room ${String(index + 1).padStart(2, '0')}`)))
  await page.goto(`${to.chats()}?sort=name`)
  await expect(page.getByRole('table', { name: 'Chats' })).toHaveAttribute('aria-rowcount', '65')
  await checkbox(page, 'Aurora').check()
  await expect(bulkBar(page)).toContainText('1 chat selected')

  // The names of the rows in which anything changes.
  const changed = await page.getByRole('table', { name: 'Chats' }).evaluateHandle((table) => {
    const names = new Set<string>()
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('tbody tr[aria-rowindex]')
        if (row) names.add(row.querySelector('a')?.textContent ?? '')
      }
    }).observe(table, { subtree: true, childList: true, attributes: true, characterData: true })
    return names
  })
  await checkbox(page, 'Room 05').check()
  await expect(bulkBar(page)).toContainText('2 chats selected')
  expect(await changed.evaluate((names) => [...names])).toEqual(['Room 05'])

  const search = page.getByRole('searchbox', { name: 'Search name or hash' })
  // No number: one could also be part of a hash.
  await search.fill('nachtcafé')
  await expect(checkbox(page, 'Room 05')).toHaveCount(0)
  await checkbox(page, 'Nachtcafé Köln').check()
  await expect(bulkBar(page)).toContainText('3 chats selected')
  await search.fill('')
  await expect(page.getByRole('table', { name: 'Chats' })).toHaveAttribute('aria-rowcount', '65')
  for (const name of ['Aurora', 'Nachtcafé Köln', 'Room 05']) await expect(checkbox(page, name)).toBeChecked()
})
