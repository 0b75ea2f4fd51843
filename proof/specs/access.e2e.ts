import { to } from '#dashboard/platform/to.ts'
import { atBothWidths, closeWith, heading, longName as name, test } from '../accessibility/check.ts'
import { openAccount } from '../../e2e/support/verbs/account.ts'
import { addChat, addChats, bulkBar, choose, dialog, doWithSelected, select, startNewChat } from '../../e2e/support/verbs/chats.ts'
import { expect } from '../../e2e/support/fixtures.ts'
import {
  barButton,
  changeElsewhere,
  field,
  openAllSettings,
  select as selectSetting,
  settingSwitch,
} from '../../e2e/support/verbs/settings.ts'

/**
 * A1: axe on every page, on everything that opens and on every page that failed, light and dark, at 320 px (which is 1280 px at 400 %) and 1280 px.
 * Results that axe cannot decide must be listed in proof/accessibility/reviewed.ts. Also A2: nothing scrolls sideways in any of these states.
 */

atBothWidths((isNarrow) => {
  test('sign-in, overview, not found', async ({ page, account, context, check, allowErrors }) => {
    allowErrors(/status of (401|404)/)
    await page.goto(to.signIn())
    await expect(heading(page, 'Sign in to Roomkeeper')).toBeVisible()
    await check('sign-in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/Enter the access token/)
    await check('sign-in without a token')
    await page.getByLabel('Access token').fill('rk_wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/refused/)
    await check('sign-in with a wrong token')
    await page.getByLabel('Access token').fill(account.token)
    await page.getByLabel('Access token').press('Enter')
    await expect(heading(page, 'Your first chat in four steps')).toBeVisible()
    await check('overview without chats')
    await addChats(account, { name, offline: true, monetizeLogin: true }, 'Harbour')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('1 chat is offline')).toBeVisible()
    await check('overview')
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: /^Go to a chat/ }).fill('a')
    await check('palette')
    await page.getByRole('textbox', { name: /^Go to a chat/ }).fill('zzzz')
    await check('palette, nothing found')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
    await check('keys')
    await closeWith(page, 'Keyboard shortcuts')
    if (isNarrow) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(dialog(page, 'Menu')).toBeVisible()
      await check('menu')
      await page.keyboard.press('Escape')
    }
    await page.goto('/chats/abc')
    await expect(heading(page, /This page does not exist/)).toBeVisible()
    await check('not found')
    await page.goto(to.account())
    await openAccount(page)
    await context.clearCookies()
    await page.getByRole('textbox', { name: 'City' }).fill('Porto')
    // By its key: where the page has noticed it already, the dialog is over the button.
    await page.keyboard.press('Control+s')
    await expect(dialog(page, 'Your session ended')).toBeVisible()
    await check('session ended')
  })

  test('chats', async ({ signedIn: page, account, check }) => {
    await page.goto(to.chats())
    await expect(heading(page, 'No chats yet')).toBeVisible()
    await check('no chats')
    await addChats(account, { name, offline: true, monetizeLogin: true, forceSDKLogin: true }, 'Harbour')
    await page.reload()
    await select(page, name, 'Harbour')
    await expect(bulkBar(page)).toBeVisible()
    await check('selected')
    await doWithSelected(page, 'Take offline…')
    await check('take several offline')
    await closeWith(page, /offline\?/)
    await doWithSelected(page, 'Delete…')
    await expect(dialog(page, 'Delete 2 chats?')).toBeVisible()
    await check('delete several')
    await closeWith(page, 'Delete 2 chats?')
    await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('nothing')
    await expect(heading(page, 'Nothing matches “nothing”')).toBeVisible()
    await check('nothing found')
    await page.goto(to.chats())
    await page.getByRole('button', { name: 'Actions for Harbour' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible()
    await check('actions')
    await page.keyboard.press('Escape')
    if (!isNarrow) {
      await page.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByRole('searchbox', { name: 'Search columns' })).toBeVisible()
      await check('columns')
      await page.keyboard.press('Escape')
    }
    await choose(page, 'Harbour', 'Take offline…')
    await expect(dialog(page, 'Take Harbour offline?')).toBeVisible()
    await check('take offline')
    await closeWith(page, 'Take Harbour offline?')
    await choose(page, 'Harbour', 'Duplicate…')
    await expect(dialog(page, 'Duplicate Harbour')).toBeVisible()
    await check('duplicate')
    await closeWith(page, 'Duplicate Harbour')
    await page.goto(to.chats({ open: 'new' }))
    await dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }).click()
    await expect(dialog(page, 'New chat').getByLabel('Name')).toHaveAccessibleDescription(/Give the chat a name/)
    await check('new chat without a name')
    await dialog(page, 'New chat').getByLabel('Language').click()
    await check('new chat, languages')
    await page.keyboard.press('Escape')
    await page.goto(to.chats())
    await startNewChat(page, 'x')
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Leave without saving?')).toBeVisible()
    await check('leave without saving')
    await closeWith(page, 'Leave without saving?', 'Leave')
    await choose(page, 'Harbour', 'Delete…')
    await expect(dialog(page, 'Delete Harbour?')).toBeVisible()
    await check('delete')
  })

  test('settings', async ({ signedIn: page, account, check }) => {
    const chatId = await addChat(account, {
      name: 'Harbour',
      offlineMessage: 'Back at six',
      filterWords: 'spam, ham,spam',
      httpsOnly: true,
    })
    await addChat(account, { name: 'Tower', upload: false, sound_ring: 'bell' })
    await openAllSettings(page, chatId)
    await check('settings')
    await page.getByRole('button', { name: 'Harbour, switch to another chat' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
    await check('switch to another chat')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions for settings' }).click()
    await expect(page.getByRole('menuitem', { name: 'Export all settings' })).toBeVisible()
    await check('menu of settings')
    await page.keyboard.press('Escape')
    await page.locator('input[type=file]').setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"roomkeeper":1,"settings":{"upload":"perhaps","mentions":false,"colour":"red"}}'),
    })
    await expect(dialog(page, 'Import settings')).toBeVisible()
    await check('import')
    await closeWith(page, 'Import settings')
    await page.getByRole('button', { name: 'Raw text' }).click()
    await check('words as raw text')
    await openAllSettings(page, chatId, '?preview=open')
    const preview = page.getByRole('region', { name: 'Preview' })
    for (const screen of ['Chat', 'Sign-in', 'Offline page']) {
      await preview.getByLabel('Screen', { exact: true }).selectOption(screen)
      await check(`preview: ${screen}`)
    }
    await openAllSettings(page, chatId, '?preview=closed')
    await selectSetting(page, 'langId').click()
    await expect(page.getByRole('option', { name: 'Polish' })).toBeVisible()
    await check('languages')
    await page.getByRole('option', { name: 'Polish' }).click()
    await settingSwitch(page, 'offline').check()
    await field(page, 'name').fill('')
    await barButton(page, 'Save').click()
    await check('without a name')
    await field(page, 'name').fill('Harbour at night')
    await barButton(page, 'Review').click()
    await expect(dialog(page, 'Review 3 changes')).toBeVisible()
    await check('review')
    await closeWith(page, 'Review 3 changes', 'Back to editing')
    await barButton(page, 'Discard').click()
    await expect(dialog(page, 'Discard 3 changes?')).toBeVisible()
    await check('discard')
    await closeWith(page, 'Discard 3 changes?')
    await settingSwitch(page, 'offline').uncheck()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Kept edits' })).toBeVisible()
    await check('kept edits')
    await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
    await changeElsewhere(account, chatId, { name: 'Theirs' })
    await barButton(page, 'Save').click()
    await expect(dialog(page, /changed elsewhere/)).toBeVisible()
    await check('changed elsewhere')
    await closeWith(page, /changed elsewhere/, 'Back to editing')
    await page.goto(`${to.settings(chatId)}?q=no+such+thing`)
    await expect(heading(page, 'Nothing matches “no such thing”')).toBeVisible()
    await check('nothing found')
  })
})
