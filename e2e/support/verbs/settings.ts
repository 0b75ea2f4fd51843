import { expect, type Page } from '@playwright/test'
import { changedSettings, setting, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import { groups, type SettingName } from '#contract/settings.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast } from './chats.ts'
import type { TestAccount } from '../fixtures.ts'
import { tabTo } from './keys.ts'

/** Actions on the settings page. */

export async function openSettings(page: Page, chatId: number, query = ''): Promise<void> {
  await page.goto(to.settings(chatId) + query)
  await page.getByRole('searchbox', { name: /^Search \d+ settings and hours$/ }).waitFor()
}

/** Opens the page and waits for its last group: those below the screen are drawn together, after the first ones. */
export async function openAllSettings(page: Page, chatId: number, query = ''): Promise<void> {
  await openSettings(page, chatId, query)
  await page.getByRole('region', { name: new RegExp(`^${groups.offline.label}`) }).waitFor()
}

export const settingSwitch = (page: Page, name: SettingName) => page.getByRole('switch', { name: setting(name).label, exact: true })
export const field = (page: Page, name: SettingName) => page.getByRole('textbox', { name: setting(name).label, exact: true })
export const select = (page: Page, name: SettingName) => page.getByRole('combobox', { name: setting(name).label, exact: true })

export async function pickOption(page: Page, name: SettingName, option: string): Promise<void> {
  await select(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Finds a switch by its label and toggles it, by keyboard alone. */
export async function findAndSwitch(page: Page, name: SettingName): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(setting(name).label.toLowerCase())
  await expect(page.getByRole('switch')).toHaveCount(1)
  await tabTo(settingSwitch(page, name))
  await page.keyboard.press('Space')
}

export const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
export const barButton = (page: Page, action: 'Save' | 'Review' | 'Discard') =>
  saveBar(page).getByRole('button', { name: new RegExp(`^${action}`) })

/** Saves, and waits for the confirmation. */
export async function save(page: Page): Promise<void> {
  await barButton(page, 'Save').click()
  await expectSaved(page)
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toast(page, 'Settings saved').last()).toBeVisible()
  await expect(saveBar(page)).toBeHidden()
}

/** Changes settings through the API, as another program would. */
export const changeElsewhere = ({ api }: TestAccount, chatId: number, changes: Partial<SettingsWrite>) =>
  api('chatUpdate', { params: { chatId }, body: changes })

/** The stored settings that differ from `before`. */
export async function changesSince({ api }: TestAccount, chatId: number, before: Settings): Promise<Partial<Settings>> {
  const { data } = await api('chatRead', { params: { chatId } })
  return Object.fromEntries(changedSettings(before, data).map((name) => [name, data[name]]))
}
