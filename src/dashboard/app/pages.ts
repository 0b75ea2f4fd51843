import type { EarlyData, RequiredData } from '#contract/page-data.ts'
import type { Access } from '#contract/gateway/rights.ts'
import { tabRights } from '#dashboard/platform/chats/open-tabs.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { PageModule } from './page-code.ts'

/**
 * The registry of all pages. Routes, sidebar, chat tabs, command palette, prefetching, the files that the gateway names in the first answer and the
 * page list of the browser tests derive from it. It imports only data, because the build and the browser tests read it too. A test fails if neither
 * the navigation nor a link leads to a page.
 */

export interface PageEntry {
  title: string
  /** What a person needs to open the page. Navigation and palette leave out what they may not open, and its address says why. */
  right: Access
  /** The data that the page needs before it is rendered, in addition to that of its frame. */
  data: readonly RequiredData[]
  /** What the page reads once it is rendered. It comes with the HTML as well, but no route waits for it. */
  early?: readonly EarlyData[]
  /** The code of the page, one of page-code.ts. Missing for the page in the first load. */
  module?: PageModule
}

export interface ListedPage extends PageEntry {
  icon: IconName
  /** The page is in the palette but not in the sidebar: another page links to it. */
  isUnlisted?: true
  /** The name of its tab, for the pages about the account. */
  accountTab?: string
  /** Synonyms that the palette also matches. */
  keywords?: string
}

/** The route. The function of the same name in platform/to.ts builds its path. */
interface WithPath {
  path: string
}

const listedPages = {
  overview: {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    right: 'chats.read',
    data: ['account', 'chats'],
    module: 'app/Overview.tsx',
  },
  review: {
    path: '/review',
    title: 'Review',
    icon: 'inbox',
    right: 'messages.read',
    keywords: 'queue held marked spare keep rules moderation',
    data: ['chats', 'plan'],
    module: 'features/review/ReviewPage.tsx',
  },
  chats: { path: '/chats', title: 'Chats', icon: 'chats', right: 'chats.read', data: ['account', 'chats', 'catalogue'] },
  matrix: {
    path: '/settings',
    title: 'All settings',
    icon: 'columns',
    right: 'settings.read',
    keywords: 'matrix compare chats table',
    data: ['account', 'chats', 'catalogue'],
    module: 'features/matrix/MatrixPage.tsx',
  },
  presets: {
    path: '/presets',
    title: 'Presets',
    icon: 'toggles',
    right: 'presets.use',
    keywords: 'lockdown event quiet hours open shield emergency',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/presets/PresetsPage.tsx',
  },
  rules: {
    path: '/rules',
    title: 'Rules',
    icon: 'rule',
    right: 'rules.read',
    keywords: 'guard automatic moderation spam words block delete review',
    data: ['chats', 'plan'],
    module: 'features/rules/RulesPage.tsx',
  },
  drift: {
    path: '/drift',
    title: 'Drift watch',
    icon: 'eye',
    right: 'settings.read',
    keywords: 'changes from outside watch put back accept ignore',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/drift/DriftPage.tsx',
  },
  account: {
    path: '/account',
    title: 'Account',
    icon: 'account',
    right: 'account.read',
    data: ['account', 'chats', 'catalogue'],
    module: 'app/Account.tsx',
    accountTab: 'Profile and plan',
  },
  team: {
    path: '/account/team',
    title: 'Team',
    icon: 'account',
    right: 'people.read',
    isUnlisted: true,
    keywords: 'people invite passkeys sessions access',
    data: ['account', 'chats'],
    module: 'app/Team.tsx',
    accountTab: 'Team',
  },
  rights: {
    path: '/account/rights',
    title: 'Who can do what',
    icon: 'account',
    right: 'people.read',
    isUnlisted: true,
    keywords: 'roles rights permissions',
    data: ['account'],
    module: 'features/team/rights/RightsPage.tsx',
    accountTab: 'Who can do what',
  },
  standing: {
    path: '/account/standing',
    title: 'What runs on its own',
    icon: 'account',
    right: 'standing.read',
    isUnlisted: true,
    keywords: 'standing access worker budget requests automatic',
    data: ['account', 'chats'],
    module: 'features/standing/StandingPage.tsx',
    accountTab: 'What runs on its own',
  },
  notifications: {
    path: '/account/notifications',
    title: 'Notifications',
    icon: 'account',
    // Everybody has quiet hours and notices of their own.
    right: 'signed-in',
    isUnlisted: true,
    keywords: 'webhook e-mail slack discord matrix channels alerts quiet hours deliveries notices',
    data: ['plan'],
    module: 'features/notifications/NotificationsPage.tsx',
    accountTab: 'Notifications',
  },
  service: {
    path: '/account/service',
    title: 'Service',
    icon: 'account',
    right: 'account.read',
    isUnlisted: true,
    keywords: 'learn behaviour address base URL',
    data: ['account', 'catalogue'],
    module: 'features/account/service/ServicePage.tsx',
    accountTab: 'Service',
  },
  social: {
    path: '/social',
    title: 'Social',
    icon: 'social',
    right: 'social.read',
    data: ['social', 'plan'],
    module: 'features/social/SocialPage.tsx',
  },
  activity: {
    path: '/activity',
    title: 'Activity',
    icon: 'clock',
    right: 'signed-in',
    data: ['catalogue', 'plan'],
    module: 'features/activity/ActivityPage.tsx',
  },
} satisfies Record<string, ListedPage & WithPath>

