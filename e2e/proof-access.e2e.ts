import type { Page } from '@playwright/test'
import { to } from '#dashboard/to.ts'
import { test } from './access-check.ts'
import { openAccount } from './account-verbs.ts'
import { ban, box, choose as chooseBan, openBans, tick as tickBan } from './ban-verbs.ts'
import { addChat, addChats, bulkBar, choose, dialog, select, startNewChat } from './chat-verbs.ts'
import { expect } from './fixtures.ts'
import { deleteSelected, inTimeToUndo, openMessages, post, receipt, rows, undoBar } from './message-verbs.ts'
import { addPoll, choosePageAct, choosePollAct, poll, vote } from './poll-verbs.ts'
import { barAct, changeElsewhere, field, openSettings, select as selectSetting, toggle } from './setting-verbs.ts'

/**
 * A1: axe on every page, on all that opens and on every page that failed, light and dark, at 320 px (which is 1280 px at 400 %) and 1280 px. What axe
 * cannot decide has to stand in judged.ts. Of A2: nothing scrolls sideways in any of these states.
 */

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const name = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte und noch viel mehr Wörter'

for (const { width, height } of [
  { width: 1280, height: 900 },
  { width: 320, height: 800 },
]) {
  const isNarrow = width < 1120

  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } })
    test.setTimeout(300_000)

    const closeWith = async (page: Page, title: string | RegExp, button: string | RegExp = /^(Cancel|Close)$/) => {
      await dialog(page, title).getByRole('button', { name: button }).first().click()
      await expect(dialog(page, title)).toBeHidden()
    }

    test('sign-in, overview, not found', async ({ page, account, context, check, allowTrouble }) => {
      allowTrouble(/status of (401|404)/)
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
      await expect(heading(page, 'No chats yet')).toBeVisible()
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
      await expect(dialog(page, 'Keys on this page')).toBeVisible()
      await check('keys')
      await closeWith(page, 'Keys on this page')
      if (isNarrow) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await expect(dialog(page, 'Menu')).toBeVisible()
        await check('menu')
        await page.keyboard.press('Escape')
      }
      await page.goto('/chats/abc')
      await expect(heading(page, /There is no such page/)).toBeVisible()
      await check('not found')
      await page.goto(to.account())
      await openAccount(page)
      await context.clearCookies()
      await page.getByRole('textbox', { name: 'City' }).fill('Porto')
      await page.getByRole('button', { name: /^Save/ }).click()
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
      await bulkBar(page).getByRole('button', { name: 'Take offline' }).click()
      await check('take several offline')
      await closeWith(page, /offline\?/)
      await bulkBar(page).getByRole('button', { name: 'Delete…' }).click()
      await expect(dialog(page, 'Delete 2 chats?')).toBeVisible()
      await check('delete several')
      await closeWith(page, 'Delete 2 chats?')
      await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('nothing')
      await expect(heading(page, 'Nothing matches “nothing”')).toBeVisible()
      await check('nothing found')
      await page.goto(to.chats())
      await page.getByRole('button', { name: 'Acts for Harbour' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible()
      await check('acts')
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
      await openSettings(page, chatId)
      await check('settings')
      await page.getByRole('button', { name: 'Harbour, switch to another chat' }).click()
      await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
      await check('switch to another chat')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'More about these settings' }).click()
      await expect(page.getByRole('menuitem', { name: 'Export all settings' })).toBeVisible()
      await check('menu of settings')
      await page.getByRole('menuitem', { name: 'Compare with another chat…' }).click()
      await expect(dialog(page, 'Compare with another chat').getByRole('status')).toContainText('difference')
      await check('compare')
      await closeWith(page, 'Compare with another chat')
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
      await page.goto(`${to.settings(chatId)}?preview=open`)
      const preview = page.getByRole('region', { name: 'Preview' })
      for (const screen of ['Chat', 'Sign-in', 'Offline page']) {
        await preview.getByLabel('What is seen').selectOption(screen)
        await check(`preview: ${screen}`)
      }
      await openSettings(page, chatId, '?preview=closed')
      await selectSetting(page, 'langId').click()
      await expect(page.getByRole('option', { name: 'Polish' })).toBeVisible()
      await check('languages')
      await page.getByRole('option', { name: 'Polish' }).click()
      await toggle(page, 'offline').check()
      await field(page, 'name').fill('')
      await barAct(page, 'Save').click()
      await check('without a name')
      await field(page, 'name').fill('Harbour at night')
      await barAct(page, 'Review').click()
      await expect(dialog(page, 'Review 3 changes')).toBeVisible()
      await check('review')
      await closeWith(page, 'Review 3 changes', 'Back to editing')
      await barAct(page, 'Discard').click()
      await expect(dialog(page, 'Discard 3 changes?')).toBeVisible()
      await check('discard')
      await closeWith(page, 'Discard 3 changes?')
      await toggle(page, 'offline').uncheck()
      await page.reload()
      await expect(page.getByRole('region', { name: 'Kept edits' })).toBeVisible()
      await check('kept edits')
      await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
      await changeElsewhere(account, chatId, { name: 'Theirs' })
      await barAct(page, 'Save').click()
      await expect(dialog(page, /changed elsewhere/)).toBeVisible()
      await check('changed elsewhere')
      await closeWith(page, /changed elsewhere/, 'Back to editing')
      await page.goto(`${to.settings(chatId)}?q=no+such+thing`)
      await expect(heading(page, 'Nothing matches “no such thing”')).toBeVisible()
      await check('nothing found')
    })

    test('messages', async ({ signedIn: page, account, check }) => {
      const chatId = await addChat(account, { name: 'Hall', filterWords: 'spam' })
      await openMessages(page, chatId).catch(() => {})
      await expect(heading(page, 'No messages here')).toBeVisible()
      await check('no messages')
      const texts = Array.from({ length: 12 }, (_, index) => ({
        username: `Guest ${index % 3}`,
        text: `Hello ${index} https://a.example/x.png`,
      }))
      await post(account, chatId, ...texts, { username: 'Mallory\u202E', text: 'spam https://good.example@evil.example/' })
      await openMessages(page, chatId)
      await check('messages')
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await check('selected')
      await page.keyboard.press('o')
      await expect(page.getByRole('region', { name: /^Poster/ })).toBeVisible()
      await check('card of a poster')
      await page.getByRole('button', { name: 'Close the card' }).click()
      for (const button of ['More about these messages', 'Poster', 'Export'] as const) {
        await openMessages(page, chatId)
        const opener = page.getByRole('button', { name: button, exact: true }).first()
        if (!(await opener.isVisible())) continue
        await opener.click()
        await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
        await check(`opened: ${button}`)
      }
      await openMessages(page, chatId)
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      await check('range')
      await page.goto(`${to.messages(chatId)}?open=lab`)
      await dialog(page, 'Try the word filter').getByRole('textbox').first().fill('spam,hello')
      await expect(dialog(page, 'Try the word filter').getByText(/looked at/)).toBeVisible()
      await check('word filter')
      await page.goto(`${to.messages(chatId)}?open=post`)
      await dialog(page, 'Post a message').getByRole('button', { name: 'Post', exact: true }).click()
      await check('post')
      await openMessages(page, chatId, '?text=%5B&as=regexp')
      await check('a search that cannot be read')
      await openMessages(page, chatId, '?text=zzz')
      await check('nothing found')
      await openMessages(page, chatId)
      await page.getByRole('button', { name: 'More about these messages' }).click()
      await page.getByRole('menuitem', { name: 'Delete all messages…' }).click()
      await expect(dialog(page, 'Delete all messages of Hall?')).toBeVisible()
      await check('delete all')
      await closeWith(page, 'Delete all messages of Hall?')
      await rows(page).first().getByRole('checkbox').check()
      await inTimeToUndo(page, async () => {
        await page.getByRole('button', { name: /^Delete \d/ }).click()
        await expect(undoBar(page)).toBeVisible()
        await check('undo')
        await undoBar(page).getByRole('button', { name: 'Undo' }).click()
      })
      await rows(page).first().getByRole('checkbox').check()
      await deleteSelected(page)
      await expect(receipt(page, /1 message/)).toBeVisible()
      await check('receipt')
    })

    test('polls', async ({ signedIn: page, account, check }) => {
      const chatId = await addChat(account, 'Stage')
      const other = await addChat(account, 'Radio')
      await page.goto(to.polls(chatId))
      await expect(heading(page, 'No polls in this chat yet')).toBeVisible()
      await check('no polls')
      await addPoll(account, chatId, { question: 'Encore?', answer3: 'Maybe', send: true })
      await addPoll(account, chatId, `${name}?`)
      await addPoll(account, other, { question: 'Encore?', send: true })
      vote(chatId, 1, 5, 3, 1)
      await page.goto(to.polls(chatId))
      await expect(poll(page, 'Encore?')).toBeVisible()
      await check('polls')
      await poll(page, 'Encore?').getByRole('button', { name: 'Acts for Encore?' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await check('acts of a poll')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'More about these polls' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await check('acts of polls')
      await page.keyboard.press('Escape')
      for (const open of ['new', 'edit-1', 'copy-1', 'across-1', 'rounds', 'templates', 'from', 'several', 'edit-99']) {
        await page.goto(`${to.polls(chatId)}?open=${open}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        if (open === 'new') await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
        await check(`open: ${open}`)
      }
      await page.goto(to.polls(chatId))
      for (const act of ['Reset votes…', 'Delete…']) {
        await choosePollAct(page, 'Encore?', act)
        await expect(page.getByRole('dialog')).toBeVisible()
        await check(act)
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      }
      await choosePollAct(page, 'Encore?', 'Keep as template')
      await choosePageAct(page, 'Templates…')
      await check('a template and a toast')
      await page.goto(to.present(chatId, 1))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
      await check('big screen')
      await page.keyboard.press('h')
      await check('big screen without results')
      await page.goto(to.present(chatId, 9))
      await expect(heading(page, 'This poll is not there any more')).toBeVisible()
      await check('big screen, gone')
    })

    test('banned addresses', async ({ signedIn: page, account, check }) => {
      const chatId = await addChat(account, 'Hall')
      await addChat(account, 'Cellar')
      await openBans(page, chatId)
      await check('no bans')
      await ban(
        account,
        chatId,
        '5.188.62.0-5.188.62.255',
        '9.1.1.0-9.1.1.127',
        '9.1.1.128-9.1.1.255',
        '9.1.1.7',
        '77.111.244.0-77.111.247.255',
      )
      await page.reload()
      await tickBan(page, '9.1.1.7').check()
      await page.getByRole('searchbox', { name: 'Is this address banned?' }).fill('9.1.1.7')
      await check('asked and selected')
      await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Lift ban…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('lift')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await openBans(page, chatId)
      if (isNarrow) await page.getByRole('button', { name: 'Ban', exact: true }).click()
      await box(page).fill('8.8.8.0/24\n9.1.1.0/24\n10.0.0.1\n::1\n11.0.0.0/8')
      await expect(
        page
          .getByText('Invalid')
          .or(page.getByText(/not supported/))
          .first(),
      ).toBeVisible()
      await check('lines to ban')
      await box(page).fill('')
      if (isNarrow) {
        await openBans(page, chatId, '?open=map')
        await expect(page.getByRole('button', { name: 'As a table' })).toBeVisible()
        await check('map')
      }
      await page.getByRole('button', { name: 'As a table' }).click()
      await check('map as a table')
      await openBans(page, chatId)
      for (const open of ['import', 'tidy', 'rooms']) {
        await openBans(page, chatId, `?open=${open}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        const pasted = page.getByRole('dialog').getByLabel('Or paste it here')
        if (open === 'import') await pasted.fill('8.8.8.0/24\n9.1.1.0/24\nx')
        await check(`open: ${open}`)
        if (open === 'import') await pasted.fill('')
      }
      await openBans(page, chatId)
      await page.getByRole('button', { name: 'More about the banned addresses' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await check('menu of bans')
      await page.keyboard.press('Escape')
      await chooseBan(page, '9.1.1.7', 'Note and review date…')
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('note')
      await page.keyboard.press('Escape')
      await chooseBan(page, '77.111.244.0/22', 'Spare an address…')
      await dialog(page, 'Spare an address').getByRole('textbox').fill('77.111.245.1')
      await check('spare')
    })
  })
}
