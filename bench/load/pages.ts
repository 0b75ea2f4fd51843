import { chatPages, framelessPages } from '#dashboard/app/pages.ts'
import { dashboardPages } from '#dashboard/app/places.ts'
import { chatTabs, to, type ChatTab } from '#dashboard/platform/to.ts'
import type { Target } from './measure.ts'

/** Every page of the registry as the benchmark measures it, with the chats of the demo account. */

export interface MeasuredPage extends Pick<Target, 'content' | 'control'> {
  name: string
  path: string
  signedIn: boolean
}

type Watched = Pick<Target, 'content' | 'control'>

/** The demo account's chat with the most of everything, and a poll of it that was sent. */
const chatId = 1
const pollId = 6

const search = 'main input[type=search]'
const sidebar = 'button[aria-label$="the sidebar"]'

const inFrame: Record<keyof typeof dashboardPages, Watched> = {
  home: { content: 'main li', control: sidebar },
  chats: { content: 'main tbody a', control: search },
  compare: { content: '[role=gridcell]', control: search },
  modes: { content: 'main tbody td', control: sidebar },
  inbox: { content: 'main h2', control: sidebar },
  rules: { content: 'main h2', control: sidebar },
  outside: { content: 'main h2', control: sidebar },
  account: { content: 'main input[name=company]', control: 'main input[name=company]' },
  people: { content: 'main input[name=token], main form', control: sidebar },
  roles: { content: 'main tbody td', control: sidebar },
  schedule: { content: 'main [role=toolbar]', control: 'main input[role=combobox]' },
  notifications: { content: 'main tbody td', control: 'main input[type=checkbox]' },
  connection: { content: 'main tbody td', control: sidebar },
  social: { content: 'main input[role=switch]', control: 'main input[inputmode=url]' },
  changes: { content: 'main h2', control: sidebar },
  ownChanges: { content: 'main h2', control: sidebar },
  automaticChanges: { content: 'main h2', control: sidebar },
  tokens: { content: 'main h2', control: sidebar },
}

const ofChat: Record<ChatTab, Watched> = {
  settings: { content: '#setting-name-control', control: search },
  messages: { content: '[id^="message-"][role=row]', control: search },
  polls: { content: 'main article', control: search },
  'banned-ips': { content: 'main tbody td', control: search },
}

/** Without those that are opened once in the life of an account. */
const withoutFrame: Record<Exclude<keyof typeof framelessPages, 'join' | 'newPasskey'>, Watched & { path: string }> = {
  signIn: { path: to.signIn(), content: 'input[name=token]', control: 'input[name=token]' },
  present: {
    path: to.present(chatId, pollId),
    content: 'main tbody td',
    control: 'button[aria-label="Hide the results"], button[aria-label="Show the results"]',
  },
}

// The keys of a record are those that its type names.
const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[]

export const measuredPages: readonly MeasuredPage[] = [
  ...keysOf(inFrame).map((key) => ({ name: dashboardPages[key].title, path: dashboardPages[key].path, signedIn: true, ...inFrame[key] })),
  ...chatTabs.map((tab) => ({ name: chatPages[tab].title, path: to.chat(chatId, tab), signedIn: true, ...ofChat[tab] })),
  ...keysOf(withoutFrame).map((key) => ({ name: framelessPages[key].title, signedIn: key !== 'signIn', ...withoutFrame[key] })),
]
