import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, addChats, bulkBar, choose, dialog, doWithSelected, select, startNewChat } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openAllSettings } from '../support/verbs/settings.ts'

/** axe on every page and everything that opens, light and dark, wide and narrow. */

const sizes = [
  { width: 1280, height: 800, phone: false },
  { width: 360, height: 640, phone: true },
]

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

for (const { width, height, phone } of sizes) {
  test.describe(`at ${width} px`, () => {
    // Colours in the middle of a transition cannot be judged.
    test.use({ viewport: { width, height }, hasTouch: phone, contextOptions: { reducedMotion: 'reduce' } })

    test('the overview, Not found and the sign-in page have no violation', async ({ signedIn: page, account, context, allowErrors }) => {
      await page.goto(to.overview())
      await expect(heading(page, 'Your first chat in four steps')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Chat name' }).fill('First')
      await page.getByRole('button', { name: 'Create chat' }).click()
      await expect(page.getByRole('switch', { name: 'Sign-in with network one' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Keep the defaults' })).toBeVisible()
      await expectAccessible(page)
      await addChats(account, { name: 'Wieża', offline: true, monetizeLogin: true }, 'Harbour')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText('1 chat is offline')).toBeVisible()
      await expectAccessible(page)
      allowErrors(/status of 404/)
      await page.goto('/chats/abc')
      await expect(heading(page, /This page does not exist/)).toBeVisible()
      await expectAccessible(page)
      await context.clearCookies()
      await page.goto(to.signIn())
      await expect(heading(page, 'Sign in to Roomkeeper')).toBeVisible()
      await expectAccessible(page)
    })

    test('the list of chats has no violation when empty, filled, selected and without a match', async ({ signedIn: page, account }) => {
      await page.goto(to.chats())
      await expect(heading(page, 'No chats yet')).toBeVisible()
      await expectAccessible(page)
      await addChats(account, { name: 'Wieża', offline: true, monetizeLogin: true }, { name: 'Harbour', forceSDKLogin: true })
      await page.reload()
      await select(page, 'Wieża', 'Harbour')
      await expect(bulkBar(page)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('nothing')
      await expect(heading(page, 'Nothing matches “nothing”')).toBeVisible()
      await expectAccessible(page)
    })

    test('the pages of a chat have no violation', async ({ signedIn: page, account }) => {
      const chatId = await addChat(account, { name: 'Wieża', offline: true, monetizeLogin: true, forceSDKLogin: true })
      await openAllSettings(page, chatId)
      await expectAccessible(page)
      await page.goto(to.polls(chatId))
      await expect(heading(page, 'No polls in this chat yet')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Wieża, switch to another chat' }).click()
      await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
      // Controls half covered by the popover would count as small targets.
      await expectAccessible(page, '[role=dialog]')
    })

    test.describe('on a full plan', () => {
      test.use({ maxChats: 2 })

      test('the drawers have no violation', async ({ signedIn: page, account, allowErrors }) => {
        await addChats(account, 'Wieża', 'Harbour')
        await page.goto(to.chats({ open: 'new' }))
        const drawer = dialog(page, 'New chat')
        await drawer.getByRole('button', { name: 'Create chat' }).click()
        await expect(drawer.getByLabel('Name')).toHaveAccessibleDescription(/Give the chat a name/)
        await expectAccessible(page)
        await drawer.getByLabel('Start from').click()
        await expect(page.getByRole('option', { name: 'Wieża' })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('option', { name: 'Wieża' }).click()
        await drawer.getByLabel('Name').fill('Third')
        allowErrors(/status of 409/)
        await drawer.getByRole('button', { name: 'Create chat' }).click()
        await expect(drawer.getByRole('alert')).toBeVisible()
        await expectAccessible(page)
        await drawer.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog(page, 'Leave without saving?')).toBeVisible()
        await expectAccessible(page)
        await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
        await choose(page, 'Wieża', 'Duplicate…')
        await expect(dialog(page, 'Duplicate Wieża')).toBeVisible()
        await expectAccessible(page)
      })
    })

    test('menus, popovers and tooltips have no violation', async ({ signedIn: page, account }) => {
      await addChats(account, 'Wieża')
      await page.goto(to.chats())
      await page.getByRole('button', { name: 'Actions for Wieża' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      if (phone) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await expect(dialog(page, 'Menu')).toBeVisible()
        return expectAccessible(page)
      }
      await page.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByRole('searchbox', { name: 'Search columns' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('\\')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Social' }).hover()
      await expect(page.getByRole('tooltip', { name: 'Social' })).toBeVisible()
      await expectAccessible(page)
    })

    test('the dialogs have no violation', async ({ signedIn: page, account }) => {
      await addChats(account, 'Wieża', 'Harbour')
      await page.goto(to.chats())
      const cancel = async (title: string) => {
        await expect(dialog(page, title)).toBeVisible()
        await expectAccessible(page)
        await dialog(page, title)
          .getByRole('button', { name: /^(Cancel|Close)$/ })
          .click()
        await expect(dialog(page, title)).toBeHidden()
      }
      await choose(page, 'Wieża', 'Take offline…')
      await cancel('Take Wieża offline?')
      await choose(page, 'Wieża', 'Delete…')
      await expect(dialog(page, 'Delete Wieża?')).not.toContainText('…\n')
      await cancel('Delete Wieża?')
      await select(page, 'Wieża', 'Harbour')
      await doWithSelected(page, 'Delete…')
      await cancel('Delete 2 chats?')
      await page.keyboard.press('?')
      await cancel('Keyboard shortcuts')
    })

    test('a form with an error has no violation', async ({ page, allowErrors }) => {
      allowErrors(/status of 401/)
      await page.goto(to.signIn())
      await page.getByLabel('Access token').fill('rk_wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/refused/)
      await expectAccessible(page)
    })
  })
}

test('a drawer keeps its content when the width changes', async ({ signedIn: page }) => {
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Turned over')
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(drawer.getByLabel('Name')).toHaveValue('Turned over')
})
