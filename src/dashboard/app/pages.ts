import type { ComponentType } from 'react'
import type { PageData } from '#contract/page-data.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/**
 * The registry of all pages. Routes, sidebar, chat tabs, command palette, prefetching and the page list of the browser tests derive from it. A test
 * fails if neither the navigation nor a link leads to a page.
 */

export interface PageEntry {
  title: string
  /** The data that the page needs in addition to that of its frame. */
  data: readonly PageData[]
  /** Loads the code of the page. Missing for the page in the first load. */
  load?: () => Promise<ComponentType>
}

export interface ListedPage extends PageEntry {
  icon: IconName
  /** The page is in the palette but not in the sidebar: another page links to it. */
  isUnlisted?: true
  /** Synonyms that the palette also matches. */
  keywords?: string
}

/** The route. The function of the same name in platform/to.ts builds its path. */
interface WithPath {
  path: string
}

/** A shared import for both pages, because each import adds a list of files to the first load. */
const accountPages = () => import('./Account.tsx')

/** The pages in the frame with the sidebar, in the order of the navigation. */
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

/** The pages of each chat by the last segment of their path, shown below the chat's header. */
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

/** Pages without a frame. */
export const framelessPages: Record<'signIn' | 'present', PageEntry & WithPath> = {
  signIn: {
    path: '/sign-in',
    title: 'Sign in',
    data: [],
    load: async () => (await import('./sign-in/SignInPage.tsx')).SignInPage,
  },
  // For a full screen at an event.
  present: {
    path: '/chats/:chatId/polls/present/:pollId',
    title: 'Present a poll',
    data: ['chat', 'polls'],
    load: async () => (await import('#dashboard/features/polls/present/PresentPage.tsx')).PresentPage,
  },
}
