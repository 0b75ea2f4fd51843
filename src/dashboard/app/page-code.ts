/** The code of the pages in pages.ts, by the path of its module below src/dashboard: all but that of the page in the first load. */
export const pageCode = {
  'app/account/Account.tsx': async () => (await import('./account/Account.tsx')).Account,
  'app/account/Notifications.tsx': async () => (await import('./account/Notifications.tsx')).Notifications,
  'app/account/Rights.tsx': async () => (await import('./account/Rights.tsx')).Rights,
  'app/account/Service.tsx': async () => (await import('./account/Service.tsx')).Service,
  'app/account/Standing.tsx': async () => (await import('./account/Standing.tsx')).Standing,
  'app/account/Team.tsx': async () => (await import('./account/Team.tsx')).Team,
  'app/Chat.tsx': async () => (await import('./Chat.tsx')).Chat,
  'app/Overview.tsx': async () => (await import('./Overview.tsx')).Overview,
  'app/sign-in/JoinPage.tsx': async () => (await import('./sign-in/JoinPage.tsx')).JoinPage,
  'app/sign-in/NewPasskeyPage.tsx': async () => (await import('./sign-in/NewPasskeyPage.tsx')).NewPasskeyPage,
  'app/sign-in/SignInPage.tsx': async () => (await import('./sign-in/SignInPage.tsx')).SignInPage,
  'features/activity/ActivityPage.tsx': async () => (await import('#dashboard/features/activity/ActivityPage.tsx')).ActivityPage,
  'features/banned-ips/BannedIpsPage.tsx': async () => (await import('#dashboard/features/banned-ips/BannedIpsPage.tsx')).BannedIpsPage,
  'features/history/HistoryPage.tsx': async () => (await import('#dashboard/features/history/HistoryPage.tsx')).HistoryPage,
  'features/hours/HoursPage.tsx': async () => (await import('#dashboard/features/hours/HoursPage.tsx')).HoursPage,
  'features/drift/DriftPage.tsx': async () => (await import('#dashboard/features/drift/DriftPage.tsx')).DriftPage,
  'features/matrix/MatrixPage.tsx': async () => (await import('#dashboard/features/matrix/MatrixPage.tsx')).MatrixPage,
  'features/messages/MessagesPage.tsx': async () => (await import('#dashboard/features/messages/MessagesPage.tsx')).MessagesPage,
  'features/polls/PollsPage.tsx': async () => (await import('#dashboard/features/polls/PollsPage.tsx')).PollsPage,
  'features/polls/present/PresentPage.tsx': async () => (await import('#dashboard/features/polls/present/PresentPage.tsx')).PresentPage,
  'features/presets/PresetsPage.tsx': async () => (await import('#dashboard/features/presets/PresetsPage.tsx')).PresetsPage,
  'features/review/ReviewPage.tsx': async () => (await import('#dashboard/features/review/ReviewPage.tsx')).ReviewPage,
  'features/settings/SettingsPage.tsx': async () => (await import('#dashboard/features/settings/SettingsPage.tsx')).SettingsPage,
  'features/social/SocialPage.tsx': async () => (await import('#dashboard/features/social/SocialPage.tsx')).SocialPage,
}

export type PageModule = keyof typeof pageCode
