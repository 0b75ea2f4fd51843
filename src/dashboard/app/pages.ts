import { tabRights } from '#dashboard/platform/chats/open-tabs.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { PageEntry, PlacePage, WithPath } from './places.ts'

/** The pages of a chat, those that another page links to, and those without the frame. A test fails if none does. */

/** The header and the tabs of a chat, around each of its pages. */
export const chatFrame: Omit<PageEntry, 'title'> & WithPath & Pick<PlacePage, 'within'> = {
  path: '/chats/:chatId',
  within: 'chats',
  right: 'chats.read',
  data: ['chat', 'chats', 'account', 'catalogue'],
  module: 'app/Chat.tsx',
}

/** The pages of each chat by the last segment of their path, shown in its frame. */
export const chatPages: Record<ChatTab, PageEntry & { icon: IconName }> = {
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

/** Pages in the frame that a list or a menu links to. */
export const detailPages: Record<'rule' | 'change' | 'compareMoments', PageEntry & WithPath & Pick<PlacePage, 'within'>> = {
  rule: {
    path: '/automation/rules/:ruleId',
    title: 'Rule',
    within: 'automation',
    right: 'rules.read',
    data: ['chats', 'plan'],
    module: 'features/automation/rules/RulePage.tsx',
  },
  change: {
    path: '/changes/:changeId',
    title: 'Change',
    within: 'changes',
    // The gateway shows a job to whoever may do the same. Who may turn modes on need not see all settings.
    right: 'signed-in',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/changes/change-set/ChangePage.tsx',
  },
  compareMoments: {
    path: '/changes/compare',
    title: 'Compare two moments',
    within: 'changes',
    // In any chat. Which one is in the query, so the page asks for the right in it.
    right: 'settings.read',
    data: ['chats', 'catalogue', 'plan'],
    module: 'features/changes/moments/MomentsPage.tsx',
  },
}
