import { dashboardPages } from '#dashboard/app/pages.ts'
import { AccountPage } from '#dashboard/features/account/AccountPage.tsx'
import { remove } from '#dashboard/features/chats/actions.tsx'
import { AccountHead } from './AccountHead.tsx'

/** The account page, with a way to delete a chat if the plan is full. */
export const Account = () => (
  <AccountPage
    head={(actions) => <AccountHead current={dashboardPages.account.path} actions={actions} />}
    onDelete={(chat) => remove([chat])}
  />
)
