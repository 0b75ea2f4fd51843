import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openAllSettings } from '../support/verbs/settings.ts'

/** axe on the overlays of the settings of a chat, light and dark, wide and narrow. */

// High enough that the bar of unsaved changes covers no edited row: axe reports half-covered targets as too small.
for (const viewport of [
  { width: 1280, height: 1000 },
  { width: 360, height: 1000 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    // Colours in the middle of a transition cannot be judged.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test('the menu and each screen of the preview have no violation', async ({ signedIn: page, account }) => {
      await openAllSettings(page, await addChat(account, { name: 'Harbour', offlineMessage: 'Back at six' }))
      await page.getByRole('button', { name: 'More actions for settings' }).click()
      await expect(page.getByRole('menuitem', { name: 'Export all settings' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: 'Preview' }).click()
      const preview = page.getByRole('region', { name: 'Preview' })
      for (const screen of ['Chat', 'Sign-in', 'Offline page']) {
        await preview.getByLabel('Screen', { exact: true }).selectOption(screen)
        await expectAccessible(page)
      }
    })

    test('edits, a long list of choices and the review have no violation', async ({ signedIn: page, account }) => {
      await openAllSettings(page, await addChat(account, 'Harbour'))
      await page.getByRole('combobox', { name: 'Language' }).click()
      await expect(page.getByRole('option', { name: 'Polish' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('option', { name: 'Polish' }).click()
      await page.getByRole('textbox', { name: 'Chat name' }).fill('Harbour at night')
      const bar = page.getByRole('region', { name: 'Unsaved changes' })
      await expect(bar).toBeVisible()
      // Only the edited rows of the page: other controls may be half covered by the bar.
      await page.getByRole('button', { name: 'Undo: Language' }).evaluate((undo) => undo.scrollIntoView({ block: 'center' }))
      for (const part of ['#setting-langId', '[aria-label="Unsaved changes"]']) await expectAccessible(page, part)
      await bar.getByRole('button', { name: 'Review' }).click()
      await expect(dialog(page, 'Review 2 changes')).toBeVisible()
      // Controls half covered by the popover would count as small targets.
      await expectAccessible(page, '[role=dialog]')
    })
  })
}
