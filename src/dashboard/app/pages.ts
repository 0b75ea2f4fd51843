import type { ComponentType } from 'react'
import type { ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/**
 * Every page of the dashboard, once. Routes, sidebar, tabs of a chat, command palette, prefetching and the list of pages that the browser tests open
 * derive from it. A page that neither navigation nor a link leads to fails a test.
 */

/** What a page waits for before it is drawn; routes.tsx says what each name reads. `plan` may fail, everything else is needed. */
export type PageData = 'account' | 'plan' | 'chats' | 'catalogue' | 'chat' | 'polls' | 'social'

export interface PageEntry {
  title: string
  /** What it needs beside what its frame reads. */
  data: readonly PageData[]
  /** Its code. Missing for the page that comes with the first load. */
  load?: () => Promise<ComponentType>
}

export interface ListedPage extends PageEntry {
  icon: IconName
  /** In the palette, but not in the sidebar: another page links to it. */
  isUnlisted?: true
  /** Other words under which the palette finds it. */
  keywords?: string
}

/** The route. The function of the same name in platform/to.ts makes paths to it. */
interface WithPath {
  path: string
}

/** One import for both pages: each adds a list of files to the first load. */
const accountPages = () => import('./Account.tsx')

/** Pages in the frame with the sidebar, in the order of the navigation. */
export const dashboardPages: Record<'overview' | 'chats' | 'account' | 'service' | 'social' | 'activity', ListedPage & WithPath> = {
  overview: {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    data: ['account', 'chats'],
    load: async () => (await import('./Overview.tsx')).Overview,
  },
  chats: { path: '/chats', title: 'Chats', icon: 'chats', data: ['account', 'chats', 'catalogue'] },
  account: {
    path: '/account',
    title: 'Account',
    icon: 'account',
    data: ['account', 'chats', 'catalogue'],
    load: async () => (await accountPages()).Account,
  },
  service: {
    path: '/account/service',
    title: 'Service',
    icon: 'account',
    isUnlisted: true,
    keywords: 'learn behaviour address base URL',
    data: ['account', 'catalogue'],
    load: async () => (await accountPages()).servicePage(),
  },
  social: {
    path: '/social',
    title: 'Social',
    icon: 'social',
    data: ['social', 'plan'],
    load: async () => (await import('#dashboard/features/social/SocialPage.tsx')).SocialPage,
  },
  activity: {
    path: '/activity',
    title: 'Activity',
    icon: 'clock',
    data: ['catalogue', 'plan'],
    load: async () => (await import('#dashboard/features/activity/ActivityPage.tsx')).ActivityPage,
  },
}

/** The pages of each chat by the last part of their path, below the chat's head. */
export const chatPages: Record<ChatTab, ListedPage> = {
  settings: {
    title: 'Settings',
    icon: 'settings',
    data: [],
    load: async () => (await import('#dashboard/features/settings/SettingsPage.tsx')).SettingsPage,
  },
  messages: {
    title: 'Messages',
    icon: 'messages',
    data: [],
    load: async () => (await import('#dashboard/features/messages/MessagesPage.tsx')).MessagesPage,
  },
  polls: {
    title: 'Polls',
    icon: 'polls',
    data: ['polls'],
    load: async () => (await import('#dashboard/features/polls/PollsPage.tsx')).PollsPage,
  },
  'banned-ips': {
    title: 'Banned IPs',
    icon: 'ban',
    data: [],
    load: async () => (await import('#dashboard/features/banned-ips/BannedIpsPage.tsx')).BannedIpsPage,
  },
}

/** Pages that fill the window. */
export const framelessPages: Record<'signIn' | 'present', PageEntry & WithPath> = {
  signIn: {
    path: '/sign-in',
    title: 'Sign in',
    data: [],
    load: async () => (await import('./sign-in/SignInPage.tsx')).SignInPage,
  },
  // For a screen at an event.
  present: {
    path: '/chats/:chatId/polls/present/:pollId',
    title: 'Present a poll',
    data: ['chat', 'polls'],
    load: async () => (await import('#dashboard/features/polls/present/PresentPage.tsx')).PresentPage,
  },
}
