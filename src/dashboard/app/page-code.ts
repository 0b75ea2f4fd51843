/** The code of the pages in pages.ts, by the path of its module below src/dashboard: all but that of the page in the first load. */
export const pageCode = {
  'app/Account.tsx': async () => (await import('./Account.tsx')).Account,
  'app/Chat.tsx': async () => (await import('./Chat.tsx')).Chat,
  'app/Overview.tsx': async () => (await import('./Overview.tsx')).Overview,
  'app/Team.tsx': async () => (await import('./Team.tsx')).Team,
  'app/sign-in/JoinPage.tsx': async () => (await import('./sign-in/JoinPage.tsx')).JoinPage,
  'app/sign-in/NewPasskeyPage.tsx': async () => (await import('./sign-in/NewPasskeyPage.tsx')).NewPasskeyPage,
  'app/sign-in/SignInPage.tsx': async () => (await import('./sign-in/SignInPage.tsx')).SignInPage,
  'features/account/service/ServicePage.tsx': async () => (await import('#dashboard/features/account/service/ServicePage.tsx')).ServicePage,
  'features/activity/ActivityPage.tsx': async () => (await import('#dashboard/features/activity/ActivityPage.tsx')).ActivityPage,
  'features/banned-ips/BannedIpsPage.tsx': async () => (await import('#dashboard/features/banned-ips/BannedIpsPage.tsx')).BannedIpsPage,
  'features/changes/ChangePage.tsx': async () => (await import('#dashboard/features/changes/ChangePage.tsx')).ChangePage,
  'features/history/HistoryPage.tsx': async () => (await import('#dashboard/features/history/HistoryPage.tsx')).HistoryPage,
  'features/hours/HoursPage.tsx': async () => (await import('#dashboard/features/hours/HoursPage.tsx')).HoursPage,
  'features/drift/DriftPage.tsx': async () => (await import('#dashboard/features/drift/DriftPage.tsx')).DriftPage,
  'features/matrix/MatrixPage.tsx': async () => (await import('#dashboard/features/matrix/MatrixPage.tsx')).MatrixPage,
  'features/messages/MessagesPage.tsx': async () => (await import('#dashboard/features/messages/MessagesPage.tsx')).MessagesPage,
  'features/notifications/NotificationsPage.tsx': async () =>
    (await import('#dashboard/features/notifications/NotificationsPage.tsx')).NotificationsPage,
  'features/polls/PollsPage.tsx': async () => (await import('#dashboard/features/polls/PollsPage.tsx')).PollsPage,
  'features/polls/PresentPage.tsx': async () => (await import('#dashboard/features/polls/PresentPage.tsx')).PresentPage,
  'features/presets/PresetsPage.tsx': async () => (await import('#dashboard/features/presets/PresetsPage.tsx')).PresetsPage,
  'features/review/ReviewPage.tsx': async () => (await import('#dashboard/features/review/ReviewPage.tsx')).ReviewPage,
  'features/rules/RulePage.tsx': async () => (await import('#dashboard/features/rules/RulePage.tsx')).RulePage,
  'features/rules/RulesPage.tsx': async () => (await import('#dashboard/features/rules/RulesPage.tsx')).RulesPage,
  'features/settings/SettingsPage.tsx': async () => (await import('#dashboard/features/settings/SettingsPage.tsx')).SettingsPage,
  'features/social/SocialPage.tsx': async () => (await import('#dashboard/features/social/SocialPage.tsx')).SocialPage,
  'features/standing/StandingPage.tsx': async () => (await import('#dashboard/features/standing/StandingPage.tsx')).StandingPage,
  'features/team/rights/RightsPage.tsx': async () => (await import('#dashboard/features/team/rights/RightsPage.tsx')).RightsPage,
}

export type PageModule = keyof typeof pageCode
