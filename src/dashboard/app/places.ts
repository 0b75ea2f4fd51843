import type { EarlyData, RequiredData } from '#contract/page-data.ts'
import type { Access } from '#contract/gateway/rights.ts'
import type { Facts } from '#dashboard/platform/session/facts.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { PageModule } from './page-code.ts'

/**
 * The registry of the places in the sidebar and of their pages; the other pages are in pages.ts. Routes, sidebar, tabs, command palette, prefetching,
 * the files that the gateway names in the first answer and the page list of the browser tests derive from it. It imports only data, because the build
 * and the browser tests read it too.
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

/** An entry of the sidebar, around one page or several. */
export interface Place {
  title: string
  icon: IconName
  /** Work comes first in the sidebar, what is about the account last. */
  group: 'work' | 'account'
  /** Where its pages are chosen: beside the title or below it. */
  tabs?: 'beside' | 'below'
  /** Open it from anywhere. L is for log. */
  keys?: string
}

const listedPlaces = {
  home: { title: 'Home', icon: 'home', group: 'work', keys: 'g h' },
  inbox: { title: 'Inbox', icon: 'inbox', group: 'work', keys: 'g i' },
  chats: { title: 'Chats', icon: 'chats', group: 'work', tabs: 'beside', keys: 'g c' },
  automation: { title: 'Automation', icon: 'auto', group: 'work', tabs: 'below', keys: 'g a' },
  changes: { title: 'Changes', icon: 'clock', group: 'work', tabs: 'beside', keys: 'g l' },
  people: { title: 'People', icon: 'users', group: 'account', tabs: 'beside' },
  account: { title: 'Account', icon: 'account', group: 'account', tabs: 'below' },
} satisfies Record<string, Place>
export type PlaceName = keyof typeof listedPlaces
/** In the order of the sidebar, which is the same for everyone. */
export const places: Record<PlaceName, Place> = listedPlaces
export const placeNames = Object.keys(places) as PlaceName[]

/** The route. The function of the same name in platform/to.ts builds its path. */
export interface WithPath {
  path: string
}

export interface PlacePage extends PageEntry, WithPath {
  /** The place that marks it as open and lists it among its tabs. */
  within: PlaceName
  /** The name of its tab, where that is not its title. */
  tab?: string
  /** Whether it is worth a tab. Its address and the palette open it in any case. */
  shows?: (facts: Facts) => boolean
}

const listedPages = {
  home: {
    path: '/',
    title: 'Home',
    within: 'home',
    right: 'signed-in',
    data: ['account', 'chats'],
    module: 'app/Home.tsx',
  },
  inbox: {
    path: '/inbox',
    title: 'Inbox',
    within: 'inbox',
    right: 'messages.read',
    data: ['chats', 'plan'],
    module: 'app/Inbox.tsx',
  },
  chats: {
    path: '/chats',
    title: 'Chats',
    within: 'chats',
    tab: 'List',
    right: 'chats.read',
    data: ['account', 'chats', 'catalogue'],
  },
  compare: {
    path: '/chats/compare',
    title: 'Compare chats',
    within: 'chats',
    tab: 'Compare',
    right: 'settings.read',
    shows: ({ chats }) => chats === null || chats > 1,
    data: ['account', 'chats', 'catalogue'],
    module: 'features/chats/compare/ComparePage.tsx',
  },
  rules: {
    path: '/automation/rules',
    title: 'Rules',
    within: 'automation',
    right: 'rules.read',
    data: ['chats', 'plan'],
    module: 'features/automation/rules/RulesPage.tsx',
  },
  modes: {
    path: '/automation/modes',
    title: 'Modes',
    within: 'automation',
    right: 'presets.use',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/automation/modes/ModesPage.tsx',
  },
  schedule: {
    path: '/automation/schedule',
    title: 'Schedule',
    within: 'automation',
    right: 'presets.use',
    data: ['chats', 'plan'],
    module: 'features/automation/schedule/SchedulePage.tsx',
  },
  changes: {
    path: '/changes',
    title: 'Changes',
    within: 'changes',
    tab: 'Everyone',
    right: 'audit.read',
    data: ['catalogue', 'plan'],
    module: 'features/changes/timeline/ChangesPage.tsx',
  },
  ownChanges: {
    path: '/changes/me',
    title: 'My changes',
    within: 'changes',
    tab: 'Me',
    right: 'signed-in',
    data: ['catalogue', 'plan'],
    module: 'features/changes/timeline/ChangesPage.tsx',
  },
  automaticChanges: {
    path: '/changes/automatic',
    title: 'Automatic changes',
    within: 'changes',
    tab: 'Automatic',
    right: 'audit.read',
    data: ['catalogue', 'plan'],
    module: 'features/changes/timeline/ChangesPage.tsx',
  },
  outside: {
    path: '/changes/outside',
    title: 'Outside changes',
    within: 'changes',
    tab: 'Outside Roomkeeper',
    right: 'settings.read',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/changes/outside/OutsidePage.tsx',
  },
  people: {
    path: '/people',
    title: 'People',
    within: 'people',
    tab: 'Members',
    right: 'people.read',
    data: ['account', 'chats'],
    module: 'app/Members.tsx',
  },
  roles: {
    path: '/people/roles',
    title: 'Roles',
    within: 'people',
    right: 'people.read',
    shows: ({ people }) => people > 1,
    data: ['account'],
    module: 'features/people/roles/RolesPage.tsx',
  },
  tokens: {
    path: '/people/tokens',
    title: 'Tokens',
    within: 'people',
    right: 'people.read',
    shows: ({ hasTeam }) => hasTeam,
    data: ['account', 'chats'],
    module: 'features/people/tokens/TokensPage.tsx',
  },
  account: {
    path: '/account',
    title: 'Account',
    within: 'account',
    tab: 'Profile and plan',
    right: 'account.read',
    data: ['account', 'chats', 'catalogue'],
    module: 'app/Account.tsx',
  },
  social: {
    path: '/account/social',
    title: 'Social',
    within: 'account',
    right: 'social.read',
    data: ['social', 'plan'],
    module: 'features/account/social/SocialPage.tsx',
  },
  notifications: {
    path: '/account/notifications',
    title: 'Notifications',
    within: 'account',
    // Everybody has notices of their own.
    right: 'signed-in',
    shows: ({ seesAccount }) => seesAccount,
    data: ['plan'],
    module: 'features/account/notifications/NotificationsPage.tsx',
  },
  connection: {
    path: '/account/connection',
    title: 'Connection',
    within: 'account',
    right: 'account.read',
    shows: ({ isRemote }) => isRemote,
    data: ['account', 'catalogue'],
    module: 'features/account/connection/ConnectionPage.tsx',
  },
} satisfies Record<string, PlacePage>

/** The pages of all places, in the order of their tabs. */
export type PageName = keyof typeof listedPages
export const dashboardPages: Record<PageName, PlacePage> = listedPages

/** The names of the pages that the person may open. */
export const openPages = (may: May) => (Object.keys(listedPages) as PageName[]).filter((name) => may(dashboardPages[name].right))

/**
 * The tabs of a place, or its only page: what the person may open of it and what is worth a tab.
 * @param open the address of a page that has one in any case
 */
export const pagesWithin = (place: PlaceName, may: May, facts: Facts, open?: string): PlacePage[] =>
  Object.values(dashboardPages).filter(
    ({ path, within, right, shows }) => within === place && may(right) && (path === open || (shows?.(facts) ?? true)),
  )
