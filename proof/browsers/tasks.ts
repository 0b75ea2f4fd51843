import { setting } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import type { Person, Target } from './person.ts'

/** The main tasks of the product, in the words of a person and the same for every engine. Each begins with an address, so one that fails does not stop the next. */

interface Task {
  name: string
  carryOut: (person: Person, given: { token: string; chatId: number }) => Promise<void>
}

type Where = Target<RegExp>

const element =
  (role: string) =>
  (name: string | RegExp, inside?: Where): Where => ({ role, name, ...(inside && { inside }) })
const button = element('button')
const checkbox = element('checkbox')
const dialog = element('dialog')
const field = element('textbox')
const heading = element('heading')
const link = element('link')
const menuItem = element('menuitem')
const scheme = element('menuitemradio')
const region = element('region')
const row = (text: RegExp): Where => ({ role: 'row', text })
const toast = (text: RegExp): Where => ({ role: 'status', text })

const password: Where = { role: 'password', name: 'Access token' }
const searchMessages: Where = { role: 'searchbox', name: /^Find in/ }
const palette: Where = { ...field('Go to a chat, a page, a setting, an action or an IP address'), which: 'last' }
const band = region('Modes that are on')

const undo: Where = { role: 'group', name: 'Undo' }

async function save(person: Person): Promise<void> {
  await person.click(button(/^Save/, region('Unsaved changes')))
  await person.seesNo(region('Unsaved changes'))
}

async function post(person: Person, text: string): Promise<void> {
  await person.click(button('Post message'))
  const drawer = dialog('Post a message')
  await person.type(field('Text', drawer), text)
  await person.press('Control+Enter')
  await person.seesNo(drawer)
}

export async function signIn(person: Person, token: string): Promise<void> {
  await person.goTo('/sign-in')
  await person.type(password, token)
  await person.click(button('Sign in'))
  await person.sees(heading('Home'))
}

