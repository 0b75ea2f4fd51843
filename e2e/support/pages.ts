import type { Locator, Page } from '@playwright/test'
import type { CallName } from '#contract/client.ts'
import { chatPages } from '#dashboard/app/pages.ts'
import { dashboardPages } from '#dashboard/app/places.ts'
import { chatTabs, to, type ChatTab } from '#dashboard/platform/to.ts'

/** Every page behind the sign-in, by the registry of pages. Each test that visits all pages, or many of them, takes them from here. */

interface TestedPage {
  name: string
  path: (chatId: number) => string
  /** The endpoints whose failure shows an error in place of the page. */
  reads: readonly CallName[]
  /** Visible once the page has loaded. */
  loaded: (page: Page) => Locator
}

type Visit = Pick<TestedPage, 'reads' | 'loaded'>
type PageName = keyof typeof dashboardPages

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const openTab = (place: string, name: string) => (page: Page) =>
  page.getByRole('navigation', { name: `Parts of ${place}` }).locator('[aria-current=page]', { hasText: name })
const part = (name: string) => (page: Page) => page.getByRole('heading', { level: 2, name })
const ofChat: CallName[] = ['chatRead', 'chatList', 'accountRead']

const visits: Record<PageName, Visit> = {
  home: { reads: ['accountRead', 'chatList'], loaded: heading('Home') },
  chats: { reads: ['accountRead', 'chatList'], loaded: heading('Chats') },
  // Whatever it compares: an account of a test has no chat at first, or one.
  compare: {
    reads: ['accountRead', 'chatList'],
    loaded: openTab('Chats', 'Compare'),
  },
  modes: { reads: ['chatList'], loaded: (page) => page.getByRole('table', { name: /^Values/ }) },
  inbox: { reads: ['chatList'], loaded: (page) => page.getByRole('heading', { name: 'Nothing waits for you' }) },
  rules: { reads: ['chatList'], loaded: (page) => page.getByRole('heading', { name: 'No rules yet' }) },
  outside: { reads: ['chatList'], loaded: (page) => page.getByRole('heading', { name: 'Outside changes are not checked' }) },
  account: { reads: ['accountRead', 'chatList'], loaded: (page) => page.getByLabel('Company') },
  people: { reads: ['accountRead', 'chatList'], loaded: (page) => page.getByRole('heading', { name: 'Turn on team access' }) },
  roles: { reads: ['accountRead'], loaded: (page) => page.getByRole('grid', { name: 'Roles and permissions' }) },
  schedule: { reads: ['chatList'], loaded: (page) => page.getByText(/^Nothing is planned/).or(page.getByRole('list', { name: 'Agenda' })) },
  notifications: { reads: [], loaded: part('Channels') },
  connection: { reads: [], loaded: (page) => page.getByLabel('How this service behaves') },
  social: { reads: ['socialRead'], loaded: (page) => page.getByLabel('Handle') },
  changes: { reads: [], loaded: openTab('Changes', 'Everyone') },
  ownChanges: { reads: [], loaded: (page) => page.getByRole('button', { name: /^Signed in with the account token/ }) },
  automaticChanges: { reads: [], loaded: (page) => page.getByRole('heading', { name: 'No changes yet' }) },
  tokens: { reads: ['chatList'], loaded: (page) => page.getByRole('heading', { name: 'Team access is off' }) },
}

const chatVisits: Record<ChatTab, Visit> = {
  settings: { reads: ofChat, loaded: (page) => page.getByRole('searchbox').first() },
  messages: { reads: ofChat, loaded: (page) => page.getByRole('button', { name: 'Post message' }) },
  polls: {
    reads: [...ofChat, 'pollList'],
    loaded: (page) =>
      page
        .getByRole('article')
        .or(page.getByRole('heading', { name: 'No polls in this chat yet' }))
        .first(),
  },
  'banned-ips': { reads: ofChat, loaded: (page) => page.getByLabel(/^Addresses/).first() },
}

export const pages: readonly TestedPage[] = [
  // The keys of a record are those that its type names.
  ...(Object.keys(visits) as PageName[]).map((name) => ({
    name: dashboardPages[name].title,
    path: () => dashboardPages[name].path,
    ...visits[name],
  })),
  ...chatTabs.map((tab) => ({ name: chatPages[tab].title, path: (chatId: number) => to.chat(chatId, tab), ...chatVisits[tab] })),
]

/** Shows the first poll of the chat without the frame of the other pages. */
export const bigScreen: TestedPage = {
  name: 'a poll on a big screen',
  path: (chatId) => to.present(chatId, 1),
  reads: ['chatRead', 'pollList'],
  loaded: (page) => page.getByRole('table', { name: 'Votes' }),
}

/** The path of every page, with those of one chat. */
export const everyPath = (chatId: number) => pages.map(({ path }) => path(chatId))