/** The pages in the frame with the sidebar, in the order of the navigation. */
export const dashboardPages: Record<keyof typeof listedPages, ListedPage & WithPath> = listedPages

/** The pages that the person may open, by their names in the registry. */
export const openPages = (may: May) => Object.entries(dashboardPages).filter(([, { right }]) => may(right))

/** The header and the tabs of a chat, around each of its pages. */
export const chatFrame: Omit<PageEntry, 'title'> & WithPath = {
  path: '/chats/:chatId',
  right: 'chats.read',
  data: ['chat', 'chats', 'account', 'catalogue'],
  module: 'app/Chat.tsx',
}

/** The pages of each chat by the last segment of their path, shown in its frame. */
export const chatPages: Record<ChatTab, ListedPage> = {
  settings: {
    title: 'Settings',
    icon: 'settings',
    right: tabRights.settings,
    data: [],
    module: 'features/settings/SettingsPage.tsx',
  },
  messages: {
    title: 'Messages',
    icon: 'messages',
    right: tabRights.messages,
    data: [],
    early: ['messages'],
    module: 'features/messages/MessagesPage.tsx',
  },
  polls: {
    title: 'Polls',
    icon: 'polls',
    right: tabRights.polls,
    data: ['polls'],
    module: 'features/polls/PollsPage.tsx',
  },
  'banned-ips': {
    title: 'Banned IPs',
    icon: 'ban',
    right: tabRights['banned-ips'],
    data: [],
    early: ['bans'],
    module: 'features/banned-ips/BannedIpsPage.tsx',
  },
  hours: {
    title: 'Hours',
    icon: 'calendar',
    right: tabRights.hours,
    keywords: 'opening hours timetable schedule closed offline',
    data: [],
    module: 'features/hours/HoursPage.tsx',
  },
  history: {
    title: 'History',
    icon: 'clock',
    right: tabRights.history,
    keywords: 'versions compare changes put back',
    data: [],
    module: 'features/history/HistoryPage.tsx',
  },
}

/** Pages without a frame. */
export const framelessPages: Record<'signIn' | 'join' | 'newPasskey' | 'present', PageEntry & WithPath> = {
  signIn: {
    path: '/sign-in',
    title: 'Sign in',
    right: 'anyone',
    data: [],
    module: 'app/sign-in/SignInPage.tsx',
  },
  join: {
    path: '/join',
    title: 'Join a team',
    right: 'anyone',
    data: [],
    module: 'app/sign-in/JoinPage.tsx',
  },
  newPasskey: {
    path: '/new-passkey',
    title: 'Register a new passkey',
    right: 'signed-in',
    data: [],
    module: 'app/sign-in/NewPasskeyPage.tsx',
  },
  // For a full screen at an event.
  present: {
    path: '/chats/:chatId/polls/present/:pollId',
    title: 'Present a poll',
    right: tabRights.polls,
    data: ['chat', 'polls'],
    module: 'features/polls/PresentPage.tsx',
  },
}

/** Pages in the frame about one thing, which a list links to. */
export const detailPages: Record<'rule' | 'change', PageEntry & { path: string }> = {
  rule: {
    path: '/rules/:ruleId',
    title: 'Rule',
    right: 'rules.read',
    data: ['chats', 'plan'],
    module: 'features/rules/RulePage.tsx',
  },
  change: {
    path: '/changes/:changeId',
    title: 'Change',
    // The gateway shows a job to whoever may do the same. Who may turn presets on need not see all settings.
    right: 'signed-in',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/changes/ChangePage.tsx',
  },
}