export const tasks: readonly Task[] = [
  {
    name: 'save a setting',
    carryOut: async (person, { chatId }) => {
      const upload: Where = { role: 'switch', name: setting('upload').label }
      await person.goTo(to.settings(chatId))
      await person.seesChecked(upload)
      await person.click(upload)
      await person.type(field(setting('groupChatWelcomeMessage').label), 'Hello,\nand welcome')
      await save(person)
      await person.sees(toast(/Settings saved/))
      await person.reload()
      await person.seesChecked(upload, false)
      await person.seesValue(field(setting('groupChatWelcomeMessage').label), 'Hello,\nand welcome')
    },
  },
  {
    name: 'delete messages, with undo',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.messages(chatId))
      await post(person, 'A parrot sings')
      await post(person, 'A parrot dances')
      await person.goTo(to.messages(chatId))
      await person.type(searchMessages, 'parrot')
      await person.click(checkbox('Select all 2 loaded that match'))
      await person.sees(button(/^Delete 2/))
      await person.inStoppedTime(async () => {
        await person.press('d')
        await person.click(button(/^Undo/, undo))
        await person.seesNo(undo)
        await person.click(checkbox('Select all 2 loaded that match'))
        await person.sees(button(/^Delete 2/))
        await person.press('d')
        await person.click(button('Delete now', undo))
      })
      await person.seesNo(row(/A parrot/))
      await person.sees(button('Jobs: 2 messages deleted'))
    },
  },
  {
    name: 'export messages',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.messages(chatId))
      await post(person, 'Grüße, “quoted”')
      await person.goTo(to.messages(chatId))
      await person.type(searchMessages, 'quoted')
      await person.sees(row(/Grüße/))
      await person.click(button('Export'))
      await person.click(menuItem(/^Shown/))
      const file = await person.downloaded(/messages.*\.csv$/)
      if (!file.includes('Grüße, “quoted”')) throw new Error(`The export lacks the message: ${file.slice(0, 500)}`)
    },
  },
  {
    name: 'ban a range, copy it, and unban it',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.bannedIps(chatId))
      await person.type(field('Addresses to ban'), '9.3.4.0/24')
      await person.click(button('Ban 256 addresses'))
      await person.sees(checkbox('Select 9.3.4.0/24'))
      await person.click(button('Actions for 9.3.4.0/24'))
      await person.click(menuItem(/^Copy 9/))
      await person.sees(toast(/was copied/))
      await person.click(field('Addresses to ban'))
      await person.press('Control+v')
      await person.seesValue(field('Addresses to ban'), '9.3.4.0-9.3.4.255')
      await person.press('Control+a')
      await person.press('Backspace')
      await person.click(button('Actions for 9.3.4.0/24'))
      await person.click(menuItem('Unban…'))
      await person.click(button(/^Unban/, { role: 'dialog' }))
      await person.seesNo(checkbox('Select 9.3.4.0/24'))
    },
  },
  {
    name: 'ask a poll and present it',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.polls(chatId))
      await person.click(button('New poll'))
      const drawer = dialog('New poll')
      await person.type(field('Question', drawer), 'Encore?')
      await person.type(field('Answer 1', drawer), 'Yes')
      await person.type(field('Answer 2', drawer), 'No')
      await person.click(button('Save and send', drawer))
      await person.seesNo(drawer)
      await person.sees({ role: 'article', name: 'Encore?', text: /Open/ })
      await person.click(link('Present Encore?'))
      await person.sees({ role: 'main', text: /0\s+votes/ })
      await person.press('h')
      await person.isAt(/results=hidden/)
      await person.press('h')
      await person.press('Escape')
      await person.isAt(/\/polls$/)
    },
  },
  {
    name: 'go somewhere by the palette',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.settings(chatId))
      await person.sees({ role: 'searchbox', name: /^Search \d+ settings and hours$/ })
      await person.press('Control+k')
      await person.seesFocused(palette)
      await person.typeKeys('activity')
      await person.seesFocused(palette)
      await person.seesValue(palette, 'activity')
      await person.sees(button(/^Activity/))
      await person.press('Enter')
      await person.sees(heading('Activity'))
      await person.press('Control+k')
      await person.seesFocused(palette)
      await person.press('Escape')
      await person.seesNo(palette)
    },
  },
  {
    name: 'write a rule',
    carryOut: async (person) => {
      await person.goTo(to.newRule())
      await person.type(field('Name'), 'Phone numbers')
      await person.click(button('Condition'))
      await person.click(menuItem('Regular expression'))
      await person.type(field('Regular expression'), '(call|dm')
      await person.sees({ role: 'main', text: /never closed/ })
      await person.type(field('Regular expression'), '(call|dm) me')
      await person.click(button(/^Save draft/))
      await person.sees(toast(/Draft saved/))
      await person.sees(heading('Phone numbers'))
    },
  },
  {
    name: 'turn a mode on, and end it',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.messages(chatId))
      await person.sees(button('Post message'))
      await person.press('l')
      await person.seesFocused(button(/^Turn on in/, dialog('Turn on Lockdown')))
      await person.sees({ role: 'status', text: /settings change/, inside: dialog('Turn on Lockdown') })
      await person.press('Enter')
      await person.seesNo(dialog('Turn on Lockdown'))
      await person.click(button('End now', band))
      await person.sees(toast(/Lockdown ended/))
      await person.seesNo(band)
    },
  },
  {
    name: 'set opening hours',
    carryOut: async (person, { chatId }) => {
      await person.goTo(to.hours(chatId))
      await person.type(field('Message'), 'Back on Monday')
      await person.click(button('Add date'))
      const drawer = dialog('Add an exception')
      await person.click(button('Add', drawer))
      await person.seesNo(drawer)
      await save(person)
      await person.reload()
      await person.seesValue(field('Message'), 'Back on Monday')
    },
  },
  {
    name: 'edit all settings by keyboard, and discard it',
    carryOut: async (person) => {
      await person.goTo(`${to.compare()}?rows=all`)
      await person.click({ role: 'gridcell', name: /^Links, / })
      await person.press('0')
      await person.sees(region('Unsaved changes'))
      await person.click(button(/^Discard/, region('Unsaved changes')))
      await person.seesNo(region('Unsaved changes'))
    },
  },
  {
    name: 'choose the dark scheme and go back to that of the system',
    carryOut: async (person) => {
      await person.goTo(to.home())
      await person.click(button('Colour scheme'))
      await person.click(scheme('Dark'))
      await person.reload()
      await person.click(button('Colour scheme'))
      await person.seesChecked(scheme('Dark'))
      await person.click(scheme('System'))
    },
  },
  {
    name: 'sign out and in again',
    carryOut: async (person, { token }) => {
      await person.goTo(to.home())
      await person.click(button(/, Account token$/))
      await person.click(menuItem('Sign out'))
      await person.sees(heading('Sign in to Roomkeeper'))
      await person.type(password, token)
      await person.press('Enter')
      await person.sees(heading('Home'))
    },
  },
]
