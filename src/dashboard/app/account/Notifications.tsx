import { dashboardPages } from '#dashboard/app/pages.ts'
import { NotificationsPage } from '#dashboard/features/notifications/NotificationsPage.tsx'
import { AccountHead } from './AccountHead.tsx'

export const Notifications = () => (
  <NotificationsPage head={(actions) => <AccountHead current={dashboardPages.notifications.path} actions={actions} />} />
)
