import { to } from '#dashboard/platform/to.ts'
import { atBothWidths, closeWith, heading, longName as name, test } from '../support/access/check.ts'
import { ban, banBox, choose as chooseBan, openBans, checkbox as tickBan } from '../support/verbs/banned-ips.ts'
import { addChat, dialog, expectDialog } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { deleteSelected, inTimeToUndo, jobsButton, openMessages, post, receipt, rows, undoBar } from '../support/verbs/messages.ts'
import { addPoll, choosePageAction, choosePollAction, poll, vote } from '../support/verbs/polls.ts'

/** A1, continued: the pages of a chat. */

atBothWidths((isNarrow) => {
  test('messages', async ({ signedIn: page, account, check }) => {
    const chatId = await addChat(account, { name: 'Hall', filterWords: 'spam' })
    await openMessages(page, chatId)
    await expect(heading(page, 'No messages here')).toBeVisible()
    await check('no messages')
    const texts = Array.from({ length: 12 }, (_, index) => ({
      username: `Guest ${index % 3}`,
      text: `Hello ${index} https://a.example/x.png`,
    }))
    await post(account, chatId, ...texts, { username: 'Mallory\u202E', text: 'spam https://good.example@evil.example/' })
    await openMessages(page, chatId)
    await check('messages')
    for (const key of ['ArrowDown', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
    await check('selected')
    await page.keyboard.press('o')
    await expect(page.getByRole('region', { name: /^Author/ })).toBeVisible()
    await check('author card')
    await page.getByRole('button', { name: 'Close the card' }).click()
    const unfold = async () => isNarrow && page.getByRole('button', { name: 'Filters', exact: true }).click()
    for (const button of ['More actions for messages', 'Author', 'Export'] as const) {
      await openMessages(page, chatId)
      await unfold()
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
      await check(`opened: ${button}`)
    }
    await openMessages(page, chatId)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await check('range')
    await page.goto(`${to.messages(chatId)}?open=lab`)
    await dialog(page, 'Try the word filter').getByRole('textbox').first().fill('spam,hello')
    await expect(dialog(page, 'Try the word filter').getByText(/checked\./)).toBeVisible()
    await check('word filter')
    await page.goto(`${to.messages(chatId)}?open=post`)
    await dialog(page, 'Post a message').getByRole('button', { name: 'Post', exact: true }).click()
    await check('post')
    await openMessages(page, chatId, '?text=%5B&as=regexp')
    await check('a search that cannot be read')
    await openMessages(page, chatId, '?text=zzz')
    await check('nothing found')
    await openMessages(page, chatId)
    await unfold()
    await page.getByRole('button', { name: 'More actions for messages' }).click()
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
    if (isNarrow) await jobsButton(page).click()
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
    await poll(page, 'Encore?').getByRole('button', { name: 'Actions for Encore?' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check('actions of a poll')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions for polls' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check('actions of the list of polls')
    await page.keyboard.press('Escape')
    for (const open of ['new', 'edit-1', 'copy-1', 'across-1', 'rounds', 'templates', 'from', 'several', 'edit-99']) {
      await page.goto(`${to.polls(chatId)}?open=${open}`)
      await expectDialog(page)
      if (open === 'new') await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await check(`open: ${open}`)
    }
    await page.goto(to.polls(chatId))
    for (const action of ['Reset votes…', 'Delete…']) {
      await choosePollAction(page, 'Encore?', action)
      await expectDialog(page)
      await check(action)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    }
    await choosePollAction(page, 'Encore?', 'Save as template')
    await choosePageAction(page, 'Templates…')
    await check('a template and a toast')
    await page.goto(to.present(chatId, 1))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore?')
    await check('big screen')
    await page.keyboard.press('h')
    await check('big screen without results')
    await page.goto(to.present(chatId, 9))
    await expect(heading(page, 'This poll no longer exists')).toBeVisible()
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
    await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Unban…' }).click()
    await expectDialog(page)
    await check('lift')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await openBans(page, chatId)
    if (isNarrow) await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await banBox(page).fill('8.8.8.0/24\n9.1.1.0/24\n10.0.0.1\n::1\n11.0.0.0/8')
    await expect(
      page
        .getByText('Invalid')
        .or(page.getByText(/not supported/))
        .first(),
    ).toBeVisible()
    await check('lines to ban')
    await banBox(page).fill('')
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
      await expectDialog(page)
      const pasted = page.getByRole('dialog').getByLabel('Or paste it here')
      if (open === 'import') await pasted.fill('8.8.8.0/24\n9.1.1.0/24\nx')
      if (open === 'rooms') await expect(page.getByRole('rowheader', { name: '9.1.1.7' })).toBeVisible()
      await check(`open: ${open}`)
      if (open === 'import') await pasted.fill('')
    }
    await openBans(page, chatId)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check('menu of bans')
    await page.keyboard.press('Escape')
    await chooseBan(page, '9.1.1.7', 'Note and review date…')
    await expectDialog(page)
    await check('note')
    await page.keyboard.press('Escape')
    await chooseBan(page, '77.111.244.0/22', 'Unban part of it…')
    await dialog(page, 'Unban part of a range').getByRole('textbox').fill('77.111.245.1')
    await check('spare')
  })
})
