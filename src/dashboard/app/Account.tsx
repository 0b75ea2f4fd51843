import { AccountPage, servicePage } from '#dashboard/features/account/AccountPage.tsx'
import { remove } from '#dashboard/features/chats/actions.tsx'

export { servicePage }

/** The account, with the way to delete a chat where the plan is full. */
export const Account = () => <AccountPage onDelete={(chat) => remove([chat])} />
