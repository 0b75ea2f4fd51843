import { AccountPage } from '#dashboard/features/account/AccountPage.tsx'
import { remove } from '#dashboard/features/chats/actions.tsx'

/** The account page, with a way to delete a chat if the plan is full. */
export const Account = () => <AccountPage onDelete={(chat) => remove([chat])} />
