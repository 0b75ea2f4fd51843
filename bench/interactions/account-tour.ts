import type { Visitor } from './visitor.ts'

/** What people do on the pages of the account, and in what every page has. */

const open = (visitor: Visitor, page: string) =>
  visitor.click(visitor.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: page }))

async function overview(visitor: Visitor) {
  await open(visitor, 'Overview')
  await visitor.button('Refresh')
  await visitor.button(/^\d+ more$/)
  await visitor.press('[', '[', '?')
  await visitor.close()
  for (const scheme of ['Dark', 'As the system']) await visitor.click(visitor.page.getByRole('radio', { name: scheme }))
}

async function chats(visitor: Visitor) {
  const { page } = visitor
  await open(visitor, 'Chats')
  await visitor.search(page.getByRole('searchbox', { name: 'Search name or hash' }), 'harbour')
  for (const filter of [/^Unused/, /^Unused/, /^Offline/, /^All/]) await visitor.button(filter, page.getByRole('main'))
  await visitor.table(['Name', 'Last used', 'Last used'], /^Actions for/)
  await visitor.button('Columns')
  await visitor.click(page.getByRole('dialog').getByRole('checkbox', { name: 'Language' }))
  await visitor.click(page.getByRole('dialog').getByRole('checkbox', { name: 'Language' }))
  await visitor.type(page.getByRole('searchbox', { name: 'Search columns' }), 'link')
  await visitor.close()
  await visitor.button(/^New$/)
  await visitor.click(page.getByRole('menuitem', { name: 'Chat', exact: true }))
  await visitor.type(page.getByRole('dialog').getByLabel('Name'), 'Night tram')
  await visitor.close()
  await visitor.scroll(page.getByRole('table'))
}

async function palette(visitor: Visitor) {
  await visitor.press('Control+k')
  await visitor.keys('harbour 12')
  await visitor.press('ArrowDown', 'ArrowDown', 'ArrowUp')
  for (let letters = 0; letters < 4; letters++) await visitor.press('Backspace')
  await visitor.close()
  await visitor.button(/^Go to…/)
  await visitor.keys('20.0.0.7')
  await visitor.close()
}

async function account(visitor: Visitor) {
  const { page } = visitor
  await open(visitor, 'Account')
  await visitor.type(page.getByLabel('Company'), 'Harbour Radio')
  await visitor.type(page.getByLabel('E-mail', { exact: true }), '@@')
  await visitor.click(page.getByRole('combobox', { name: 'Country' }))
  await visitor.keys('portu')
  await visitor.press('Enter')
  await visitor.type(page.getByLabel('If you add chats'), '50')
  await visitor.click(page.getByRole('combobox', { name: 'Currency code' }))
  await visitor.keys('eur')
  await visitor.press('Escape')
  await visitor.button('Discard')
  await visitor.button('Discard', page.getByRole('dialog'))
  await visitor.click(page.getByRole('main').getByRole('link', { name: 'Service' }))
  await page.getByRole('table', { name: 'How this service behaves' }).waitFor()
}

async function social(visitor: Visitor) {
  const { page } = visitor
  await open(visitor, 'Social')
  await visitor.type(page.getByLabel('Handle'), '@harbour')
  await visitor.type(page.getByLabel('Link to share'), 'https://example.org/chat')
  await visitor.button(/^Save/)
  await visitor.click(page.getByRole('switch', { name: 'Social settings' }))
  await visitor.button('Discard')
  await visitor.button('Discard', page.getByRole('dialog'))
}

/** After the others: they leave changes to look at. */
async function activity(visitor: Visitor) {
  const { page } = visitor
  await open(visitor, 'Activity')
  await visitor.search(page.getByRole('searchbox', { name: 'Search changes' }), 'social')
  await visitor.button(/^Undo/, page.getByRole('main'))
  await visitor.close()
  await visitor.menu('Export')
  await visitor.button('Clear history')
  await visitor.close()
}

export const accountTour = { overview, chats, palette, account, social, activity }
