import { expect, type Locator, type Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { ipv4ToNumber } from '#contract/values.ts'
import type { TestAccount } from '../fixtures.ts'
import { dialog } from './chats.ts'

/** Actions on the page of banned ranges. They work for the table and for the list on phones. */

/** Bans through the API: "192.0.2.1" or "192.0.2.1-192.0.2.9". */
export async function ban({ api }: TestAccount, chatId: number, ...ranges: string[]): Promise<void> {
  for (const range of ranges) {
    const [ip = '', lastIp] = range.split('-')
    await api('banCreate', { params: { chatId }, body: { ip, ...(lastIp !== undefined && { lastIp }) } })
  }
}

/** The stored ranges, by address: "192.0.2.1" or "192.0.2.1-192.0.2.9". */
export async function storedBans({ api }: TestAccount, chatId: number): Promise<string[]> {
  const { data } = await api('banList', { params: { chatId } })
  return data
    .toSorted(
      (one, other) => ipv4ToNumber(one.firstIp) - ipv4ToNumber(other.firstIp) || ipv4ToNumber(other.lastIp) - ipv4ToNumber(one.lastIp),
    )
    .map(({ firstIp, lastIp }) => (firstIp === lastIp ? firstIp : `${firstIp}-${lastIp}`))
}

/** Whether a stored range contains an address. */
export async function isBanned(account: TestAccount, chatId: number, address: string): Promise<boolean> {
  const at = ipv4ToNumber(address)
  return (await storedBans(account, chatId)).some((range) => {
    const [first = '', last = first] = range.split('-')
    return ipv4ToNumber(first) <= at && at <= ipv4ToNumber(last)
  })
}

/** All banned addresses as numbers. Only for narrow ranges. */
export async function bannedAddresses(account: TestAccount, chatId: number): Promise<number[]> {
  const found = new Set<number>()
  for (const range of await storedBans(account, chatId)) {
    const [first = '', last = first] = range.split('-')
    for (let at = ipv4ToNumber(first); at <= ipv4ToNumber(last); at++) found.add(at)
  }
  return [...found].toSorted((one, other) => one - other)
}

export async function openBans(page: Page, chatId: number, query = ''): Promise<void> {
  await page.goto(to.bannedIps(chatId) + query)
  await expect(search(page)).toBeVisible()
}

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Is this address banned?' })
export const banBox = (page: Page) => page.getByRole('textbox', { name: 'Addresses to ban' })
export const verdicts = (page: Page) => page.getByRole('list', { name: 'What each line would change' }).getByRole('listitem')
export const table = (page: Page) => page.getByRole('table', { name: 'Banned addresses' })
/** The row of a range, by its name on the page: "192.0.2.0/24". */
export const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })
export const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })

export async function choose(page: Page, name: string, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Unbans an address of the range with this name. */
export async function unbanPart(page: Page, name: string, address: string): Promise<void> {
  await choose(page, name, 'Unban part of it…')
  const asked = dialog(page, 'Unban part of a range')
  await asked.getByRole('textbox').fill(address)
  await asked.getByRole('button', { name: 'Unban', exact: true }).click()
}

/** Chooses from the menu of the whole list. */
export async function chooseForAll(page: Page, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Types into the box and bans it. */
export async function banByBox(page: Page, text: string): Promise<void> {
  await banBox(page).fill(text)
  await page.getByRole('button', { name: /^Ban [\d,]+ address/ }).click()
}

/** Dispatches the event of Ctrl+V, which the page may handle itself. */
export const pasteInto = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
