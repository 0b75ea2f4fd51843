/** The code of the pages in pages.ts, by the path of its module below src/dashboard: all but that of the page in the first load. */
export const pageCode = {
  'app/Account.tsx': async () => (await import('./Account.tsx')).Account,
  'app/Chat.tsx': async () => (await import('./Chat.tsx')).Chat,
  'app/Home.tsx': async () => (await import('./Home.tsx')).Home,
  'app/Members.tsx': async () => (await import('./Members.tsx')).Members,
  'app/sign-in/JoinPage.tsx': async () => (await import('./sign-in/JoinPage.tsx')).JoinPage,
  'app/sign-in/NewPasskeyPage.tsx': async () => (await import('./sign-in/NewPasskeyPage.tsx')).NewPasskeyPage,
  'app/sign-in/SignInPage.tsx': async () => (await import('./sign-in/SignInPage.tsx')).SignInPage,
  'features/account/connection/ConnectionPage.tsx': async () =>
    (await import('#dashboard/features/account/connection/ConnectionPage.tsx')).ConnectionPage,
  'features/changes/timeline/ChangesPage.tsx': async () =>
    (await import('#dashboard/features/changes/timeline/ChangesPage.tsx')).ChangesPage,
  'features/banned-ips/BannedIpsPage.tsx': async () => (await import('#dashboard/features/banned-ips/BannedIpsPage.tsx')).BannedIpsPage,
  'features/changes/change-set/ChangePage.tsx': async () =>
    (await import('#dashboard/features/changes/change-set/ChangePage.tsx')).ChangePage,
  'features/changes/moments/MomentsPage.tsx': async () => (await import('#dashboard/features/changes/moments/MomentsPage.tsx')).MomentsPage,
  'features/changes/outside/OutsidePage.tsx': async () => (await import('#dashboard/features/changes/outside/OutsidePage.tsx')).OutsidePage,
  'features/chats/compare/ComparePage.tsx': async () => (await import('#dashboard/features/chats/compare/ComparePage.tsx')).ComparePage,
  'features/messages/MessagesPage.tsx': async () => (await import('#dashboard/features/messages/MessagesPage.tsx')).MessagesPage,
  'features/account/notifications/NotificationsPage.tsx': async () =>
    (await import('#dashboard/features/account/notifications/NotificationsPage.tsx')).NotificationsPage,
  'features/polls/PollsPage.tsx': async () => (await import('#dashboard/features/polls/PollsPage.tsx')).PollsPage,
  'features/polls/PresentPage.tsx': async () => (await import('#dashboard/features/polls/PresentPage.tsx')).PresentPage,
  'features/automation/modes/ModesPage.tsx': async () => (await import('#dashboard/features/automation/modes/ModesPage.tsx')).ModesPage,
  'app/Inbox.tsx': async () => (await import('#dashboard/app/Inbox.tsx')).Inbox,
  'features/automation/rules/RulePage.tsx': async () => (await import('#dashboard/features/automation/rules/RulePage.tsx')).RulePage,
  'features/automation/rules/RulesPage.tsx': async () => (await import('#dashboard/features/automation/rules/RulesPage.tsx')).RulesPage,
  'features/settings/SettingsPage.tsx': async () => (await import('#dashboard/features/settings/SettingsPage.tsx')).SettingsPage,
  'features/account/social/SocialPage.tsx': async () => (await import('#dashboard/features/account/social/SocialPage.tsx')).SocialPage,
  'features/automation/schedule/SchedulePage.tsx': async () =>
    (await import('#dashboard/features/automation/schedule/SchedulePage.tsx')).SchedulePage,
  'features/people/tokens/TokensPage.tsx': async () => (await import('#dashboard/features/people/tokens/TokensPage.tsx')).TokensPage,
  'features/people/roles/RolesPage.tsx': async () => (await import('#dashboard/features/people/roles/RolesPage.tsx')).RolesPage,
}

export type PageModule = keyof typeof pageCode
