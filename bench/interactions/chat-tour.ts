import { to, type ChatTab } from '#dashboard/platform/to.ts'
import { sizes } from './data.ts'
import type { Visitor } from './visitor.ts'

/** What people do on the pages of a chat. */

async function open(visitor: Visitor, tab: ChatTab, chatId: number) {
  const { page } = visitor
  await visitor.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }))
  await visitor.click(page.getByRole('main').locator(`a[href="${to.settings(chatId)}"]`))
  await page.getByRole('searchbox', { name: /^Search \d+ settings and hours$/ }).waitFor()
  if (tab !== 'settings') await visitor.click(page.getByRole('main').locator(`a[href="${to.chat(chatId, tab)}"]`))
  await visitor.settle()
}

async function settings(visitor: Visitor, chatId: number) {
  const { page } = visitor
  await open(visitor, 'settings', chatId)
  await visitor.search(page.getByRole('searchbox'), 'sound')
  for (const filter of [/^Differs/, /^No effect/, /^All/]) await visitor.button(filter, page.getByRole('main'))
  for (const name of ['Guests', 'System messages', 'Links']) await visitor.click(page.getByRole('switch', { name, exact: true }))
  await visitor.type(page.getByRole('textbox', { name: 'Chat name' }), ' by night')
  await visitor.type(page.getByRole('textbox', { name: 'Banned words' }), 'spam,eggs,')
  await visitor.click(page.getByRole('combobox', { name: 'Language' }))
  await visitor.keys('portu')
  await visitor.press('Enter')
  await visitor.click(page.getByRole('combobox', { name: 'Kind of chat' }))
  await visitor.press('ArrowDown', 'Escape')
  for (const group of ['Sounds', 'General'])
    await visitor.click(page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: group }))
  await visitor.menu('More actions for settings', /^Compare/)
  await visitor.close()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await visitor.button('Review', bar)
  await visitor.close()
  await visitor.button('Discard', bar)
  await visitor.button('Discard', page.getByRole('dialog'))
  await visitor.click(page.getByRole('switch', { name: 'System messages', exact: true }))
  await visitor.button(/^Save/, bar)
  await bar.waitFor({ state: 'hidden' })
  await visitor.button(/switch to another chat/)
  await visitor.keys('harbour')
  await visitor.press('ArrowDown')
  await visitor.close()
  await visitor.menu(/^Actions for/)
  await visitor.scroll(page.getByRole('main'))
}

export async function loadAllMessages(visitor: Visitor, chatId: number) {
  const { page } = visitor
  await open(visitor, 'messages', chatId)
  await visitor.button('Load all in this range')
  await page
    .getByText(`all ${sizes.messages.toLocaleString('en')}`)
    .first()
    .waitFor({ timeout: 120_000 })
  await visitor.settle()
}

async function messages(visitor: Visitor, chatId: number) {
  const { page } = visitor
  await loadAllMessages(visitor, chatId)
  await visitor.search(page.getByRole('searchbox'), 'gracias')
  for (const filter of ['Regular expression', 'Regular expression', /^Has link/, /^Has link/, /^Repeated/, /^Repeated/])
    await visitor.button(filter)
  await visitor.button('Author')
  await visitor.type(page.getByRole('dialog').getByRole('searchbox'), 'tom')
  await visitor.click(page.getByRole('dialog').getByRole('listitem').getByRole('button'))
  await visitor.button(/show all authors$/)
  await visitor.press('g', 't')
  await visitor.close()
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await visitor.click(boxes.nth(2))
  await visitor.press('ArrowDown', 'ArrowDown', 'ArrowUp', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp', 'o', 'Escape')
  await visitor.click(page.getByRole('checkbox', { name: /^Select all/ }))
  await visitor.press('ArrowDown', 'x')
  await visitor.click(page.getByRole('checkbox', { name: /^Select all/ }))
  await visitor.press('Escape')
  await visitor.menu('Export')
  await visitor.menu('More actions for messages', /^Try the word filter/)
  await visitor.type(page.getByRole('dialog').getByRole('textbox'), 'ola')
  await visitor.close()
  await visitor.button('Post message')
  await visitor.type(page.getByRole('dialog').getByRole('textbox'), 'Good evening')
  await visitor.close()
  await visitor.scroll(page.getByRole('grid'))
}

async function polls(visitor: Visitor, chatId: number) {
  const { page } = visitor
  await open(visitor, 'polls', chatId)
  await visitor.search(page.getByRole('searchbox'), 'question 4')
  for (const filter of [/^Open/, /^Never sent/, /^All/]) await visitor.button(filter, page.getByRole('main'))
  await visitor.menu(/^Order/, 'Oldest first')
  await visitor.menu(/^Actions for Question/, 'Edit…')
  await visitor.type(page.getByRole('dialog').getByLabel('Question'), ' Or not')
  await visitor.close()
  await visitor.button('New poll')
  await visitor.type(page.getByRole('dialog').getByLabel('Question'), 'Which song next?')
  await visitor.type(page.getByRole('dialog').getByLabel('Answer 1'), 'This one')
  await visitor.close()
  await visitor.menu('More actions for polls', 'Templates…')
  await visitor.close()
  await visitor.menu('More actions for polls', /^Ask in several chats/)
  await visitor.close()
  await visitor.scroll(page.getByRole('list', { name: 'Polls' }))
  await visitor.click(page.getByRole('link', { name: /^Present / }))
  await visitor.press('h', 'ArrowRight', 'Escape')
}

async function bans(visitor: Visitor, chatId: number) {
  const { page } = visitor
  await open(visitor, 'banned-ips', chatId)
  await page.getByRole('table', { name: 'Banned addresses' }).waitFor()
  await visitor.search(page.getByRole('searchbox'), '20.10.11.7')
  await visitor.table(['Addresses', 'Last', 'First'], /^Actions for \d/)
  await visitor.type(page.getByRole('textbox', { name: 'Addresses to ban' }), '20.1.2.0/24')
  await visitor.press('Shift+Enter')
  await visitor.keys('192.0.2.1-192.0.2.9')
  const map = page.getByRole('group', { name: /^Map of address blocks/ })
  await visitor.button(/^20\.0\.0\.0/, map)
  await visitor.press('ArrowRight', 'ArrowDown')
  await visitor.button('All addresses')
  await visitor.button('As a table')
  await visitor.button('As a map')
  await visitor.menu('More actions', /^Tidy up/)
  await visitor.close()
  await visitor.menu('More actions', /^Import/)
  await visitor.type(page.getByRole('dialog').getByRole('textbox'), '198.51.100.0/24')
  await visitor.close()
  await visitor.menu('More actions', /^Compare and copy/)
  await visitor.close()
  await visitor.scroll(page.getByRole('table', { name: 'Banned addresses' }))
}

export const chatTour = { settings, messages, polls, bans }
